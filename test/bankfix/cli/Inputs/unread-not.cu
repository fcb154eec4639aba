// __shared__ float a;
/* __local */
#define TILE __shared__ float tile[32]
#if 0
__shared__ float never[32];
#if 1
threadgroup float t;
#endif
#endif
__global__ void scalar(float *out) {
  __shared__ float one;
  if (threadIdx.x == 0)
    one = 1;
  __syncthreads();
  out[threadIdx.x] = one;
}
