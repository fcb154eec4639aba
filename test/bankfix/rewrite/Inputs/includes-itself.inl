#ifndef INCLUDES_ITSELF
#define INCLUDES_ITSELF
#include "includes-itself.inl"
__global__ void turned(float *a) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
#endif
