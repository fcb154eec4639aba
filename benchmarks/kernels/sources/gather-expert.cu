// CUB, BlockExchange: a word of padding after every 32.

#include "suite.h"

constexpr int Items = 8, Threads = 128;

#define OFFSET(i) ((i) + ((i) >> 5))

__global__ void gather(int *out, const int *in, const int *indices) {
  __shared__ int items[OFFSET(Items * Threads)];
  int t = threadIdx.x, base = blockIdx.x * Items * Threads;
  for (int i = 0; i < Items; ++i)
    items[OFFSET(i * Threads + t)] = in[indices[base + i * Threads + t]];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < Items; ++i) {
    sum = sum * 3 + items[OFFSET(t * Items + i)];
    out[base + i * Threads + t] = sum;
  }
}

int main() {
  const int count = blocks(2);
  Array<int> in(16), indices(count * Items * Threads), out(count * Items * Threads);
  gather<<<count, Threads>>>(out.get(), in.get(), indices.get());
  return out.print();
}
