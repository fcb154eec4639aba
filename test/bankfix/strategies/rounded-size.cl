// Elements that change places need whole rows: the host rounds its size up, and
// what was as large already stays so.

// RUN: %exits 1 %bankfix check --strategy=swizzle %s | FileCheck %s
// RUN: %bankfix verify --strategy=swizzle %s > %t.log
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: note: the host has to give 'whole' 8192 bytes, as before, and in general: BANKFIX_ROUND128(bytes), where BANKFIX_ROUND128(n) is (((n) + 127) / 128 * 128)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: note: the host has to give 'part' 8192 bytes instead of 8068: BANKFIX_ROUND128(bytes), where
void k(__global float *out, __local float *whole, __local float *part) {
  int i = get_local_id(0);
  whole[i * 32 + 31] = part[i * 32] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = whole[i] + part[i];
}
