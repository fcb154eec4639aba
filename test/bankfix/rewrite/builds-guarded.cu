// A macro that a build may define: values with which the edit is proved are
// admitted, and no others.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.notes
// RUN: FileCheck %s --check-prefix=NOTE --input-file=%t.notes
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %clang-device -DTILE=16 %t.cu
// RUN: not %clang-device -DTILE=24 %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %bankfix --objective=wavefronts %t.cu -o - | cmp - %t.cu
// RUN: %bankfix --objective=wavefronts --strategy=swizzle %s -o - | %code | FileCheck %s --check-prefix=SWIZZLE

#ifndef TILE
#define TILE 32
#endif
#ifndef SCALE
#define SCALE 0.5f
#endif

// NOTE: 'tile[32][32] -> tile[32][33]' (pad-row)
// CHECK: __shared__ float tile[TILE][(TILE) + 1];
// CHECK-NEXT: static_assert(((TILE) == 8 || (TILE) == 16 || (TILE) == 32 || (TILE) == 64) && (9999 / TILE * 3) == 9999 / (TILE) * 3, "bankfix: the layout of 'tile' is proved for these values alone");
// OTHER: bankfix: the layout of 'tile' is proved for these values alone
// SWIZZLE: __shared__ float tile[TILE][TILE];
// SWIZZLE-NEXT: static_assert(((TILE) == 32 || (TILE) == 64 || (TILE) == 128) && (9999 / TILE * 3) == 9999 / (TILE) * 3, "bankfix: the layout of 'tile'
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = SCALE * in[y * n + x];
  __syncthreads();
  out[x * n + y] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, float *in, int n) {
  transpose<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(out, in, n);
}

#ifndef N
#define N 32
#endif

// Any size is right for an index macro, and for this swizzle a multiple of 32.
// NOTE: 'flat[1024] -> flat[1056], rows of 32 -> 33 elements' (pad-stride)
// CHECK: static_assert((N) == 32 && (9999 / N * 3) == 9999 / (N) * 3,
// SWIZZLE: static_assert((N * N) % 32 == 0, "bankfix: the swizzle of 'flat' needs a multiple of 32");
__global__ void flattened(float *out, const float *in) {
  __shared__ float flat[N * N];
  int x = threadIdx.x % N, y = threadIdx.x / N % N;
  flat[y * N + x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = flat[x * N + y];
}

void runFlat(float *out, float *in) { flattened<<<1, 1024>>>(out, in); }
