#ifndef TILE
#define TILE 8
#endif
__kernel void turn(__global float *out, __global const float *in, __local float *s) {
  __local float tile[64 * TILE];
  int l = get_local_id(0), n = get_local_size(0);
  tile[l * TILE] = in[l];
  for (int i = 0; i < 32; ++i)
    s[i * n + l] = in[i * n + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; ++i)
    out[l * 32 + i] = s[l * 32 + i] + tile[l * TILE];
}
