// Times the launches of a program that is linked with
// -Wl,--wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel: what <<<>>> calls, before
// CUDA 13 and since. Each launch is made once as it is, and then, with
// TIMER_ROUNDS=N, N times between events. A grid that is one block deep gets
// TIMER_BLOCKS blocks by its depth, which do the same as those of its first layer,
// so that the GPU is full. What the timed launches leave in memory is not used:
// results are those of a run without TIMER_ROUNDS.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

template <typename Kernel>
using Launcher = cudaError_t (*)(Kernel, dim3, dim3, void **, size_t, cudaStream_t);

static unsigned setting(const char *name, unsigned otherwise) {
  const char *text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

template <typename Kernel>
static cudaError_t launch(Launcher<Kernel> real, Kernel kernel, dim3 grid, dim3 block,
                          void **arguments, size_t bytes, cudaStream_t stream) {
  cudaError_t status = real(kernel, grid, block, arguments, bytes, stream);
  const unsigned rounds = setting("TIMER_ROUNDS", 0);
  if (!rounds || status != cudaSuccess)
    return status;
  dim3 full = grid;
  if (full.z == 1)
    full.z = std::max(1u, setting("TIMER_BLOCKS", 8192) / (grid.x * grid.y));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  // The first is not counted: it warms caches and clocks.
  for (unsigned round = 0; round <= rounds && status == cudaSuccess; ++round) {
    cudaEventRecord(begin, stream);
    status = real(kernel, full, block, arguments, bytes, stream);
    cudaEventRecord(end, stream);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (round)
      std::fprintf(stderr, "time %.1f ns\n", milliseconds * 1e6);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return status;
}

extern "C" {
cudaError_t __real_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                                    cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                                    void **arguments, size_t bytes,
                                    cudaStream_t stream) {
  return launch(__real_cudaLaunchKernel, kernel, grid, block, arguments, bytes, stream);
}
#if CUDART_VERSION >= 13000
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void **, size_t,
                                      cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                      void **arguments, size_t bytes,
                                      cudaStream_t stream) {
  return launch(__real___cudaLaunchKernel, kernel, grid, block, arguments, bytes,
                stream);
}
#endif
}
