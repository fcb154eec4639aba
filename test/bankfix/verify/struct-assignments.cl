// C writes a struct where its value is made: a literal's stores are counted at
// the element that is assigned, as every other access.

// RUN: %bankfix verify --format=json %s | %json-lines | %FileCheck %s

// CHECK: before {
// CHECK-DAG: access {"line": [[#@LINE+11]], "column": 3, "array": "a", "op": "store", {{.*}}"index": "[2 * t]", {{.*}}"wavefronts": 12,
// CHECK-DAG: access {"line": [[#@LINE+11]], "column": 3, "array": "b", "op": "store", {{.*}}"index": "[t]", {{.*}}"wavefronts": 6,
// CHECK-DAG: access {"line": [[#@LINE+10]], "column": 10, "array": "a", "op": "load", {{.*}}"index": "[63 - t]", {{.*}}"wavefronts": 6,
// CHECK-DAG: access {"line": [[#@LINE+10]], "column": 3, "array": "a", "op": "store", {{.*}}"index": "[t]", {{.*}}"wavefronts": 6,
// CHECK-DAG: access {"line": [[#@LINE+10]], "column": 3, "array": "a", "op": "store", {{.*}}"index": "[t]", {{.*}}"wavefronts": 6,
typedef struct { float x, y, z; } S;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void assigned(__global float *out, int n) {
  __local S a[128], b[64];
  int t = get_local_id(0);
  S own = {1, 2, 3};
  a[2 * t] = (S){1, 2, 3};
  b[t] = a[63 - t];
  a[t] = n > 2 ? (S){1, 2, 4} : own;
  a[t] = (out[0] = 1, own);
  out[t] = a[t].x + b[t].x;
}
