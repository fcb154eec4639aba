// What an assignment sets, it does not read.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

#include "Inputs/half-as-toolkit.h"

// CHECK: access {{.*}}"line": 13,{{.*}}"op": "store"
// CHECK-NEXT: access {{.*}}"line": 14,{{.*}}"op": "store"
// CHECK-NEXT: access {{.*}}"line": 15,{{.*}}"op": "load"
// CHECK-NEXT: access {{.*}}"line": 15,{{.*}}"op": "store"
__global__ void k(__half *out) {
  __shared__ __half t[32][64];
  t[threadIdx.x][0] = 1.0f;
  t[threadIdx.x][1] = 2;
  t[threadIdx.x][2] += out[0];
}

void run(__half *out) { k<<<1, 32>>>(out); }
