#include "launch.h"
#include "sum.cuh"
#include "tile.cuh"

// Launched in app/main.cu.
__global__ void reverse(float *values) {
  __shared__ float tile[32 * WIDTH];
  for (int i = 0; i < 32; ++i)
    tile[i * WIDTH + threadIdx.x % 32] = values[i * 32 + threadIdx.x % 32];
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    values[i * 32 + threadIdx.x % 32] = tile[threadIdx.x % 32 * WIDTH + 31 - i];
}

// The block, and the bytes that it gets, are those of app/main.cu.
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[16][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[x][y] = in[y * blockDim.x + x];
  __syncthreads();
  out[y * blockDim.x + x] = tile[x][y];
}

__global__ void scratch(const float *in, float *out) {
  extern __shared__ float room[];
  int i = threadIdx.x;
  room[i * 32] = in[i];
  __syncthreads();
  out[i] = room[i * 32];
}

__global__ void total(const float *in, float *out) {
  atomicAdd(out, sumOfRow(in, threadIdx.x));
}

void blocks(const float *in, float *out) {
  transpose<float, 32><<<1, 32 * 32>>>(in, out);
  total<<<1, 32>>>(in, out);
}
