// What a header declares is reported, and not changed where one file is written.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu
// RUN: %bankfix --verbose %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=ALL

#include "Inputs/kernel.h"
#include "Inputs/tile.h"

// CHECK-DAG: kernel.h:5:22: warning: load of 'local[threadIdx.x][threadIdx.y]' has 32-way
// CHECK-DAG: note: no fix of 'local' by pad-row: '{{.*}}kernel.h', which declares it, stays: -o writes one file; -i and --diff change it, too

__global__ void k(float *out) {
  headerTile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK-DAG: :[[#@LINE+1]]:22: warning: load of 'headerTile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = headerTile[threadIdx.x][threadIdx.y];
  // CHECK-DAG: note: no fix of 'headerTile' by pad-row: '{{.*}}tile.h', which declares it, stays: -o writes one file; -i and --diff change it, too
}

void launch(float *out) {
  inHeader<<<1, dim3(32, 32)>>>(out);
  k<<<1, dim3(32, 32)>>>(out);
}

// ALL-DAG: it is declared in '{{.*}}kernel.h', which other files may include
// ALL-DAG: it is declared in '{{.*}}tile.h', which other files may include
