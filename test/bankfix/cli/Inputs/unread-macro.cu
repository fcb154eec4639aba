// __shared__ in a comment
#if 0
__shared__ float never[32];
#endif
#ifdef USE_GPU
__global__ void k(float *out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
#endif
