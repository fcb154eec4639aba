#pragma once

template <typename T, int N>
__global__ void __launch_bounds__(N *N) transpose(const T *in, T *out) {
  __shared__ T tile[N][N];
  int x = threadIdx.x % N, y = threadIdx.x / N;
  tile[y][x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = tile[x][y];
}
