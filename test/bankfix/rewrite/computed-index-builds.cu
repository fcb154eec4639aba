// Where another build may have a variable of another type, or name it otherwise,
// the layout's index stands at its subscripts.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix verify %s --against=%t.cu
// RUN: %bankfix verify %s --against=%t.cu -- '-Dindex_t=unsigned char'
// RUN: %bankfix verify %s --against=%t.cu -- '-DELEMENT=unsigned char'
// RUN: %bankfix verify %s --against=%t.cu -- -DSHOWN

#include "Inputs/computed-index.h"
#ifndef index_t
#define index_t int
#endif
#ifndef ELEMENT
#define ELEMENT int
#endif
typedef ELEMENT Index;

__global__ void k(float *out, const float *in) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  for (int q = tid; q < 256; q += 32)
    s[q] = in[q];
  __syncthreads();
  {
    // CHECK: index_t macro = 8 * tid + 7;
    index_t macro = 8 * tid + 7;
    // CHECK-NEXT: s[[[PAD:BANKFIX_[A-Z0-9_]+]](macro)] += s[[[PAD]](macro)] * 2;
    s[macro] += s[macro] * 2;
  }
  {
    // CHECK: Index alias = 8 * tid + 6;
    Index alias = 8 * tid + 6;
    // CHECK-NEXT: s[[[PAD]](alias)] += s[[[PAD]](alias)] * 2;
    s[alias] += s[alias] * 2;
  }
  {
    // CHECK: int a1 = 8 * tid + 4;
    int a1 = 8 * tid + 4;
    // CHECK-NEXT: s[[[PAD]](a1)] += s[[[PAD]](a1)];
    s[a1] += s[a1];
    if (tid == 31) {
      SHOW(1)
    }
  }
  {
    // CHECK: auto plain = [[PAD]](8 * tid + 3);
    auto plain = 8 * tid + 3;
    // CHECK-NEXT: s[plain] += s[plain];
    s[plain] += s[plain];
  }
  __syncthreads();
  for (int q = tid; q < 256; q += 32)
    out[q] = s[q];
}
void launch(float *out, const float *in) { k<<<1, 32>>>(out, in); }
