// Names that toolkits have dropped: old headers, cudaThread*, cudaLaunch.

#include <cuda_runtime.h>
#include <device_functions.h>
#include <host_defines.h>
#include <math_functions.h>
#include <sm_11_atomic_functions.h>
#include <sm_20_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <vector_types.h>

__global__ void kernel(int *p) { p[threadIdx.x] = __mul24(threadIdx.x, 3); }

int main() {
  int *p = nullptr;
  cudaConfigureCall(dim3(1), dim3(32), 0, 0);
  cudaSetupArgument(p, 0);
  cudaLaunch(kernel);
  cudaThreadSynchronize();
  cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
  cudaThreadExit();
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  return prop.deviceOverlap + max(prop.computeMode, 0);
}
