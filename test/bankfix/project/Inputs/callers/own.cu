static __device__ void fill(float *p, int n) { p[n] = 0; }
__global__ void mine(float *out) { fill(out, threadIdx.x); }
