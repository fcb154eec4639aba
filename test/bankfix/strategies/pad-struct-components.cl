// pad-struct: several components of a vector are named behind the wrapper.

// RUN: %exits 1 %bankfix check --target=evergreen --block-dim=64 %s %S/Inputs/local-arrays-host.c | %FileCheck %s
// RUN: %bankfix --target=evergreen --block-dim=64 %s %S/Inputs/local-arrays-host.c -o %t.cl > %t.log
// RUN: %code %t.cl | %FileCheck %s --check-prefix=FIXED
// RUN: %bankfix verify --target=evergreen --block-dim=64 %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --target=evergreen --block-dim=64 %t.cl %S/Inputs/local-arrays-host.c -o %t.again.cl > %t.log
// RUN: cmp %t.cl %t.again.cl

// SAME: 'components', {{.*}} 0 after; the same results

// CHECK: 'float4 s[], 1024 -> 1280 bytes, elements as bankfix_float4_20' (pad-struct) leaves
__kernel void components(__global float4 *out, __global const float4 *in,
                         __local float4 *s) {
  uint l = get_local_id(0);
  s[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = s[l ^ 1];
  // FIXED: v.xy += s[l ^ 2].v.zw + s[l].v.s01;
  v.xy += s[l ^ 2].zw + s[l].s01;
  // FIXED: v.xyz += s[63 - l].v.yzw;
  v.xyz += s[63 - l].yzw;
  barrier(CLK_LOCAL_MEM_FENCE);
  // FIXED: s[l].v.hi = v.lo;
  s[l].hi = v.lo;
  // FIXED: s[l].v.wz += v.xy;
  s[l].wz += v.xy;
  out[l] = s[l].wzyx;
}
