// Two arrays of one kernel get types of their own, which are defined at one
// place.

// RUN: %bankfix %s -o %t.cl --strategy=pad-struct --verify
// RUN: %code %t.cl | FileCheck %s

// CHECK: typedef struct {{.*}} bankfix_float4_20 {
// CHECK: typedef struct {{.*}} bankfix_uint2_12 {
// CHECK: __kernel
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
both(__global uint *out, __global const uint *in) {
  // CHECK: __local bankfix_float4_20 a[64];
  // CHECK: __local bankfix_uint2_12 b[64];
  __local float4 a[64];
  __local uint2 b[64];
  int t = get_local_id(0);
  // CHECK: a[t].v.x = in[t];
  a[t].x = in[t];
  b[t].x = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = a[63 - t].x + b[63 - t].x;
}
