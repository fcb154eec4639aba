__device__ inline float column(const float (*rows)[32]) {
  return rows[threadIdx.x][threadIdx.y];
}

__device__ inline float worst(const float *flat) {
  return flat[32 * threadIdx.x] + flat[32 * threadIdx.x + 1];
}

__global__ void inHeader(float *out) {
  __shared__ float flat[2048];
  flat[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = worst(flat);
}
