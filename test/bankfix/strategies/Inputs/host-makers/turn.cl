__kernel void turn(__global float *out, __local float *tile) {
  int x = get_local_id(0), y = get_local_id(1);
  tile[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x * 32 + y];
}
