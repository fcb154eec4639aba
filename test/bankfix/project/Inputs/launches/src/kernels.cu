#include "kernels.h"

__global__ void turn(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * blockDim.x + x];
  __syncthreads();
  out[y * blockDim.x + x] = tile[x][y];
}

__global__ void scratch(const float *in, float *out) {
  extern __shared__ float rows[];
  int i = threadIdx.x;
  rows[i * 32] = in[i];
  __syncthreads();
  out[i] = rows[i * 32];
}
