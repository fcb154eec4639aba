// Elements that change places need whole rows: the host rounds its size up, and
// what was as large already stays so.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=swizzle %s %S/Inputs/local-arrays-host.c | FileCheck %s
// RUN: %bankfix verify --strategy=swizzle %s > %t.log
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
// CHECK: local-arrays-host.c:6:{{[0-9]+}}: note: the host has to give 'whole' 'BANKFIX_ROUND128(8192)' bytes instead of '8192'
// CHECK: local-arrays-host.c:7:{{[0-9]+}}: note: the host has to give 'part' 'BANKFIX_ROUND128(8068)' bytes instead of '8068'
void rounded(__global float *out, __local float *whole, __local float *part) {
  int i = get_local_id(0);
  whole[i * 32 + 31] = part[i * 32] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = whole[i] + part[i];
}
