// OpenCL C shifts by the count modulo the width of the left operand, so that no
// count is too large.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | %FileCheck %s

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void shifts(__global unsigned *out, int n) {
  __local unsigned a[256];
  int t = get_local_id(0);
  a[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned sum = 0;
  // Elements 1, 2, 4, ... 128 and 0, in each wave.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 8,
  sum += a[(1 << t) & 255];
  // As t << 1 is.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4,
  sum += a[t << 33];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4,
  sum += a[(int)((long)t << 1 >> (128 + (t & 64))) & 127];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
  sum += a[(t << n) & 255];
  out[t] = sum;
}
