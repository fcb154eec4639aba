// Threads gather what lies far apart in memory, by way of shared memory: read in
// stripes, used in blocks of eight.

#include "suite.h"

constexpr int Items = 8, Threads = 128;

__global__ void gather(int *out, const int *in, const int *indices) {
  __shared__ int items[Items * Threads];
  int t = threadIdx.x, base = blockIdx.x * Items * Threads;
  for (int i = 0; i < Items; ++i)
    items[i * Threads + t] = in[indices[base + i * Threads + t]];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < Items; ++i) {
    sum = sum * 3 + items[t * Items + i];
    out[base + i * Threads + t] = sum;
  }
}

int main() {
  const int count = blocks(2);
  Array<int> in(16), indices(count * Items * Threads), out(count * Items * Threads);
  gather<<<count, Threads>>>(out.get(), in.get(), indices.get());
  return out.print();
}
