// Skipped code that has nothing to do with the array does not protect it, and
// stays as it is. Neither does what a header before the kernel skips, whatever
// names it uses.

// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device -I%S %t.cu

#include "Inputs/skipped-names.h"

#if 0
This is not C++: tile isn't "an array
#endif

#ifdef HAVE_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

__global__ void k(Real *out) {
  // CHECK: Real tile[32][33];
  __shared__ Real tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#ifdef SCALE
  out[0] *= SCALE;
#endif
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(Real *out) { k<<<1, dim3(32, 32)>>>(out); }
