// The same in OpenCL: __local pointers that are made of numbers.

// RUN: %exits 1 %bankfix check %s 2> /dev/null | FileCheck %s
// RUN: %bankfix %s -o %t.cl > /dev/null 2>&1
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED

#define TILE(a)                                                                \
  int x = get_local_id(0), y = get_local_id(1);                                \
  a[y][x] = in[x];                                                             \
  barrier(CLK_LOCAL_MEM_FENCE);                                                \
  out[x] = a[x][y];

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void number(__global float *out, __global const float *in, ulong at) {
  __local float byNumber[32][32];
  TILE(byNumber)
  // CHECK-DAG: no fix of 'byNumber' by pad-row: line [[#@LINE+1]]: '(__local float *)at' reaches shared memory by an address that is not known to be an array's
  __local float *p = (__local float *)at;
  out[0] = p[x];
}

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void zero(__global float *out, __global const float *in) {
  __local float byZero[32][32];
  TILE(byZero)
  // CHECK-DAG: no fix of 'byZero' by pad-row: line [[#@LINE+1]]: '(__local float *)0' reaches
  out[1] = ((__local float *)0)[x];
}

// Null pointers to compare with, and to start with.
// FIXED-LABEL: void compared(
__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void compared(__global float *out, __global const float *in) {
  // FIXED: float kept[32][33];
  __local float kept[32][32];
  __local float other[64];
  TILE(kept)
  __local float *p = 0;
  if (in[0] > 1)
    p = other;
  if (p != (__local float *)0)
    out[2] = 1;
}
