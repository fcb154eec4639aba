#ifndef TILE
#define TILE 16
#endif
__kernel void turn(__global float *out, __global const float *in) {
  __local float tile[64 * TILE];
  int l = get_local_id(0);
  tile[l * TILE] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0) * get_local_size(0) + l] = tile[l * TILE];
}
