// Who gets a pointer to what asks may ask for any kernel.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s
// CHECK: no fix of 't' {{.*}}'cudaFuncGetAttributes' asks for what depends on the kernel's shared memory

#include <cuda_runtime.h>

__global__ void kernel(int *out) {
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
}

size_t ask() {
  cudaFuncAttributes a;
  cudaError_t (*f)(cudaFuncAttributes *, const void *) = cudaFuncGetAttributes;
  f(&a, (const void *)kernel);
  return a.sharedSizeBytes;
}

int main() { kernel<<<1, 32>>>(nullptr); }
