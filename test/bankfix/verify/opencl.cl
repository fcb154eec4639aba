// RUN: %bankfix verify --format=json %s > %t
// RUN: %validate < %t
// RUN: %json-lines < %t | %FileCheck %s

// CHECK: kernel {"name": "turned"
// CHECK-SAME: "racy": false, "ran": true
// CHECK: before {
// CHECK: access {"line": [[#@LINE+7]], {{.*}}"array": "tile", "op": "store", {{.*}}"wavefronts": 8, "ideal": 8
// CHECK: access {"line": [[#@LINE+10]], {{.*}}"array": "tile", "op": "load", {{.*}}"requests": 8, "wavefronts": 64, "ideal": 8
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
turned(__global float *out, __global const float *in, __local int *counts,
       int n) {
  __local float tile[16][16];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = native_sin(mad(in[x], 2.0f, clamp(in[y], 0.0f, 1.0f)));
  if (y == 0)
    counts[x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float v = tile[x][y];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "counts", "op": "atomic"
  atomic_inc(&counts[x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = vload4(x, in) * 2.0f;
  out[get_global_id(1) * n + get_global_id(0)] =
      v + counts[x] + dot(sum, sum) + convert_float(mul24(x, y));
}
