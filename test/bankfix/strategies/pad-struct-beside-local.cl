// A parameter's type changes, and with it how the members of a struct of the
// function's own are qualified. Found by a random kernel.

// RUN: %bankfix -o %t.cl %s %S/Inputs/local-arrays-host.c > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %bankfix verify %s > %t.verified
typedef struct {
  double d;
  int i;
} S;
// CHECK: __local bankfix_S_20 *a
__kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void besideLocal(__global unsigned *out, __global const unsigned *in, __local S *a) {
  typedef struct Own {
    int key;
  } Own;
  int t = get_local_id(1) * 32 + get_local_id(0);
  Own v = {t};
  // CHECK: a[t % 390].v.i = v.key;
  a[t % 390].i = v.key;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = a[in[t] % 390].i;
}
