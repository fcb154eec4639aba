// What tiles in registers are worth: views of local arrays are no memory, halves of
// a sector are loaded once, tiles that a row of the grid loads come from the
// cache, and loops that only compute are counted at once. Without these, memory
// seems to limit all of this, and nothing is gained by any layout.
//
// RUN: %exits 1 %bankfix check --target=sm_90 --statistics --verbose %s > %t.log 2>&1
// RUN: %FileCheck %s --check-prefix=COUNTS < %t.log
// COUNTS:      'product' with {{.*}}, a block, as estimated:
// COUNTS-NEXT: before {{[0-9]+}} cycles, limited by shared memory
// COUNTS-NEXT: after {{[0-9]+}} cycles, limited by issuing instructions
// COUNTS-NEXT: {{1\.[5-9]|2\.[0-4]}}{{[0-9]}} times as fast
// COUNTS:      'halves' with {{.*}}, a block, as estimated:
// COUNTS-NEXT: before {{[0-9]+}} cycles, limited by issuing instructions
//
// RUN: %bankfix --target=sm_90 %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#include <cuda_fp16.h>

#define FOUR(x) (reinterpret_cast<float4 *>(&(x))[0])

// Four lanes in a row read every 64th byte of 'b': a swizzle of columns alone.
__global__ void product(float *x, float *y, float *z, int n, int m) {
  // FIXED: __shared__ float a[16][128];
  __shared__ float a[16][128];
  // FIXED: __shared__ float b[16][256];
  __shared__ float b[16][256];
  float p[8], q[16], sum[8][16] = {};
  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 16 + tx;
  for (int k = 0; k < n; k += 16) {
    const int at = (k + tid / 16) * m;
#pragma unroll
    for (int i = 0; i < 8; i += 4)
      FOUR(a[tid / 16][tid % 16 * 8 + i]) =
          FOUR(x[at + blockIdx.y * 128 + tid % 16 * 8 + i]);
#pragma unroll
    for (int i = 0; i < 16; i += 4)
      FOUR(b[tid / 16][tid % 16 * 16 + i]) =
          FOUR(y[at + blockIdx.x * 256 + tid % 16 * 16 + i]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
#pragma unroll
      for (int i = 0; i < 8; i += 4)
        FOUR(p[i]) = FOUR(a[j][ty * 8 + i]);
      // FIXED: FOUR(q[i]) = FOUR(b[j][BANKFIX_
#pragma unroll
      for (int i = 0; i < 16; i += 4)
        FOUR(q[i]) = FOUR(b[j][tx * 16 + i]);
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int l = 0; l < 16; ++l)
          sum[i][l] = __fmaf_rn(p[i], q[l], sum[i][l]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int l = 0; l < 16; l += 4)
      FOUR(z[(blockIdx.y * 128 + ty * 8 + i) * m + blockIdx.x * 256 + tx * 16 +
             l]) = FOUR(sum[i][l]);
}

// Elements of two bytes: ptxas loads four at a time, which a layout would take
// apart, and multiplies as fast as floats.
__global__ void halves(half *x, half *y, half *z, int n, int m) {
  // FIXED: __shared__ half a[128][8], b[8][128];
  __shared__ half a[128][8], b[8][128];
  half sum[8][8] = {};
  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 16 + tx;
  for (int k = 0; k < n; k += 8) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      a[tid / 2][tid % 2 * 4 + i] = x[(k + tid % 2 * 4 + i) * m + tid / 2];
      b[tid / 32][tid % 32 * 4 + i] =
          y[(k + tid / 32) * m + blockIdx.x * 128 + tid % 32 * 4 + i];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int l = 0; l < 8; ++l)
          sum[i][l] += a[ty * 8 + i][j] * b[j][tx * 8 + l];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int l = 0; l < 8; ++l)
      z[(ty * 8 + i) * m + blockIdx.x * 128 + tx * 8 + l] = sum[i][l];
}

int main() {
  product<<<dim3(16, 32), dim3(16, 16)>>>(nullptr, nullptr, nullptr, 4096, 4096);
  halves<<<32, dim3(16, 16)>>>(nullptr, nullptr, nullptr, 4096, 4096);
}
