#pragma once
#include "size.h"

template <int N> __global__ void transpose(const float *in, float *out) {
  __shared__ float tile[N][N];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void column(float *out) {
  __shared__ float rows[HEIGHT][WIDTH];
  rows[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x][WIDTH - 1];
}
