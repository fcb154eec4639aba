// What runs before and behind a subscript that is a constant outside of its row
// runs all the same: OpenCL's kernels are inlined, and branches on constants go.

// RUN: %bankfix verify --format=json %s | %FileCheck %s

// CHECK: "before": {
// CHECK: "line": 17
// CHECK: "line": 20
// CHECK: "line": 22
// CHECK: "never_executed": []
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void parts(__global unsigned *out) {
  __local unsigned carved[11][48];
  int t = get_local_id(0);
  __local unsigned *first = carved[0] + 0;
  for (int i = t; i < 256; i += 32)
    first[i] = i * 7u;
  __local unsigned *second = carved[0] + 256;
  for (int i = 0; i < 2; ++i)
    second[t * (i + 1)] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = first[t] + second[0];
}
