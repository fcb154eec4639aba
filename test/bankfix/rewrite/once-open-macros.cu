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

// By way of another macro, as an argument, by another name or a paste, as code
// that is not called.
#define AT(i) NEXT(i)
#define CALL(f, i) f(i)
#ifndef ALIAS
#define ALIAS SAME
#endif
#ifndef KIND
#define KIND 0
#endif
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define KIND_0(i) (i)
#define KIND_1(i) (i)++
#ifndef PLACE
#define PLACE j
#endif
#ifndef BEHIND
#define BEHIND +0
#endif
#ifndef WIDE
#define WIDE (16 * 2)
#endif
// CHECK-LABEL: void forms(
__global__ void forms(float *out, const float *in) {
  __shared__ float s[1024];
  int j = threadIdx.x * 32 % 1024;
  // CHECK: s[bankfix_pad32(AT(j))] = 1;
  s[AT(j)] = 1;
  // CHECK: s[bankfix_pad32(CALL(NEXT, j))] = 2;
  s[CALL(NEXT, j)] = 2;
  // CHECK: s[bankfix_pad32(ALIAS(j))] = 3;
  s[ALIAS(j)] = 3;
  // CHECK: s[bankfix_pad32(CAT(KIND_, KIND)(j))] = 4;
  s[CAT(KIND_, KIND)(j)] = 4;
  // CHECK: s[bankfix_pad32(PLACE)] = 5;
  s[PLACE] = 5;
  // CHECK: s[bankfix_pad32(j BEHIND)] = 6;
  s[j BEHIND] = 6;
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * WIDE % 1024)] = 7;
  s[threadIdx.x * WIDE % 1024] = 7;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + j;
}

void run(float *out, float *in) {
  steps<<<1, 256>>>(out, in);
  others<<<1, 256>>>(out, in);
  forms<<<1, 256>>>(out, in);
}
