// A header that is not there is a warning: each kernel is judged by itself, one
// that needs it is skipped, and none is rewritten.

// RUN: %exits 1 %bankfix check %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=SKIPPED < %t.out
// RUN: %exits 0 %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu
// RUN: %exits 1 %bankfix check --format=json %s | %validate

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'project_config.h' {{.*}}not found
#include "project_config.h"

__global__ void independent(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: no fix of 'tile' by pad-row: line 15: the file cannot be judged as a whole: 'project_config.h' file not found
}

// SKIPPED: :[[#@LINE+1]]:17: note: kernel 'dependent' is skipped: {{.*}}PROJECT_TILE
__global__ void dependent(float *out) {
  __shared__ float other[PROJECT_TILE][PROJECT_TILE];
  other[threadIdx.y][threadIdx.x] = 1;
}
// CHECK-NOT: 'other

void launch(float *out) { independent<<<1, dim3(32, 32)>>>(out); }
