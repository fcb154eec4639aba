// The headers that CUDA sources include are built in.

// RUN: %exits 1 %bankfix check --sort=source --cuda-headers=builtin %s | FileCheck %s
// RUN: %exits 1 %bankfix check --sort=source --cuda-headers=builtin --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: sed -e '/^#include/d' %s > %t.none.cu
// RUN: %exits 1 %bankfix check --sort=source --cuda-headers=builtin %t.none.cu | FileCheck %s

// JSON: file {{.*}}"headers": "builtin", {{.*}}"diagnostics": []

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void k(float *out, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = __ldg(&out[n]) + fmaxf(out[0], 1.0f);
  __syncthreads();
  // CHECK: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + __shfl_xor_sync(0xffffffff, out[1], 4);
  if (threadIdx.x == 0)
    printf("%d\n", n);
}

int main() {
  float *out;
  if (cudaMalloc(&out, 4096) != cudaSuccess)
    exit(1);
  k<<<1, dim3(32, 32)>>>(out, 5);
  cudaDeviceSynchronize();
  cudaFree(out);
}
