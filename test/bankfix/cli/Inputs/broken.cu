__global__ void k(float *out) {
  __shared__ float tile[32][32]
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
