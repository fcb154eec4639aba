// Arrays whose elements have no size.

// RUN: %exits 1 %bankfix check --block-dim=64 %s 2> /dev/null | FileCheck %s
// RUN: %bankfix --block-dim=64 %s -o %t.cl > /dev/null 2>&1
// RUN: cmp %s %t.cl

struct unseen;
struct empty {};

__kernel void bytes(__local void *shared, __global float *out) {
  local float *a = (local float *)shared;
  int x = get_local_id(0);
  a[x * 32] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-DAG: no fix of 'shared' by {{.*}}: line [[#@LINE-5]]: elements of type 'void' are not 1, 2, 4, 8 or 16 bytes wide
  out[x] = a[x * 32];
}

__kernel void moved(__local void *moving, __global float *out) {
  int x = get_local_id(0);
  local float *a = (local float *)(moving + 64 * x);
  a[0] = x;
  out[x] = *(a + 1);
}

__kernel void incomplete(__local struct unseen *hidden, __global float *out) {
  int x = get_local_id(0);
  // CHECK-DAG: no fix of 'hidden' by {{.*}}: line [[#@LINE-2]]: elements of type 'struct unseen' are not
  out[x] = ((local float *)hidden)[x * 32];
}

__kernel void nothing(__local struct empty *none, __global float *out) {
  int x = get_local_id(0);
  out[x] = ((local float *)(none + x))[x * 32];
  out[x + 1] = (none + x) - none;
}

__kernel void rows(__local float (*row)[0], __global float *out) {
  int x = get_local_id(0);
  __local float flat[0], folded[4][0];
  out[x] = row[x][x * 32] + flat[x * 32] + folded[x][x * 32];
}
