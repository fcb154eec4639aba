// What is accessed through a pointer into an array moves with the array's base.
// Found by a random kernel, whose fix could not be written.

// RUN: %bankfix --objective=wavefronts -o %t.cl %s > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %bankfix verify %s > %t.verified
__kernel __attribute__((reqd_work_group_size(1, 64, 1)))
void k(__global unsigned *out, int n) {
  // CHECK: __local __attribute__((aligned(4))) short a[1057];
  __local short a[1056];
  int t = get_local_id(1);
  unsigned sum = 1;
  // CHECK: __local short *p = a + select(
  __local short *p = a + select(t, n & 7, (1u >> (t & 15) & 1) == 0);
  // CHECK: sum = sum * 33 + (unsigned)a[(int)(p - a) + (t & 31) + 1];
  sum = sum * 33 + (unsigned)p[t & 31];
  out[t] = sum;
}
