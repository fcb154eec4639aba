#include "k.cuh"
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *o, float *i) { transpose<<<1, dim3(TILE, TILE)>>>(o, i, 32); }
