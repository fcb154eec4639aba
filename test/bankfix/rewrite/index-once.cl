// As index-once.cu, in OpenCL C.

// RUN: %bankfix --strategy=swizzle --block-dim=32 --target=sm_80 %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %clang-opencl %t.cl
// RUN: %bankfix verify --strategy=swizzle --block-dim=32 --target=sm_80 %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --strategy=swizzle --block-dim=32 --target=sm_80 %t.cl -o %t.again.cl
// RUN: diff %t.cl %t.again.cl

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-2: the same results

// CHECK: static inline int bankfix_swizzle_[[S:[0-9_]+]](int i) { return BANKFIX_SWIZZLE_[[S]](i); }

__kernel void increments(__global float *out) {
  __local float a[1024];
  int i = get_local_id(0) * 32;
  // CHECK: a[bankfix_swizzle_[[S]](i++)] = 1;
  a[i++] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[get_local_id(0)] = a[BANKFIX_SWIZZLE_[[S]](get_local_id(0) * 32)];
  out[get_local_id(0)] = a[get_local_id(0) * 32];
}

__kernel void nested(__global float *out) {
  __local int order[32];
  __local float b[1024];
  order[get_local_id(0)] = (31 - get_local_id(0)) * 32;
  b[get_local_id(0) * 32] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[get_local_id(0)] = b[bankfix_swizzle_[[S]](order[get_local_id(0)])];
  out[get_local_id(0)] = b[order[get_local_id(0)]];
}
