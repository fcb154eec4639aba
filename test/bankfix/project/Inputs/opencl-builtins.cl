__kernel void count(__global const unsigned *in, __global unsigned *out) {
  __local unsigned s[64][32];
  int x = get_local_id(0);
  for (int y = 0; y < 64; ++y)
    s[y][x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&s[x][3], in[x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = s[x][0] + s[x][3];
}
