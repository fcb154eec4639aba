// The sum of each block's 256 elements. With each step the active threads sit
// side by side, but the words that they add are twice as far apart: 2-way
// conflicts, then 4-way, and so on.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int Threads = 256;

__global__ void blockSums(float *sums, const float *in) {
  __shared__ float partial[Threads];

  int tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();

  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int i = 2 * stride * tid;
    if (i < blockDim.x)
      partial[i] += partial[i + stride];
    __syncthreads();
  }

  if (tid == 0)
    sums[blockIdx.x] = partial[0];
}

int main() {
  const int blocks = 1024, count = blocks * Threads;
  std::vector<float> host(count, 1.0f), result(blocks);

  float *in = nullptr, *sums = nullptr;
  const size_t inBytes = count * sizeof(float);
  const size_t sumBytes = blocks * sizeof(float);
  cudaMalloc(&in, inBytes);
  cudaMalloc(&sums, sumBytes);
  cudaMemcpy(in, host.data(), inBytes, cudaMemcpyHostToDevice);

  blockSums<<<blocks, Threads>>>(sums, in);

  cudaMemcpy(result.data(), sums, sumBytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(sums);

  int wrong = 0;
  for (float sum : result)
    wrong += sum != Threads;
  std::printf("%d sums are wrong\n", wrong);
  return wrong != 0;
}
