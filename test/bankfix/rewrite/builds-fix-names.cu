// A macro of a header that only another build includes is not the fix's.

// RUN: %bankfix --objective=wavefronts --strategy=index-macro --cuda-headers=builtin %s -o %t.cu -- -I%S > %t.log
// RUN: %code %t.cu | FileCheck %s

#ifdef OLD
#include "Inputs/old-macros.h"
#endif

// CHECK: #define BANKFIX_PAD32_2(i) ((i) + ((i) >> 5))
__global__ void turn(float *out, const float *in) {
  // CHECK: float t[BANKFIX_PAD32_2(1024)];
  __shared__ float t[1024];
  t[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32 * 32 + threadIdx.x / 32];
}

void run(float *out, const float *in) { turn<<<1, 1024>>>(out, in); }
