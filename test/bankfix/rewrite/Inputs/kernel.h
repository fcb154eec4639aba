__global__ void inHeader(float *out) {
  __shared__ float local[32][32];
  local[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = local[threadIdx.x][threadIdx.y];
}
