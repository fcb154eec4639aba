// A pad that is taken away is proved unused for the sizes of each instance of a
// template: the text of all of them asks for these.

// RUN: %bankfix --objective=wavefronts --strategy=swizzle --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: echo 'template __global__ void tiles<16, 128, 8>(float *, const float *, int);' > %t.other.cu
// RUN: cat %t.other.cu >> %t.cu
// RUN: not %clang-device %t.cu 2>&1 | %FileCheck %s --check-prefix=OTHER
// RUN: %bankfix verify --objective=wavefronts --strategy=swizzle --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results
// OTHER: static assertion failed{{.*}}bankfix: the layout of 'b' is for these sizes alone

// CHECK: 'b[8][129] -> b[8][128], indexed through BANKFIX_SWIZZLE_4_6' (swizzle)
template <int Rows, int Columns, int Each>
__global__ void tiles(float *out, const float *in, int steps) {
  // FIXED:      __shared__ float b[Rows][Columns];
  // FIXED-NEXT: static_assert((Rows == 8 && (Columns + 1) == 129) || (Rows == 16 && (Columns + 1) == 65), "bankfix: the layout of 'b' is for these sizes alone");
  __shared__ float b[Rows][Columns + 1];
  const int x = threadIdx.x, t = threadIdx.y * 16 + x;
  float sum = 0;
  for (int step = 0; step < steps; ++step) {
    for (int i = t; i < Rows * Columns; i += 256) {
      int row = i / Columns, column = i % Columns;
      // FIXED: b[row][BANKFIX_SWIZZLE_4_6(column)] = in[step * 4096 + i];
      b[row][column] = in[step * 4096 + i];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Rows; ++k)
#pragma unroll
      for (int j = 0; j < Each; ++j)
        // FIXED: sum += b[k][BANKFIX_SWIZZLE_4_6(x * Each + j)];
        sum += b[k][x * Each + j];
    __syncthreads();
  }
  out[t] = sum;
}

void launch(float *out, const float *in, int n) {
  tiles<8, 128, 8><<<1, dim3(16, 16)>>>(out, in, n);
  tiles<16, 64, 4><<<1, dim3(16, 16)>>>(out, in, n);
}
