// Clang's own error, with line and column; nothing is written.

// RUN: rm -f %t.cu
// RUN: %exits 2 %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: not ls %t.cu
// RUN: %exits 2 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 2 %bankfix --diff %s 2>&1 | FileCheck %s

__global__ void broken(float *out) {
  __shared__ float tile[32][32];
  // CHECK: missing-parenthesis.cu:[[#@LINE+1]]:24: error: expected ')'
  if (threadIdx.x < 32 {
    out[threadIdx.x] = tile[threadIdx.x][0];
  }
}
// CHECK-NOT: warning: load
