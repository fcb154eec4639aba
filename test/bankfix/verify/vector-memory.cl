// vloadN and vstoreN are aligned to the element alone, but for those of the
// forms with `a`; as_type reads values.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 1 kernels ran, 0 did not; {{[0-9]+}} exact {{.*}} 0 problems

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void k(__global float *o, __local float *s, __local int *w, __local half *h) {
  int l = get_local_id(0);
  float a = 0;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4, "ideal": 2
  a += as_int(s[l * 2]);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 2, "ideal": 2
  a += as_float(((__local int *)s)[l * 3]);
  a += s[as_int(w[l]) & 7] + s[as_uint(l)];
  float4 q = as_float4(((__local int4 *)w)[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 4, {{.*}}"certainty": "bounded", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8
  vstore4((float4)(a), l, s);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore3((float3)(1), l, s);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore2((float2)(1), l, s + 1);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 2, {{.*}}"certainty": "exact", {{.*}}"requests": 2
  vstore_half(a, l, h);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore_half4((float4)(1), l, h);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstorea_half3((float3)(1), l, h);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 4, {{.*}}"requests": 16
  float8 t = vload8(l, s);
  a += t.s7 + q.x + vload3(l, s).x + vload2(l, (__local float *)w).x;
  a += vload_half(l, h) + vload_half2(l, h).x + vloada_half3(l, h).x;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 8, {{.*}}"certainty": "exact", {{.*}}"requests": 2
  a += vloada_half4(l, h).x;
  o[l] = a + vload4(l, (__local char *)s).x;
}
