// Behind a missing header, a kernel is skipped for what it uses, too: types,
// functions and constants.

// RUN: %exits 1 %bankfix check %s | FileCheck %s

#include "missing_types.h"

typedef missing_t alias_t;
struct Holder {
  missing_t first;
};
const int Size = MISSING_SIZE;
__device__ int helper(int x) { return missing_call(x); }
__device__ int middle(int x) { return helper(x) + 1; }

// CHECK-DAG: [[#@LINE+1]]:17: note: kernel 'type' is skipped: unknown type name 'missing_t', in 'alias_t' that it uses
__global__ void type() {
  __shared__ alias_t s[32];
  s[threadIdx.x] = 0;
}
// CHECK-DAG: [[#@LINE+1]]:17: note: kernel 'member' is skipped: unknown type name 'missing_t', in 'first' that it uses
__global__ void member() {
  __shared__ Holder s[32];
  s[threadIdx.x].first = 0;
}
// CHECK-DAG: [[#@LINE+1]]:17: note: kernel 'constant' is skipped: use of undeclared identifier 'MISSING_SIZE', in 'Size' that it uses
__global__ void constant() {
  __shared__ int s[1024];
  s[threadIdx.x * Size] = 0;
}
// CHECK-DAG: [[#@LINE+1]]:17: note: kernel 'function' is skipped: use of undeclared identifier 'missing_call', in 'helper' that it uses
__global__ void function() {
  __shared__ int s[1024];
  s[middle(threadIdx.x)] = 0;
}
// CHECK-DAG: [[#@LINE+4]]:3: warning: store to 'whole[threadIdx.x * 32]' has 32-way
__global__ void nothing() {
  __shared__ int whole[1024];
  __shared__ int *unused;
  whole[threadIdx.x * 32] = 0;
}
void run() { nothing<<<1, 32>>>(); }
