// Code that is left out of a header is no part of a function of another one, nor
// of one beside it.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

#include "Inputs/skipped-functions.h"
#include "Inputs/skipped-include.h"

// CHECK-DAG: [[#@LINE+2]]:{{.*}} 'tile[32][32] -> tile[32][33]' (pad-row)
__global__ void beside(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = twice(tile[threadIdx.x][threadIdx.y]);
}

// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 'halves' by pad-row: {{.*}}skipped-functions.h:4: code that the preprocessor skipped names 'value'; use another name there, or for the array
__global__ void within(float *out) {
  __shared__ float halves[32][32];
  halves[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = half(halves[threadIdx.x][threadIdx.y]);
}

// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 'thirds' by pad-row: {{.*}}skipped-functions.h:11: code that the preprocessor skipped names 'value'; use another name there, or for the array
__global__ void cut(float *out) {
  __shared__ float thirds[32][32];
  thirds[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = third(thirds[threadIdx.x][threadIdx.y]);
}

void launch(float *out) {
  dim3 block(32, 32);
  beside<<<1, block>>>(out);
  within<<<1, block>>>(out);
  cut<<<1, block>>>(out);
}
