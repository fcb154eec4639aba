__kernel void turn(__global float *out, __global const float *in, int n) {
  __local float t[1024];
  int x = get_local_id(0);
  t[x] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = t[(x & 31) * (x >> 5)] + n;
}
