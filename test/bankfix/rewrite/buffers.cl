// An argument whose elements are what casts make of it.

// RUN: %bankfix -o %t.cl %s %S/../strategies/Inputs/local-arrays-host.c --block-dim=32 > %t.log
// RUN: %code %t.cl | %FileCheck %s
// RUN: %bankfix verify %s --block-dim=32 | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix -o %t.again.cl %t.cl %S/../strategies/Inputs/local-arrays-host.c --block-dim=32 > %t.log
// RUN: cmp %t.cl %t.again.cl

// SAME: 'bytes', {{.*}} 0 after; the same results
// CHECK-LABEL: void bytes(
__kernel void bytes(__global float *out, __local uchar *raw) {
  __local float *x = (__local float *)raw;
  __local int *y = (__local int *)(raw + 4096);
  int t = get_local_id(0);
  for (int k = 0; k < 32; k++) {
    // CHECK: x[BANKFIX_[[A:[A-Z0-9_]*]](t * 32 + k)] = out[k];
    x[t * 32 + k] = out[k];
    // CHECK: ((__local int *)raw)[BANKFIX_[[A]]((int)(y - (__local int *)raw) + (t * 32 + k))] = k;
    y[t * 32 + k] = k;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t + 32] = x[t] + y[t];
}
