#pragma once
template <int N> __global__ void unused(float *out) {
  __shared__ float u[N];
  u[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = u[N - threadIdx.x];
}
