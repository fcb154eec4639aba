extern "C" __global__ void sum(float *out, const float *in) {
  extern __shared__ float rows[];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    rows[t * 32 + i] = in[i * 32 + t];
  __syncthreads();
  float all = 0;
  for (int i = 0; i < 32; i++)
    all += rows[t * 32 + i];
  out[t] = all;
}
