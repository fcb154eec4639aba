__kernel void turn(__global float *o, __local float *tile) {
  int l = get_local_id(0), n = get_local_size(0);
  for (int i = 0; i < 32; ++i)
    tile[i * n + l] = o[i * n + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; ++i)
    o[i * n + l] = tile[l * n + i];
}
