// Another build may give an index a side effect: it is evaluated once in any.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu -- -I%S '-DFLAG(i)=(i)' > %t.notes
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device -I%S '-DFLAG(i)=(i)' %t.cu
// RUN: %clang-device -I%S '-DFLAG(i)=(i)++' '-DNEXT(i)=(i)++' '-DLATER(i)=(i)++' %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o - -- -I%S '-DFLAG(i)=(i)' | cmp - %t.cu

#include "Inputs/once-open-macros.h"

#ifndef NEXT
#define NEXT(i) (i)
#endif
#define SAME(i) (i)

// CHECK-LABEL: void steps(
__global__ void steps(float *out, const float *in) {
  __shared__ float s[1024];
  int j = threadIdx.x * 32 % 1024;
  // CHECK: s[bankfix_pad32(NEXT(j))] = in[threadIdx.x];
  s[NEXT(j)] = in[threadIdx.x];
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(SAME(threadIdx.x))] + j;
  out[threadIdx.x] = s[SAME(threadIdx.x)] + j;
}

// In a header, whose guard decides nothing, and by a flag.
// CHECK-LABEL: void others(
__global__ void others(float *out, const float *in) {
  __shared__ float s[1024];
  int j = threadIdx.x * 32 % 1024;
  // CHECK: s[bankfix_pad32(LATER(j))] = in[threadIdx.x];
  s[LATER(j)] = in[threadIdx.x];
  __syncthreads();
  // CHECK: s[bankfix_pad32(FLAG(j))] = in[threadIdx.x];
  s[FLAG(j)] = in[threadIdx.x];
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(EQUAL(threadIdx.x))] + j;
  out[threadIdx.x] = s[EQUAL(threadIdx.x)] + j;
}

void run(float *out, float *in) {
  steps<<<1, 256>>>(out, in);
  others<<<1, 256>>>(out, in);
}
