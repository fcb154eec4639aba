// An argument in local memory that the kernel carves.

// RUN: %bankfix --block-dim=64 --strategy=swizzle,index-macro -o %t.cl %s
// RUN: %code %t.cl | FileCheck %s
// RUN: %clang-opencl %t.cl

// CHECK: __local float *a = s;
// CHECK: __local float *b = &a[64];
// CHECK: a[BANKFIX_{{[A-Z0-9_]*}}(get_local_id(0) * 16)] = in[get_local_id(0)];
// CHECK: s[BANKFIX_{{[A-Z0-9_]*}}((int)(b - s) + (get_local_id(0) * 16))] = 1;
// CHECK: out[get_local_id(0)] = a[BANKFIX_{{[A-Z0-9_]*}}(get_local_id(0))] + s[BANKFIX_{{[A-Z0-9_]*}}((int)(b - s) + (get_local_id(0)))];
__kernel void carve(__global const float *in, __global float *out) {
  __local float s[1088];
  __local float *a = s;
  __local float *b = &a[64];
  a[get_local_id(0) * 16] = in[get_local_id(0)];
  b[get_local_id(0) * 16] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = a[get_local_id(0)] + b[get_local_id(0)];
}
