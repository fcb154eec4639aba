__shared__ float tile[32 * 32];

__global__ void columns(float *out) {
  tile[threadIdx.x * 32] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 32 + 1];
}

void launch(float *out) { columns<<<1, 32>>>(out); }
