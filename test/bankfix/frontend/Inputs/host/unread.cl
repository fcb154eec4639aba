__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void unread(__global float *out) {
  __local float s[1024];
  int i = get_local_id(0);
  for (int k = 0; k < 4; ++k)
    s[4 * i + k] = out[4 * i + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += s[32 * (i % 32) + i / 32 + 8 * k];
  out[i] = sum;
}
