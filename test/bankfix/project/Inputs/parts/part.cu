// A part of whole.cu.
__global__ void turn(float *out, const float *in) {
  __shared__ float square[SIDE][SIDE];
  square[threadIdx.y][threadIdx.x] = in[threadIdx.y * SIDE + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * SIDE + threadIdx.x] = square[threadIdx.x][threadIdx.y];
}
__global__ void spread(float *out) {
  extern __shared__ float lines[];
  lines[threadIdx.x * 32] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = lines[threadIdx.x * 32];
}
