// pad-struct for an array that the host gives: the type of the argument changes,
// and the host's size with it.

// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: cp %s %t.dir/reduce.cl && cp %S/Inputs/reduction-host.c %t.dir/host.c
// RUN: %exits 1 %bankfix check --target=evergreen --strategy=pad-struct %s %S/Inputs/reduction-host.c | %FileCheck %s
// RUN: %bankfix -i --target=evergreen --strategy=pad-struct %t.dir/reduce.cl %t.dir/host.c > %t.log
// RUN: %code %t.dir/reduce.cl | %FileCheck %s --check-prefix=FIXED
// RUN: %FileCheck %s --check-prefix=HOST < %t.dir/host.c
// RUN: %clang-opencl %t.dir/reduce.cl
// RUN: %bankfix check --target=evergreen %t.dir/reduce.cl %t.dir/host.c > %t.after
// RUN: cp %t.dir/host.c %t.host.c && cp %t.dir/reduce.cl %t.reduce.cl
// RUN: %bankfix -i --target=evergreen --strategy=pad-struct %t.dir/reduce.cl %t.dir/host.c > %t.log
// RUN: cmp %t.dir/host.c %t.host.c && cmp %t.dir/reduce.cl %t.reduce.cl
// RUN: %bankfix verify --target=evergreen --strategy=pad-struct --block-dim=256 %s > %t.verify

// HOST: clSetKernelArg(reduce, 2, GROUP_SIZE * (sizeof(cl_uint4) + 4), NULL);

// FIXED: typedef struct __attribute__((packed, aligned(4))) bankfix_uint4_20 {
// FIXED-NEXT: uint4 v; unsigned pad;
// FIXED-NEXT: } bankfix_uint4_20;
// FIXED: __local bankfix_uint4_20 *sums) {
__kernel void reduce(__global const uint4 *in, __global uint4 *out,
                     __local uint4 *sums) {
  uint lid = get_local_id(0);
  // CHECK: warning: store to 'sums[lid]' has 4-way bank conflicts: 128 wavefronts where 32 suffice
  // FIXED: sums[lid].v = in[get_global_id(0)];
  sums[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      // FIXED: sums[lid].v += sums[lid + s].v;
      sums[lid] += sums[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    // FIXED: out[get_group_id(0)] = sums[0].v;
    out[get_group_id(0)] = sums[0];
}
