#ifndef TILE
#define TILE 32
#endif
__kernel void tiles(__global float *out) {
  __local float tile[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = out[y * TILE + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * TILE + x] = tile[x][y];
}
