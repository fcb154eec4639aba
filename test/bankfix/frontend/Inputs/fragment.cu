__global__ void transpose(real *out) {
  __shared__ real tile[TILE][TILE];
  for (int j = 0; j < TILE; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = out[j];
  __syncthreads();
  for (int j = 0; j < TILE; j += 8)
    out[j] = tile[threadIdx.x][threadIdx.y + j];
}
