// One text of a host gives arguments of two kernels their sizes: they change
// together, with one layout.

// RUN: cp %s %t.cl
// RUN: cp %S/Inputs/one-size-for-two.c %t.c
// RUN: %bankfix -i --objective=wavefronts --strategy=index-macro %t.cl %t.c > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: FileCheck %s --check-prefix=HOST < %t.c
// RUN: %bankfix -i --objective=wavefronts --strategy=index-macro %t.cl %t.c > %t.log
// RUN: FileCheck %s --check-prefix=HOST < %t.c
// RUN: %bankfix verify --objective=wavefronts --strategy=index-macro %s %S/Inputs/one-size-for-two.c | FileCheck %s --check-prefix=SAME
// RUN: sed 's/__local float \*tile/__local char *tile/' %s > %t.other.cl
// RUN: %exits 1 %bankfix check --objective=wavefronts %t.other.cl %S/Inputs/one-size-for-two.c | FileCheck %s --check-prefix=OTHER

// HOST: clSetKernelArg(kernel, 1, BANKFIX_PAD32(32 * 32) * sizeof(cl_float), NULL);
// SAME-NOT: {{the fix changes|not compared}}
// SAME: the same results
// OTHER: no fix of 'block' by {{.*}}one-size-for-two.c:6: '32 * 32 * sizeof(cl_float)' may set its size, and bankfix cannot follow it

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void turn(__global float *out, __local float *block) {
  int x = get_local_id(0), y = get_local_id(1);
  // CHECK: block[BANKFIX_PAD32(y * 32 + x)] = out[y * 32 + x];
  block[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[y * 32 + x] = block[BANKFIX_PAD32(x * 32 + y)];
  out[y * 32 + x] = block[x * 32 + y];
}

// It has no conflicts.
__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void mirror(__global float *out, __local float *tile) {
  int x = get_local_id(0), y = get_local_id(1);
  // CHECK: tile[BANKFIX_PAD32(y * 32 + x)] = out[y * 32 + x];
  tile[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[y * 32 + x] = tile[BANKFIX_PAD32(y * 32 + 31 - x)];
  out[y * 32 + x] = tile[y * 32 + 31 - x];
}
