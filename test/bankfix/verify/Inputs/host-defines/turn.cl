#ifndef TILE
#define TILE 32
#endif

__kernel void turn(__global float *out, __global const float *in) {
  __local float t[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  t[y][x] = in[y * TILE + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * TILE + x] = t[x][y];
}
