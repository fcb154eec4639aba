__global__ void square(float *out) {
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
}
