// Some vendors' compilers take `asm` in OpenCL C; its operands are unknown
// afterwards.

// RUN: %exits 1 %bankfix check --objective=wavefronts --block-dim=32 --format=json %s | %json-lines | FileCheck %s

uint rotate_by(uint a, uint b) {
  uint r;
  asm("shf.l.wrap.b32 %0, %1, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__kernel void k(__global uint *out) {
  __local uint s[1024];
  uint t = get_local_id(0), r = rotate_by(out[t], 3);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[t * 2] = r;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"max": 32,
  s[r & 1023] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t];
}
