#pragma once
template <typename T, int N>
__global__ void transpose(T *out) {
  __shared__ T tile[N][N];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
