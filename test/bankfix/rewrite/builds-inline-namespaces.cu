// Which of several functions of one name gets an array, `inline` says, under
// whatever name.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

#ifdef USE_FLAT
#define INLINE_ROWS
#define INLINE_ELEMENTS inline
#else
#define INLINE_ROWS inline
#define INLINE_ELEMENTS
#endif
namespace both {
INLINE_ROWS namespace rows {
__device__ float get(float (&t)[32][32], int r, int c) { return t[r][c]; }
} // namespace rows
INLINE_ELEMENTS namespace elements {
__device__ float get(float (&t)[32][32], int r, int c) {
  return (&t[0][0])[r * 32 + c];
}
} // namespace elements
} // namespace both
// CHECK: no fix of 'inlined' by pad-row: it would not hold in a build with -DUSE_FLAT
__global__ void byInline(float *out) {
  __shared__ float inlined[32][32];
  inlined[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y] = both::get(inlined, threadIdx.x, threadIdx.y);
}

void run(float *out) { byInline<<<1, dim3(32, 32)>>>(out); }
