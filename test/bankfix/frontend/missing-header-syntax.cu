// A missing header excuses what is not known, but no stray bracket.

// RUN: %exits 2 %bankfix check %s | FileCheck %s

// CHECK: warning: 'not_there.h' file not found
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: error: expected
#include "not_there.h"

__global__ void k(float *out) {
  __shared__ float s[32];
  s[threadIdx.x = out[0];
}
