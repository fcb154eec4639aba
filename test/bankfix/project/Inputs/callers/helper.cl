void fill(__local float *p, int row) {
  for (int i = 0; i < 32; ++i)
    p[row * 32 + i] = i;
}

#define FILL(p) fill(p, get_local_id(0))

__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
rows(__global float *out) {
  __local float s[1024];
  FILL(s);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = s[get_local_id(0) * 32 + 3];
}
