__kernel void turn(__global float *o, __local float *tile) {
  int l = get_local_id(0);
  for (int i = 0; i < 32; ++i)
    tile[i * 32 + l] = o[i * 32 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; ++i)
    o[i * 32 + l] = tile[l * 32 + i];
}

__kernel void turn_twice(__global float *o, __local float *tile) {
  int l = get_local_id(0);
  for (int i = 0; i < 32; ++i)
    tile[i * 32 + l] = 2 * o[i * 32 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; ++i)
    o[i * 32 + l] = tile[l * 32 + i];
}
