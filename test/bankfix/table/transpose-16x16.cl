// An OpenCL transpose; the work-group's size is in an attribute.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix %s -o %t.cl > %t.log 2>&1
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %clang-opencl %t.cl
// RUN: %bankfix %t.cl -o %t.again.cl > %t.log 2>&1
// RUN: cmp %t.cl %t.again.cl

// JSON: report {{.*}}"target": "sm_80"
// JSON: kernel {"name": "transpose",{{.*}}"block": [16, 16, 1], "block_from": "attribute"
// JSON: after {"wavefronts": 16, "ideal": 16, "excess": 0}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(__global float *out, __global const float *in, int width) {
  // FIXED: __local float tile[16][16];
  __local float tile[16][16];
  int lx = get_local_id(0), ly = get_local_id(1);
  // FIXED: tile[ly][BANKFIX_XOR(lx, ly)] = in
  tile[ly][lx] = in[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: :[[#@LINE+3]]:24: warning: load of 'tile[lx][ly]' has 8-way bank conflicts: 64 wavefronts where 8 suffice [bankfix-shared-load]
  int x = get_group_id(1) * 16 + lx, y = get_group_id(0) * 16 + ly;
  // FIXED: = tile[lx][BANKFIX_XOR(ly, lx)];
  out[y * width + x] = tile[lx][ly];
  // CHECK: note: 'tile[16][16], indexed through BANKFIX_XOR' (swizzle) leaves 16 wavefronts of 72
}
