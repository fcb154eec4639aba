// A component that an index selects: compilers that find out which it is, or that
// address it, access that alone, so that the count is a bound.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void select(__global int *out, __global const int *in, int n) {
  __local int4 a[128];
  const int x = get_local_id(0);
  // CHECK-DAG: access {{.*}}"bytes": 16{{.*}}"index": "[x * 4]"{{.*}}"certainty": "exact"
  a[x * 4] = (int4)(in[x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-DAG: access {{.*}}"line": [[#@LINE+1]]{{.*}}"bytes": 16{{.*}}"certainty": "bounded"
  out[x] = a[x * 4][(n & 7) >= 17];
  // CHECK-DAG: access {{.*}}"line": [[#@LINE+1]]{{.*}}"bytes": 4{{.*}}"certainty": "exact"
  out[x] += a[x * 4][2];
}
