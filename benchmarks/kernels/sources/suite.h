// What the programs of the suite share: arrays on the device, filled the same
// each time, and a digest of results. The values are small integers, so that sums
// are exact in whichever order: original and expert print the same.

#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Blocks of a launch: few, or, where benchmarks/gpu/timer.cu times it, so many that a
// GPU is full. Each block has memory of its own, as blocks that write to the same lines
// wait for one another.
inline int blocks(int few) { return std::getenv("TIMER_ROUNDS") ? 8192 : few; }

template <typename T> class Array {
public:
  explicit Array(int size) : host(size) {
    unsigned state = 12345;
    for (T &value : host) {
      state = state * 1664525u + 1013904223u;
      value = T(float(state >> 28));
    }
    cudaMalloc(reinterpret_cast<void **>(&device), size * sizeof(T));
    cudaMemcpy(device, host.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(device); }
  T *get() { return device; }

  // For main to return: prints what the kernels left here, as FNV-1a of its bytes.
  int print() {
    cudaError_t status = cudaDeviceSynchronize();
    cudaMemcpy(host.data(), device, host.size() * sizeof(T),
               cudaMemcpyDeviceToHost);
    unsigned long long hash = 14695981039346656037ull;
    std::vector<unsigned char> bytes(host.size() * sizeof(T));
    std::memcpy(bytes.data(), host.data(), bytes.size());
    for (unsigned char byte : bytes)
      hash = (hash ^ byte) * 1099511628211ull;
    std::printf("%016llx\n", hash);
    return status != cudaSuccess;
  }

private:
  std::vector<T> host;
  T *device = nullptr;
};
