// A function whose name a header pastes in another build cannot get the array
// beside its place: that call would not give it.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu | FileCheck %s
// RUN: diff %s %t.cu
// RUN: grep -v pasted-call.h %s | sed "s/CALL(out, 2)//" > %t.without.cu
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.without.cu -o - | %code | FileCheck %s --check-prefix=WITHOUT

#include "Inputs/pasted-call.h"

// CHECK: no fix of 's' {{.*}}'p[i * 8] = n' is a pointer into it
// WITHOUT: void fill(float *p_base, float *p, int n)
__device__ void fill(float *p, int n) {
  for (int i = 0; i < 4; ++i)
    p[i * 8] = n;
}

__global__ void k(float *out) {
  __shared__ float s[1024];
  fill(&s[threadIdx.x * 32], 1);
  CALL(out, 2);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
}

void launch(float *out) { k<<<1, 32>>>(out); }
