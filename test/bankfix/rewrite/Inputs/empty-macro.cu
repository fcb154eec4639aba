// It guards nothing, though it is the first of the file.
#ifndef OFFSET
#define OFFSET
#endif
__device__ void put(float *p, float v) {
  for (int j = 0; j < 31; ++j)
    p[threadIdx.x * 32 + j] = v;
}
__global__ void k(float *out) {
  // CHECK: no fix of 's' by index-macro: line 2: the macro 'OFFSET' is nothing where the array is used, and a build may make it anything; define it once, under no condition
  __shared__ float s[1024];
  put(s OFFSET, 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
}
void run(float *a) { k<<<1, 32>>>(a); }
