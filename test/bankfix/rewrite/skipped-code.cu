// Code that this build leaves out is edited as the builds have it that compile
// it, and proved in these; what none compiles, or bankfix does not follow,
// stands against an edit.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=CODE
// RUN: %clang-device -I%S %t.cu && %clang-device -I%S -DFAST %t.cu && %clang-device -I%S -DWIDE -DFAST %t.cu
// RUN: %bankfix verify --all-configurations --objective=wavefronts --kernel=edited %s
// RUN: %exits 1 %bankfix --diff --objective=wavefronts --format=json --output=%t.json %s > /dev/null
// RUN: %validate < %t.json
// RUN: %bankfix --objective=wavefronts -i %t.cu -- -I%S > /dev/null 2>&1 && %code %t.cu | FileCheck %s --check-prefix=CODE

#define USE(i) flag[i] = sizeof(b)

// Both branches, one in the other, and what only another GPU's code has.
// CODE: s[BANKFIX_PAD32(1024)];
// CODE: p[BANKFIX_PAD32(threadIdx.x)] = in[threadIdx.x];
// CODE: = p[BANKFIX_PAD32(threadIdx.x * 32)] / s[BANKFIX_PAD32(threadIdx.x)];
// CODE: = __fdividef(p[BANKFIX_PAD32(threadIdx.x * 32)], s[BANKFIX_PAD32(threadIdx.x)]);
// CODE: += s[BANKFIX_PAD32(threadIdx.x ^ 3)];
// CODE: += s[BANKFIX_PAD32(threadIdx.x ^ 1)];
__global__ void edited(float *out, const float *in) {
  __shared__ float s[1024];
  float *p = s;
  p[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#ifndef FAST
  out[threadIdx.x] = p[threadIdx.x * 32] / s[threadIdx.x];
#else
  out[threadIdx.x] = __fdividef(p[threadIdx.x * 32], s[threadIdx.x]);
#ifdef WIDE
  out[threadIdx.x] += s[threadIdx.x ^ 3];
#endif
#endif
#if __CUDA_ARCH__ >= 900
  out[threadIdx.x] += s[threadIdx.x ^ 1];
#endif
}

// CHECK: no fix of 'a' by pad-row: it would not hold in a build with {{.*}}-DFLAT: 'a': line [[#@LINE+8]]: 'a[0][1023]' has values of subscript 2 outside 0 to 31
// CODE: float a[32][32];
__global__ void direct(float *out) {
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
#ifdef FLAT
  out[0] = a[0][1023];
#endif
}

// A layout of the same size, as its size is asked for.
// CODE: float b[32][32];
// CODE: b[threadIdx.y][BANKFIX_XOR(threadIdx.x, threadIdx.y)] = 1;
__global__ void throughMacro(int *flag) {
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  flag[threadIdx.x] = b[threadIdx.x][threadIdx.y];
#if __CUDA_ARCH__ >= 900
  USE(0);
#endif
}

// CHECK: no fix of 'tile' by pad-row: {{.*}}skipped-names.h:1: code that the preprocessor skipped names 'tile'
__global__ void included(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#include "Inputs/skipped-names.h"
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// No build compiles it.
// CHECK: no fix of 'd' by pad-row: line [[#@LINE+7]]: code that the preprocessor skipped names 'd'; use another name there, or for the array
#define DEBUG 0
__global__ void never(float *out) {
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x][threadIdx.y];
#if DEBUG
  out[0] = d[0][1023];
#endif
}

void launch(float *out, int *flag) {
  dim3 block(32, 32);
  edited<<<1, 32>>>(out, out);
  direct<<<1, block>>>(out);
  throughMacro<<<1, block>>>(flag);
  included<<<1, block>>>(out);
  never<<<1, block>>>(out);
}
