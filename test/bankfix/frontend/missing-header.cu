// A header that is not there is a warning: each kernel is judged by itself, and
// one that needs it is skipped.

// RUN: %exits 1 %bankfix check %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=SKIPPED < %t.out
// RUN: %exits 0 %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log 2>&1
// RUN: cmp %t.cu %t.again.cu
// RUN: %exits 1 %bankfix check --format=json %s | %validate

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'project_config.h' {{.*}}not found
#include "project_config.h"

__global__ void independent(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row) leaves
}

// The header may say how it is.
__global__ void configured(float *out) {
  // FIXED: float rows[32][32];
  __shared__ float rows[32][32];
  rows[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#ifdef PROJECT_TRANSPOSED
  out[0] = 0;
#endif
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'rows[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = rows[threadIdx.x][threadIdx.y];
  // CHECK: note: no fix of 'rows' by pad-row: line {{[0-9]+}}: bankfix could not read all of the file: 'project_config.h' file not found
}

// So it may of what others declare, too.
extern __shared__ float dynamic[];
__global__ void sized(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: store to 'dynamic[threadIdx.x * 32]' has 32-way
  dynamic[threadIdx.x * 32] = out[threadIdx.x];
  // CHECK: note: no fix of 'dynamic' by index-macro{{.*}}: line {{[0-9]+}}: bankfix could not read all of the file: 'project_config.h' file not found
}

// SKIPPED: :[[#@LINE+1]]:17: note: kernel 'dependent' is skipped: {{.*}}PROJECT_TILE
__global__ void dependent(float *out) {
  __shared__ float other[PROJECT_TILE][PROJECT_TILE];
  other[threadIdx.y][threadIdx.x] = 1;
}
// CHECK-NOT: 'other

void launch(float *out) {
  independent<<<1, dim3(32, 32)>>>(out);
  configured<<<1, dim3(32, 32)>>>(out);
  sized<<<1, 32, 4096>>>(out);
}
