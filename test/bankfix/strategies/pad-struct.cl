// A reduction of vectors on hardware that takes them word by word: 6 excess
// cycles for each of the 4 words of a wave's access, and none afterwards.

// RUN: %exits 1 %bankfix check --target=evergreen --strategy=pad-struct %s | FileCheck %s
// RUN: %bankfix --target=evergreen %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %clang-opencl %t.cl
// RUN: %exits 0 %bankfix check --target=evergreen %t.cl
// RUN: %bankfix --target=evergreen %t.cl -o %t.again.cl > %t.log
// RUN: cmp %t.cl %t.again.cl

// FIXED:      typedef struct __attribute__((packed, aligned(4))) bankfix_uint4_20 {
// FIXED-NEXT:   uint4 v; unsigned pad;
// FIXED-NEXT: } bankfix_uint4_20;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduce(__global const uint4 *in, __global uint4 *out) {
  // FIXED: __local bankfix_uint4_20 sums[64];
  __local uint4 sums[64];
  uint tid = get_local_id(0);
  // CHECK: warning: store to 'sums[tid]' has 4-way bank conflicts: 32 wavefronts where 8 suffice
  // CHECK: note: 'uint4 sums[64] -> bankfix_uint4_20 sums[64]' (pad-struct) leaves 160 wavefronts of 232
  // FIXED: sums[tid].v = in[get_global_id(0)];
  sums[tid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 32; s > 0; s >>= 1) {
    if (tid < s)
      // FIXED: sums[tid].v += sums[tid + s].v;
      sums[tid] += sums[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0)
    // FIXED: = sums[0].v;
    out[get_group_id(0)] = sums[0];
}
