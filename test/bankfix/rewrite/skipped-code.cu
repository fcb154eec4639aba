// Code that the preprocessor skipped may use the array, in another build.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define USE(i) flag[i] = sizeof(b)

__global__ void direct(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+5]]: code that the preprocessor skipped names 'a'
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
#ifdef FLAT
  out[0] = a[0][1023];
#endif
}

__global__ void throughMacro(int *flag) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+5]]: code that the preprocessor skipped names 'b'
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  flag[threadIdx.x] = b[threadIdx.x][threadIdx.y];
#if __CUDA_ARCH__ >= 900
  USE(0);
#endif
}

__global__ void alternative(float *out) {
#ifdef PADDED
  __shared__ float c[32][33];
#else
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE-3]]: code that the preprocessor skipped names 'c'
  __shared__ float c[32][32];
#endif
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
}

__global__ void included(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: {{.*}}skipped-names.h:1: code that the preprocessor skipped names 'tile'
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#include "Inputs/skipped-names.h"
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out, int *flag) {
  dim3 block(32, 32);
  direct<<<1, block>>>(out);
  throughMacro<<<1, block>>>(flag);
  alternative<<<1, block>>>(out);
  included<<<1, block>>>(out);
}
