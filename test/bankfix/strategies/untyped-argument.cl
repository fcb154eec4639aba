// A __local argument without a type holds what the kernel casts it to.

// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: cp %s %t.dir/turned.cl && cp %S/Inputs/untyped-host.c %t.dir/host.c
// RUN: %bankfix --objective=wavefronts -i %t.dir/turned.cl %t.dir/host.c > %t.log
// RUN: %code %t.dir/turned.cl | FileCheck %s
// RUN: FileCheck %s --check-prefix=HOST < %t.dir/host.c

// HOST: clSetKernelArg(k, 2, BANKFIX_PAD32(32 * 32) * sizeof(float), 0);

__attribute__((reqd_work_group_size(32, 8, 1)))
// CHECK: local void *shared
kernel void turned(global float *a, global float *b, local void *shared) {
  local float *t = (local float *)shared;
  int x = get_local_id(0), y = get_local_id(1);
  for (int j = y; j < 32; j += 8)
    // CHECK: t[BANKFIX_PAD32(j * 32 + x)] = a[j * 32 + x];
    t[j * 32 + x] = a[j * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = y; j < 32; j += 8)
    // CHECK: b[j * 32 + x] = t[BANKFIX_PAD32(x * 32 + j)];
    b[j * 32 + x] = t[x * 32 + j];
}

// What is two things is none.
kernel void both(global float *a, local void *shared) {
  local float *t = (local float *)shared;
  local double *d = (local double *)shared;
  t[get_local_id(0)] = a[0];
  d[get_local_id(0) * 16] = a[1];
}
