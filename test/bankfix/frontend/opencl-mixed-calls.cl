// Built-in functions take operands of one type; calls with several, which some
// vendors' compilers take, are read as C converts operands.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix check --fail-on=never %s | FileCheck %s --check-prefix=NOTE
// NOTE: note: calls of 'mul24' whose arguments differ in type are read as C converts operands

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void mixed(__global float *out) {
  __local float a[4096];
  uint t = get_local_id(0);
  int two = 2;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  a[mul24(t, two)] = 1;
  // However often it is called so.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 8,
  a[4 * mul24(t, two)] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4,
  a[mad24(two + 2, get_local_id(0), 5)] = 3;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  a[min(t, 15)] = 4;
  // A negative int is a large uint.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 8,
  a[8 * min(-1, t)] = 5;
  // Those of one type and of vectors are what they were.
  float4 quad = min((float4)(1.0f), 0.5f) * max(1.5f, 0.5f);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  out[t] = a[clamp(t, 4, 4095u)] * max(quad.x, 0);
}
