// As other-launches.cl, but for local sizes and an argument of which a host says
// others.
__kernel void reversed(__global int *out, int n) {
  __local int s[8][128];
  int x = get_local_id(0), y = get_local_id(1), size = 64;
  int at = get_group_id(0) * 4096 + y * 512 + x;
  s[y][x] = out[at] + n + (n == 200);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = s[y][size - 1 - x];
}
