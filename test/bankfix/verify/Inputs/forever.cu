__global__ void turns(float *out) {
  __shared__ float s[32][33];
  s[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  while (out[threadIdx.x] < 1000)
    out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void launch(float *out) { turns<<<1, dim3(32, 32)>>>(out); }
