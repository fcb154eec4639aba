// Functions that launch what they get.
#include <cuda_runtime.h>

template <class K, class... A>
void launch(K kernel, dim3 grid, dim3 block, size_t bytes, A... args) {
  kernel<<<grid, block, bytes>>>(args...);
}

template <class K, class... A>
void launchBySettings(K kernel, dim3 grid, dim3 block, size_t bytes, A... args) {
  cudaLaunchConfig_t settings = {};
  settings.gridDim = grid;
  settings.blockDim = block;
  settings.dynamicSmemBytes = bytes;
  cudaLaunchKernelEx(&settings, kernel, args...);
}
