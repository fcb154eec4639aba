// As element-views.cu, in OpenCL.

// RUN: %bankfix --objective=wavefronts --block-dim=32 %s -o %t.cl > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix verify --block-dim=32 %s | FileCheck %s --check-prefix=SAME

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

__kernel void views(__global float *out) {
  // CHECK: 's[1024], indexed through BANKFIX_SWIZZLE_{{[0-9_]+}}' (swizzle)
  __local float s[1024] __attribute__((aligned(16)));
  int t = get_local_id(0);
  for (int i = t; i < 1024; i += 32)
    s[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  // FIXED: float4 v = *(__local float4 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t)];
  float4 v = *(__local float4 *)&s[32 * t];
  // FIXED: float2 w = ((__local float2 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t + 4)])[0];
  float2 w = ((__local float2 *)&s[32 * t + 4])[0];
  // FIXED: *(__local float2 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(2 * t)] = w;
  barrier(CLK_LOCAL_MEM_FENCE);
  *(__local float2 *)&s[2 * t] = w;
  out[t] = v.x + v.w + w.y;
}
