// A function of another unit may declare the same dynamic memory, and what is
// linked to may call what returns an array.
__device__ float other(int i);
__device__ float *given() {
  __shared__ float g[1024];
  return g;
}
__global__ void k(float *out) {
  // CHECK: no fix of 'd' by index-macro: line [[#@LINE+9]]: 'other' is defined in another file, where the same memory may be declared; define it here, or declare the array in the function that uses it
  extern __shared__ float d[];
  // CHECK: 's[1024], indexed through
  __shared__ float s[1024];
  float *p = given();
  for (int j = 0; j < 32; ++j)
    p[threadIdx.x * 32 + j] = d[threadIdx.x * 32 + j] = s[threadIdx.x * 32 + j] = j;
  __syncthreads();
  // LINKED: no fix of 'g' by index-macro: {{.*}}its address is used in
  out[threadIdx.x] = other(threadIdx.x) + s[threadIdx.x * 32] + p[threadIdx.x * 32] + d[threadIdx.x * 32];
}
void run(float *a) { k<<<1, 32, 4096>>>(a); }
