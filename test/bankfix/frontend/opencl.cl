// OpenCL: local arrays, work-item functions, vectors and atomics.

// RUN: %exits 1 %bankfix check --sort=source %s | FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %clang-opencl %t.cl
// RUN: %bankfix check --sort=source --fail-on=never --format=json %s | %validate

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void tiles(__global float *out, int n) {
  // FIXED: __local float tile[32][33];
  __local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  for (int j = 0; j < 32; j += get_local_size(1))
    tile[y + j][x] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 32; j += 8)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: load of 'tile[x][y + j]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
    out[get_global_id(1) * n + j] = tile[x][y + j];
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void counters(__global int *out) {
  // FIXED: __local int bins[BANKFIX_PAD32(1024)];
  __local int bins[1024];
  __local float4 quads[32];
  int x = get_local_id(0);
  bins[x] = 0;
  quads[x] = (float4)(0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: atomic on 'bins[x * 32]' has 32-way
  // FIXED: atomic_add(&bins[BANKFIX_PAD32(x * 32)], 1);
  atomic_add(&bins[x * 32], 1);
  // FIXED: atomic_inc(&bins[BANKFIX_PAD32(x)]);
  atomic_inc(&bins[x]);
  out[x] = bins[x] + quads[31 - x].y;
}

// A size that the host sets is left to the host.
__kernel void argument(__global float *out, __local float *scratch) {
  // CHECK: 'scratch[get_local_id(0) * 32]'
  scratch[get_local_id(0) * 32] = out[0];
}
