__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void columns(__global float *out) {
  __local float t[32][N];
  for (int i = 0; i < N; ++i)
    t[get_local_id(0)][i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = t[get_local_id(0)][0];
}
