#include "store_shared.h"
__global__ void stored(int *out) {
  __shared__ int s[1024];
  int one = 1;
  memory::store_shared<4>(s + threadIdx.x * 2, &one);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int *out) { stored<<<1, 32>>>(out); }
