// A sub-group is a wave, and its items are the lanes.

// RUN: %bankfix check --objective=wavefronts --strict --kernel=rows %s | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %exits 1 %bankfix check --objective=wavefronts -DSTRIDE=32 %s | FileCheck %s
// RUN: %bankfix verify --objective=wavefronts --extra-arg=-DSTRIDE=32 %s | FileCheck %s --check-prefix=VERIFY

// NONE-NOT: warning

#ifndef STRIDE
#define STRIDE 1
#endif

__attribute__((reqd_work_group_size(32, 4, 1)))
__kernel void rows(__global float2 *in, __global float2 *out) {
  int group = get_local_id(1);
  int lane = get_sub_group_local_id();
  __local float2 t[64 * 3];
  if (group > 0)
    t[64 * (group - 1) + lane] = in[lane];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group == 0)
    out[lane] = t[lane] + t[64 + lane] + t[128 + lane];
}

// CHECK: :[[#@LINE+6]]:3: warning: store to 's[(lane * STRIDE + wave) % 1024]' has 32-way bank conflicts: 128 wavefronts where 4 suffice
// VERIFY: 'each', blocks of 128 threads: 124 excess wavefronts counted before, 0 after; the same results
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void each(__global float *in, __global float *out) {
  __local float s[1024];
  uint lane = get_sub_group_local_id(), wave = get_sub_group_id();
  s[(lane * STRIDE + wave) % 1024] = in[lane];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = s[get_local_id(0)] + get_num_sub_groups() +
                         get_max_sub_group_size() + get_sub_group_size();
}

// A size that the GPU's waves do not have makes them others.
// CHECK: :[[#@LINE+6]]:3: warning: store to 'u[lane * STRIDE % 1024]' has up to 32-way bank conflicts, 3.5-way on average
__attribute__((intel_reqd_sub_group_size(16)))
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void asked(__global float *in, __global float *out) {
  __local float u[1024];
  uint lane = get_sub_group_local_id();
  u[lane * STRIDE % 1024] = in[lane];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = u[get_local_id(0)];
}
