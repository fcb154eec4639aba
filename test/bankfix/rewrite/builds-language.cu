// What is asked of the language is the same in every build that has kernels, and no
// build is what an editor defines.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED

#include "Inputs/builds-language.h"

// CHECK-DAG: 't[32][32] -> t[32][33]' (pad-row)
__global__ void turned(float *out, const float *in) {
  // FIXED: t[SIDE][(SIDE) + 1];
  __shared__ float t[SIDE][SIDE];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

// The other build of this one has fewer rows than the block.
// CHECK-DAG: no fix of 'u' by {{.*}}: another build may compile {{.*}}builds-language.h:2
__global__ void other(float *out, const float *in) {
  // FIXED: u[WIDTH][WIDTH];
  __shared__ float u[WIDTH][WIDTH];
  u[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = u[threadIdx.x][threadIdx.y];
}

#ifdef __INTELLISENSE__
#define STEP 7
#else
#define STEP 32
#endif

// CHECK-DAG: 'w[1024] -> w[1056], rows of 32 -> 33 elements' (pad-stride)
__global__ void edited(float *out) {
  __shared__ float w[1024];
  w[threadIdx.x * STEP] = 1;
  __syncthreads();
  out[threadIdx.x] = w[threadIdx.x * STEP];
}

void turn(float *out, const float *in) {
  edited<<<1, 32>>>(out);
  turned<<<1, dim3(32, 32)>>>(out, in);
  other<<<1, dim3(32, 32)>>>(out, in);
}
