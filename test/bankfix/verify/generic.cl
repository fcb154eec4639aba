// What only OpenCL 2.0 takes: pointers that may point anywhere.
// RUN: %bankfix verify --format=json %s > %t
// RUN: %json-lines < %t | %FileCheck %s

float second(float *anywhere) { return anywhere[1]; }

// CHECK: kernel {"name": "sums"
// CHECK-SAME: "racy": false, "ran": true
// CHECK: before {
// CHECK: access {"line": 5, {{.*}}"array": "tile", "op": "load"
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
sums(__global float *out, __global float *in, __local float *tile) {
  int x = get_local_id(0);
  tile[x] = tile[x + 32] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float own[2] = {x, 2.0f};
  out[x] = second(&tile[x]) + second(own) + second(in + x);
}
