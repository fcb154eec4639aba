// A host that asks how much local memory a kernel takes: padding would change it.

// RUN: %exits 1 %bankfix check --strategy=pad-row %s %S/Inputs/asks-size.c 2> /dev/null | FileCheck %s
// RUN: %exits 1 %bankfix check --strategy=pad-row %s %S/Inputs/asks-size-by-header.c 2> /dev/null | FileCheck %s --check-prefix=HEADER

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void tile(__global float *out) {
  __local float a[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  a[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: no fix of 'a' by pad-row: {{.*}}asks-size.c:5: 'CL_KERNEL_LOCAL_MEM_SIZE' asks for what depends on the kernel's shared memory
  // HEADER: no fix of 'a' by pad-row: {{.*}}asks-size-by-header.c:1: 'CL_KERNEL_LOCAL_MEM_SIZE' asks for what depends on the kernel's shared memory
  out[x] = a[x][y];
}
