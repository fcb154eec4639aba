// What only other kernels declare is no memory of a kernel's: reaching it is an
// access outside of all arrays, whatever lies there.

// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+1]]:17: warning: 'leaves', blocks of 256 threads, gives no results
__global__ void leaves(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 512];
}

__global__ void owns(float *out) {
  __shared__ float t[2048];
  t[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = t[255 - threadIdx.x];
}

void run(float *out) {
  leaves<<<1, 256>>>(out);
  owns<<<1, 256>>>(out);
}
