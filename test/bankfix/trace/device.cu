// What the device says of itself is the chosen target's; launches beyond it
// fail as they do on hardware.
//
// RUN: %exits 0 %bankfix trace %s > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %exits 0 %bankfix trace --target=sm_75 %s > %t.out
// RUN: FileCheck %s --check-prefix=SM75 < %t.out
// RUN: %exits 2 %bankfix trace --target=gfx942 %s 2>&1 | FileCheck %s --check-prefix=AMD
// RUN: %exits 2 %bankfix trace --cuda-headers=sdk %s 2>&1 | FileCheck %s --check-prefix=SDK
#include <cstdio>

__global__ void dynamic(float *out, int n) {
  extern __shared__ float buffer[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    buffer[i] = float(i);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = buffer[n - 1];
}
__global__ void fixed(float *out) {
  __shared__ float tile[2048];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *out = tile[0];
}

int main() {
  cudaDeviceProp p;
  int count, value;
  cudaGetDeviceCount(&count);
  cudaGetDeviceProperties(&p, 0);
  printf("%d device: %s, %d.%d, warps of %d, %zu / %zu bytes\n", count, p.name,
         p.major, p.minor, p.warpSize, p.sharedMemPerBlock,
         p.sharedMemPerBlockOptin);
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
  printf("processor: %d bytes\n", value);
  printf("device 1: %s\n", cudaGetErrorName(cudaSetDevice(1)));
  cudaGetLastError();

  float *out, result = 0;
  cudaMalloc(&out, 4);
  int n = 12288; // 48 KB
  dynamic<<<1, 64, n * 4>>>(out, n);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  printf("48 KB: %s, %g\n", cudaGetErrorName(cudaGetLastError()), result);
  n = 15000;
  dynamic<<<1, 64, n * 4>>>(out, n);
  printf("60 KB: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       n * 4);
  dynamic<<<1, 64, n * 4>>>(out, n);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  printf("60 KB: %s, %g\n", cudaGetErrorName(cudaGetLastError()), result);
  printf("300 KB: %s\n",
         cudaGetErrorName(cudaFuncSetAttribute(
             dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 << 10)));
  cudaGetLastError();
  dynamic<<<1, 2048>>>(out, 1);
  printf("2048 threads: %s\n", cudaGetErrorName(cudaGetLastError()));
  dynamic<<<0, 32>>>(out, 1);
  printf("no block: %s\n", cudaGetErrorName(cudaGetLastError()));

  int blocks = 0, grid = 0, size = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 256, 0);
  printf("occupancy: %d of 256 threads", blocks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 64, 40000);
  printf(", %d with 40000 bytes", blocks);
  cudaOccupancyMaxPotentialBlockSize(&grid, &size, fixed);
  printf(", best %d\n", size);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, fixed);
  printf("fixed: %zu bytes, %d threads\n", a.sharedSizeBytes,
         a.maxThreadsPerBlock);
  return 0;
}

// CHECK: 1 device: bankfix sm_80, 8.0, warps of 32, 49152 / 166912 bytes
// CHECK: processor: 167936 bytes
// CHECK: device 1: cudaErrorInvalidDevice
// CHECK: 48 KB: cudaSuccess, 12287
// CHECK: 60 KB: cudaErrorInvalidValue
// CHECK: 60 KB: cudaSuccess, 14999
// CHECK: 300 KB: cudaErrorInvalidValue
// CHECK: 2048 threads: cudaErrorInvalidConfiguration
// CHECK: no block: cudaErrorInvalidConfiguration
// 8 KB and 1 KB of the system's: 8 blocks by threads; 49 KB: 3.
// CHECK: occupancy: 8 of 256 threads, 3 with 40000 bytes, best 1024
// CHECK: fixed: 8192 bytes, 1024 threads

// SM75: bankfix sm_75, 7.5, warps of 32, 49152 / 65536 bytes
// SM75: occupancy: 4 of 256 threads
// AMD: 'bankfix trace' runs CUDA programs; gfx942 is no CUDA target
// SDK: 'bankfix trace' has a runtime of its own
