// What the main file includes in some builds is no part of a function that all
// of a header has, whatever is given to it.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device -I%S %t.cu

#include "Inputs/helper.h"
#ifdef MANY_HOSTS
#include <mpi.h>
#endif

__global__ void k(float *out) {
  __shared__ float s[1024];
  // CHECK: s[BANKFIX_PAD32(32 * threadIdx.x)] = isThere(s);
  s[32 * threadIdx.x] = isThere(s);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(float *out) { k<<<1, 32>>>(out); }
