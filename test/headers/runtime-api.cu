// The runtime API that host code around a kernel uses, and the guarded forms
// of it that samples share.

#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <stdio.h>

#define CHECK(CALL)                                                            \
  do {                                                                         \
    cudaError_t status = CALL;                                                 \
    if (status != cudaSuccess)                                                 \
      fprintf(stderr, "%s\n", cudaGetErrorName(status));                       \
  } while (0)

__constant__ int table[16];
__device__ float result;
__global__ void kernel(float *p, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[n];
}
template <class T> __global__ void generic(T *p) { p[0] = T(); }

void memory(float *host, size_t n) {
  float *p, *pinned, *managed, *pitched;
  const float *read_only;
  size_t pitch, free_bytes, total;
  CHECK(cudaMalloc(&read_only, n));
  CHECK(cudaMallocHost(&pinned, n));
  CHECK(cudaHostAlloc(&pinned, n, cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&p, pinned, 0));
  CHECK(cudaMallocManaged(&managed, n));
  CHECK(cudaMemPrefetchAsync(managed, n, cudaCpuDeviceId));
  CHECK(cudaMallocPitch(&pitched, &pitch, n, n));
  CHECK(cudaMemcpy2D(pitched, pitch, host, n, n, n, cudaMemcpyDefault));
  CHECK(cudaMemcpyToSymbol(table, host, sizeof(table)));
  CHECK(cudaMemcpyFromSymbol(host, result, sizeof(float), 0,
                             cudaMemcpyDeviceToHost));
  CHECK(cudaGetSymbolAddress((void **)&p, result));
  CHECK(cudaMemset(p, 0, n));
  CHECK(cudaMemGetInfo(&free_bytes, &total));
  cudaExtent extent = make_cudaExtent(n, n, n);
  cudaPitchedPtr box;
  CHECK(cudaMalloc3D(&box, extent));
  cudaMemcpy3DParms copy = {0};
  copy.srcPtr = make_cudaPitchedPtr(host, n, n, n);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(p));
}

void devices() {
  int count = 0, value = 0;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(count - 1));
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0));
  printf("%s %d.%d, %zu bytes, %d MPs, %d Hz, %d threads\n", prop.name,
         prop.major, prop.minor, prop.sharedMemPerBlockOptin,
         prop.multiProcessorCount, prop.clockRate, prop.maxThreadsPerBlock);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  CHECK(cudaDeviceReset());
}

int main() {
  float *p = nullptr, ms = 0;
  int n = 3, blocks = 0, size = 0;
  cudaStream_t stream;
  cudaEvent_t start, stop;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
  CHECK(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  CHECK(cudaFuncSetCacheConfig(generic<int>, cudaFuncCachePreferL1));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &size, kernel));
  CHECK(cudaEventRecord(start, stream));
  kernel<<<dim3(1, 2), 256, 1024, stream>>>(p, n);
  generic<<<1, 1>>>(p);
  void *arguments[] = {&p, &n};
  CHECK(cudaLaunchKernel((void *)kernel, dim3(1), dim3(32), arguments, 128, 0));
  CHECK(cudaLaunchKernel(kernel, 1, 32, arguments, 128, stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.dynamicSmemBytes = 512;
  CHECK(cudaLaunchKernelEx(&config, kernel, p, 3));
  CHECK(cudaMemcpyAsync(p, p, 4, cudaMemcpyDeviceToDevice, stream));
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaProfilerStop());
  CUdeviceptr driver_pointer = 0;
  return cuMemAlloc(&driver_pointer, 16) != CUDA_SUCCESS;
}
