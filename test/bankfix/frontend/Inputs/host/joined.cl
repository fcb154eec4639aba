__kernel void k(__global float *out) {
  __local float t[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  t[y][x] = out[y * TILE + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * TILE + x] = t[x][y];
}
