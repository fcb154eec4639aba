__kernel void column(__global const float *in, __global float *out,
                     __local float *rows) {
  int i = get_local_id(0);
  rows[i * 32] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = rows[i * 32];
}
