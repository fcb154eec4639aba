__kernel void tiles(__global float *out) {
  __local float tile[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = out[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = tile[x][y];
}

__kernel void scratch(__global float *out, __local float *buffer) {
  buffer[get_local_id(0)] = out[0];
}

__kernel void unknown(__global float *out) {
  __local float s[64];
  s[get_local_id(0)] = out[0];
}
