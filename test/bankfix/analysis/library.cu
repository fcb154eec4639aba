// Shared memory that a library gets, whose headers are a system's: what it does
// there is its own matter, and said to be.

// RUN: %exits 0 %bankfix check %s -- -isystem %S/Inputs/library | FileCheck %s

#include "blocks.h"

template <int N> __global__ void reduced(float *out) {
  __shared__ blocks::Reduce::Storage storage;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'storage' is not analysed: line [[#@LINE+1]]: it is given to a library in 'blocks::Reduce(storage)', whose accesses bankfix does not count
  out[threadIdx.x] = blocks::Reduce(storage).sum(N);
  __shared__ float given[32];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'given' is not analysed: line [[#@LINE+1]]: it is given to a library in 'blocks::clear(given, 32)', whose accesses bankfix does not count
  blocks::clear(given, 32);
}
// Once for all instances.
// CHECK-NOT: not analysed

void launch(float *out) {
  reduced<1><<<1, 32>>>(out);
  reduced<2><<<1, 64>>>(out);
}
