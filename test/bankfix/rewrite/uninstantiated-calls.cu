// A kernel template that another build instantiates calls what this one changes.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s

extern __shared__ float memory[];

__device__ inline void put(int t) { memory[t * 32] = t; }

// CHECK: no fix of 'memory' by index-macro: line [[#@LINE+4]]: 'memory' is named in a way that bankfix does not follow
template <typename T> __global__ void other(float *out) {
  put(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x * 32];
}

__global__ void kernel(float *out) {
  put(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x];
}

void run(float *out) {
  kernel<<<1, 32, 4096>>>(out);
#ifdef BOTH
  other<int><<<1, 32, 4096>>>(out);
#endif
}
