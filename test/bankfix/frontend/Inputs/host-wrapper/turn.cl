__kernel void turn(__global const float *a, __global float *b, int n) {
  __local float t[SIDE][SIDE];
  int x = get_local_id(0), y = get_local_id(1);
  t[x][y] = a[get_global_id(1) * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(1) * n + get_global_id(0)] = t[y][x];
}
