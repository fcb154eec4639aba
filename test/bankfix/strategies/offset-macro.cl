// index-macro: a macro for 16 banks, in OpenCL C. The bytes that the host gives
// stay, as nothing moves up.

// RUN: %exits 1 %bankfix check --verbose %s | %FileCheck %s
// RUN: %bankfix --verbose %s -o %t.cl > %t.log
// RUN: %code %t.cl | %FileCheck %s --check-prefix=FIXED
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix check --verbose --fail-on=any %t.cl

// FIXED: #define SKIP(n) ((n) >> 5)
#define SKIP(n) ((n) >> 4)

__kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void given(__global float *out, __local float *s) {
  int i = get_local_id(1) * 32 + get_local_id(0);
  int j = get_local_id(0) * 32 + get_local_id(1);
  int at = i + SKIP(i);
  s[at] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: warning: load of 's[j + SKIP(j)]' has 2-way
  // CHECK: note: 's[], SKIP as ((n) >> 5)' (index-macro) leaves 64 wavefronts
  out[i] = s[j + SKIP(j)];
}
