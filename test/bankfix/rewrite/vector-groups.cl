// As vector-groups.cu, in OpenCL C.

// RUN: %bankfix --strategy=swizzle --block-dim=32 --target=sm_80 %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %clang-opencl %t.cl
// RUN: %bankfix verify --strategy=swizzle --block-dim=32 --target=sm_80 %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --strategy=swizzle --block-dim=32 --target=sm_80 %t.cl -o %t.again.cl
// RUN: diff %t.cl %t.again.cl

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: the same results

__kernel void whole(__global float *out) {
  __local float a[2048] __attribute__((aligned(16)));
  for (uint i = get_local_id(0); i < 512; i += 32)
    // CHECK: ((__local float4 *)a)[BANKFIX_SWIZZLE_[[A:[0-9_]+]](4 * i) / 4] = (float4)(i, 1, 2, 3);
    ((__local float4 *)a)[i] = (float4)(i, 1, 2, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: float4 v = ((const __local float4 *)a)[BANKFIX_SWIZZLE_[[A]](4 * (get_local_id(0) * 16)) / 4];
  float4 v = ((const __local float4 *)a)[get_local_id(0) * 16];
  // CHECK: out[get_local_id(0)] = v.x + v.w + ((__local float *)a)[BANKFIX_SWIZZLE_[[A]](get_local_id(0) * 64)] + ((__local float4 *)a)[BANKFIX_SWIZZLE_[[A]](4 * (get_local_id(0) * 16 + 1)) / 4].y;
  out[get_local_id(0)] = v.x + v.w + ((__local float *)a)[get_local_id(0) * 64] + ((__local float4 *)a)[get_local_id(0) * 16 + 1].y;
}
