// OpenCL's functions of integers are computed as they are run.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | %FileCheck %s

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void functions(__global unsigned *out, int n) {
  __local unsigned a[256];
  int t = get_local_id(0);
  a[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned sum = 0;
  // 0, 4, ... 64: elements 0, 32 and 64 share a bank.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 3,
  sum += a[abs(t - 16) * 4];
  // 9, 12, 16, ... 60
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  sum += a[clamp(t * 4, 9, 60)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 4,
  sum += a[mul24(t, 4)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 8,
  sum += a[mad24(t, 8, 5)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  sum += a[max(min(t * 4, 60), 9)];
  out[t] = sum;
}
