// What only OpenCL 1.2 takes ('pipe' is a word of 2.0), with a local pointer
// that is passed on; next to it, in generic.cl, what only 2.0 takes.
// RUN: %bankfix verify --format=json %s > %t
// RUN: %json-lines < %t | %FileCheck %s

float2 pick(__local float *row, int pipe) {
  return (float2)(row[pipe], row[pipe + 1]);
}

// CHECK: kernel {"name": "turned"
// CHECK-SAME: "racy": false, "ran": true
// CHECK: before {
// CHECK: access {{.*}}"array": "tile", "op": "load", {{.*}}"requests": 2
// CHECK: access {{.*}}"array": "tile", "op": "store", {{.*}}"wavefronts": 2, "ideal": 2
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
turned(__global float *out, __local float *tile) {
  int pipe = get_local_id(0);
  tile[pipe] = out[pipe];
  barrier(CLK_LOCAL_MEM_FENCE);
  float2 both = pick(tile, pipe / 2);
  out[pipe] = both.x + both.y;
}
