// Types of arrays in OpenCL: one size for all, elements wrapped in the type, an
// index through a macro.

// RUN: %bankfix --sort=source --block-dim=32,32 --strategy=pad-row,pad-struct,index-macro %s -o %t.cl --verify > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %clang-opencl %t.cl
// RUN: %bankfix --sort=source --block-dim=32,32 --strategy=pad-row,pad-struct,index-macro %t.cl -o %t.again.cl > %t.log
// RUN: cmp %t.cl %t.again.cl

// FIXED: typedef float Tile[32][33];
typedef float Tile[32][32];
// FIXED:      bankfix_float4_20 {
// FIXED-NEXT:   float4 v; unsigned pad;
// FIXED:      typedef bankfix_float4_20 Quads[64];
typedef float4 Quads[64];
// FIXED: typedef int Flat[BANKFIX_PAD32(1024)];
typedef int Flat[1024];

__kernel void turn(__global float *out) {
  __local Tile t;
  int x = get_local_id(0), y = get_local_id(1);
  t[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: note: 't[32][32] -> t[32][33]' (pad-row)
  out[y * 32 + x] = t[x][y];
}

__kernel void quads(__global float *out) {
  __local Quads q;
  int x = get_local_id(0), y = get_local_id(1);
  // FIXED: q[x].v.x = x;
  q[x].x = x;
  q[x].y = y;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: note: 'float4 q[64] -> bankfix_float4_20 q[64]' (pad-struct)
  out[y * 32 + x] = q[x ^ 1].y;
}

__kernel void flat(__global float *out) {
  __local Flat f;
  int x = get_local_id(0), y = get_local_id(1);
  // FIXED: f[BANKFIX_PAD32(x * 32 + y)] = x;
  f[x * 32 + y] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: note: 'f[1024] -> {{.*}}' (index-macro)
  out[y * 32 + x] = f[y * 32 + x];
}

// Several of one declaration: the type's elements are those of all.
// FIXED: typedef bankfix_float2_12 Pairs[64];
typedef float2 Pairs[64];

__kernel void several(__global float *out) {
  // FIXED: __local Pairs p, q;
  __local Pairs p, q;
  int x = get_local_id(0), y = get_local_id(1);
  // FIXED: p[x].v.x = q[x].v.x = x;
  p[x].x = q[x].x = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-DAG: note: 'float2 p[64] -> bankfix_float2_12 p[64]' (pad-struct)
  // CHECK-DAG: note: 'float2 q[64] -> bankfix_float2_12 q[64]' (pad-struct)
  out[y * 32 + x] = p[x ^ 1].x + q[63 - x].x;
}
