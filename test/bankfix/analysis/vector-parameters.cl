// A component of a vector that the kernel gets is as unknown as any argument.

// RUN: %exits 1 %bankfix check --verbose --objective=wavefronts %s | FileCheck %s
// RUN: %exits 1 %bankfix check --verbose --objective=wavefronts --assume=shape.y=32 %s | FileCheck %s --check-prefix=ASSUMED

__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void scaled(__global uint *out, uint4 shape, int8 more) {
  __local uint s[4096];
  int l = get_local_id(0);
  uint n = shape.z;
  // CHECK: :[[#@LINE+2]]:5: warning: store to 's[i * 32 % 4096]' has up to 32-way bank conflicts: at most 128 wavefronts per iteration where 4 suffice (128 wavefronts x (shape.z + 127) / 128 in all)
  for (int i = l; i < n; i += 128)
    s[i * 32 % 4096] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: :[[#@LINE+2]]:3: warning: store to 's[l * shape.y]' has up to 32-way bank conflicts: at most 128 wavefronts
  // ASSUMED: :[[#@LINE+1]]:3: warning: store to 's[l * shape.y]' has 32-way bank conflicts: 128 wavefronts where 4 suffice
  s[l * shape.y] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < more.s5; i += 128)
    out[i] = s[i];
}
