// No build compiles a branch with an #error: whatever it leaves out is there.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin --sort=source %s -o %t.cu > %t.log
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device -I%S %t.cu

#include "Inputs/tile-size-or-error.h"

// CHECK: float s[TILE][(TILE) + 1];
__global__ void transpose(float *out, const float *in) {
  // LOG: note: 's[32][32] -> s[32][33]' (pad-row)
  __shared__ float s[TILE][TILE];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

void launch(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
}
