// One strategy after another: what the first leaves, the second removes.

// RUN: %exits 1 %bankfix check --verbose --statistics %s | FileCheck %s
// RUN: %bankfix --verbose %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED: typedef struct __attribute__((packed, aligned(4))) bankfix_int4_20 {
// FIXED: } bankfix_int4_20;

__global__ void vectors(int *out, const int4 *in) {
  // FIXED: __shared__ bankfix_int4_20 t[64][9];
  __shared__ int4 t[64][8];
  for (int i = threadIdx.x; i < 512; i += 256)
    // FIXED: t[i / 8][i % 8].v = in[i];
    t[i / 8][i % 8] = in[i];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    // CHECK: warning: load of 't[threadIdx.x % 64][k].x' has 32-way bank conflicts: 2048 wavefronts where 64 suffice
    // CHECK-NEXT: note: 'int4 t[64][8] -> bankfix_int4_20 t[64][9]' (pad-row) leaves 256 wavefronts of 4160; blocks per SM 8 -> 8
    // FIXED: += t[threadIdx.x % 64][k].v.x;
    out[threadIdx.x] += t[threadIdx.x % 64][k].x;
    __syncthreads();
    out[threadIdx.x] += t[threadIdx.x % 64][k].w;
  }
}

// A composed layout has to leave what a block may have.
// RUN: %exits 1 %bankfix check --verbose --max-shared-growth=2048 %s | FileCheck %s --check-prefix=LITTLE
// LITTLE: note: 't[64][8] -> t[64][9]' (pad-row) leaves

// CHECK: layouts of 't':
// CHECK: pad-row 256 {{.*}} taken
// CHECK: pad-struct 1088 {{.*}} leaves 896 excess wavefronts where pad-row leaves 64

void launch(int *p) { vectors<<<1, 256>>>(p, (int4 *)p); }
