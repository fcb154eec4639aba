#ifndef SUM_CUH
#define SUM_CUH

// The sums of 32 rows of 32 values.
inline __device__ float sumOfRow(const float *in, int row) {
  __shared__ float rows[32 * 32];
  for (int i = 0; i < 32; ++i)
    rows[i * 32 + threadIdx.x % 32] = in[i * 32 + threadIdx.x % 32];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += rows[(row % 32) * 32 + i];
  return sum;
}

#endif
