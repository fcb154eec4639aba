// A macro that pastes, and that skipped code defines otherwise, names an array
// where its name can be made of pieces that are spelled.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s -- -DPIECE=row | FileCheck --check-prefix=FLAG %s

#include "Inputs/pasted-numbers.h"

// CHECK-DAG: [[#@LINE+3]]:{{.*}} 'tile[32][32] -> tile[32][33]' (pad-row)
// FLAG-DAG: [[#@LINE+2]]:{{.*}} 'tile[32][32] -> tile[32][33]' (pad-row)
__global__ void whole(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = NUMBER(1.0);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 'half' by pad-row: {{.*}}pasted-numbers.h:2: code that the preprocessor skipped names 'NUMBER'; use another name there, or for the array
__global__ void ofPieces(float *hal, float *out) {
  __shared__ float half[32][32];
  half[threadIdx.y][threadIdx.x] = NUMBER(1.0);
  __syncthreads();
  out[threadIdx.x] = half[threadIdx.x][threadIdx.y];
}

// A number is spelled wherever a line is: `__LINE__`.
// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 't12f' by pad-row: {{.*}} names 'NUMBER'
__global__ void numbered(float *t, float *out) {
  __shared__ float t12f[32][32];
  t12f[threadIdx.y][threadIdx.x] = NUMBER(1.0);
  __syncthreads();
  out[threadIdx.x] = t12f[threadIdx.x][threadIdx.y];
}

// What the macro makes ends with an `f`.
// CHECK-DAG: [[#@LINE+2]]:{{.*}} 't12[32][32] -> t12[32][33]' (pad-row)
__global__ void ended(float *t, float *out) {
  __shared__ float t12[32][32];
  t12[threadIdx.y][threadIdx.x] = NUMBER(1.0);
  __syncthreads();
  out[threadIdx.x] = t12[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: [[#@LINE+3]]:{{.*}} 'rowf[32][32] -> rowf[32][33]' (pad-row)
// FLAG-DAG: [[#@LINE+2]]:{{.*}} no fix of 'rowf' by pad-row: {{.*}} names 'NUMBER'
__global__ void ofFlags(float *out) {
  __shared__ float rowf[32][32];
  rowf[threadIdx.y][threadIdx.x] = NUMBER(1.0);
  __syncthreads();
  out[threadIdx.x] = rowf[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  dim3 block(32, 32);
  whole<<<1, block>>>(out);
  ofPieces<<<1, block>>>(nullptr, out);
  numbered<<<1, block>>>(nullptr, out);
  ended<<<1, block>>>(nullptr, out);
  ofFlags<<<1, block>>>(out);
}
