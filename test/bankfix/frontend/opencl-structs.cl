// Structs that C assigns, whose assignment is no lvalue there: each member's
// word is copied by itself, as far as the struct's alignment goes.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix verify --format=json %s > %t
// RUN: %json-lines < %t | FileCheck %s --check-prefix=RAN

typedef struct {
  float v, x, y, z;
} Body;

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void bodies(__global const Body *in, __global Body *out) {
  __local Body a[64], b[64];
  int t = get_local_id(0);
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "a", "op": "store", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "a", "op": "store", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  a[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "a", "op": "load", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "b", "op": "store", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  // RAN: access {"line": [[#@LINE+2]], {{.*}}"array": "a", "op": "load", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "store", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  b[t] = a[63 - t];
  barrier(CLK_LOCAL_MEM_FENCE);
  Body last, first;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "b", "op": "load", {{.*}}"requests": 8, "wavefronts": 8, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "load", {{.*}}"requests": 8, "wavefronts": 8, "ideal": 8
  last = first = b[0];
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "a", "op": "load", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "a", "op": "load", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  out[t] = (last.v > 0, a[t]);
}
