// pad-struct: a member on top of longer rows.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED:      int a, b;
// FIXED-NEXT: unsigned pad;
struct Pair {
  int a, b;
};
__global__ void pairs(int *out) {
  // FIXED: __shared__ Pair p[32][5];
  __shared__ Pair p[32][4];
  int t = threadIdx.x;
  // FIXED: p[t][0].a = t;
  p[t][0].a = t;
  p[t][1].b = t;
  __syncthreads();
  // CHECK: note: 'Pair p[32][4] -> Pair p[32][5], Pair padded by a member, 8 -> 12 bytes' (pad-row) leaves 4 wavefronts of 32
  out[t] = p[31 - t][0].a + p[t][1].b;
}

void launch(int *out) { pairs<<<1, 32>>>(out); }
