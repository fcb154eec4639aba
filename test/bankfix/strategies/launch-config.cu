// Dynamic memory of launches that take their sizes from a struct.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro %s | %FileCheck %s
// RUN: %bankfix --objective=wavefronts --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --strategy=index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

#include <cuda_runtime.h>

__global__ void fixed(float *out) {
  // CHECK: note: 'a[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float a[];
  a[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x];
}

__global__ void copied(float *out) {
  // CHECK: no fix of 'b' by index-macro: line {{[0-9]+}}: the launch's bytes in '&handed' cannot be changed in place
  extern __shared__ float b[];
  b[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x];
}

__global__ void added(float *out) {
  // CHECK: no fix of 'c' by index-macro: line {{[0-9]+}}: the launch's bytes in '&grown' cannot be changed in place
  extern __shared__ float c[];
  c[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x];
}

__global__ void first(float *out) {
  // CHECK: no fix of 'd' by index-macro: line {{[0-9]+}}: the launch's bytes in '4096' cannot be changed in place
  extern __shared__ float d[];
  d[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x];
}

__global__ void second(float *out) {
  extern __shared__ float e[];
  e[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x];
}

__global__ void cooperative(float *out) {
  // CHECK: note: 'f[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float f[];
  f[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x];
}

void set(cudaLaunchConfig_t &config);

void launch(float *out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = dim3(32);
  // FIXED: config.dynamicSmemBytes = BANKFIX_PAD32(1024) * sizeof(float);
  config.dynamicSmemBytes = 1024 * sizeof(float);
  cudaLaunchKernelEx(&config, fixed, out);
  config.gridDim = 2;
  cudaLaunchKernelEx(&config, fixed, out);

  cudaLaunchConfig_t handed = {};
  handed.blockDim = dim3(32);
  handed.dynamicSmemBytes = 4096;
  set(handed);
  cudaLaunchKernelEx(&handed, copied, out);

  cudaLaunchConfig_t grown = {};
  grown.blockDim = dim3(32);
  grown.dynamicSmemBytes = 2048;
  grown.dynamicSmemBytes += 2048;
  cudaLaunchKernelEx(&grown, added, out);

  // FIXED: {dim3(1), dim3(32), 4096}
  cudaLaunchConfig_t shared = {dim3(1), dim3(32), 4096};
  cudaLaunchKernelEx(&shared, first, out);
  cudaLaunchKernelEx(&shared, second, out);

  void *args[] = {&out};
  // FIXED: cudaLaunchCooperativeKernel((void *)cooperative, 1, 32, args, BANKFIX_PAD32(1024) * sizeof(float), 0);
  cudaLaunchCooperativeKernel((void *)cooperative, 1, 32, args, 1024 * sizeof(float), 0);
}
