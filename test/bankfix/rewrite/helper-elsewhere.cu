// A function of a header that indexes what it gets would have to change with
// the array.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

#include "Inputs/puts.h"

__global__ void columns(float *out) {
  // CHECK: no fix of 's' by index-macro: {{.*}}puts.h:2: 'p[i] = i' is in another file than the array, and only one of them can change; put it into a function of the array's file
  __shared__ float s[1024];
  for (int i = 0; i < 32; ++i)
    put(s, threadIdx.x * 32 + i);
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    out[i] += s[i * 32 + threadIdx.x];
}

void launch(float *out) { columns<<<1, 32>>>(out); }
