// What looks like the name of an array and is none: the parameter of a macro in
// code that is skipped, and the guard of a header that goes on behind it.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin --sort=source %s -o %t.cu > %t.log
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device -I%S %t.cu
// RUN: %clang-device -I%S -DNO_STATIC_ASSERT %t.cu

// LOG-NOT: no fix of 's'

#include "Inputs/guard-and-more.h"

COMPILE_TIME_ASSERT(sizeof(Element) == 4);

__device__ float sum(ElementRef a, ElementRef b) { return a + b; }

// CHECK: float s[32][33];
__global__ void transpose(float *out, const float *in) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sum(s[threadIdx.x][threadIdx.y], s[threadIdx.x][0]);
}

// Elsewhere, the macro of the same form is code.
#ifdef SWAPPED
#define SWAP(b) (t[b])
#else
#define SWAP(b) (b)
#endif

// CHECK: float t[32][32];
__global__ void swapped(float *out, const float *in) {
  // LOG: no fix of 't' by pad-row: line [[#@LINE-8]]: code that the preprocessor skipped names 't'
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y] + SWAP(0);
}

void launch(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
  swapped<<<1, dim3(32, 32)>>>(out, in);
}
