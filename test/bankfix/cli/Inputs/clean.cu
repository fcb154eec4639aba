__global__ void k(float *out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

void launch(float *out) { k<<<1, 32>>>(out); }
