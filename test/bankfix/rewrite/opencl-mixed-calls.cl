// The declarations that such calls are read with are no code of the project, so
// that no build of theirs is asked for.

// RUN: %bankfix --block-dim=32,32 %s -o %t.cl
// RUN: %code %t.cl | FileCheck %s

kernel void columns(global float *out, global const float *in) {
  // CHECK: local float tile[32][33];
  local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: tile[min(x, 31u)][y]
  out[y * 32 + x] = tile[min(x, 31u)][y];
}
