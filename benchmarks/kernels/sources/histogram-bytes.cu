// A histogram of bytes in 64 bins: bytes that count, 64 for each thread.

#include "suite.h"

constexpr int Threads = 128, Values = 16;

__global__ void histogram(unsigned *out, const unsigned char *values) {
  __shared__ unsigned char count[Threads * 64];
  int t = threadIdx.x;
  for (int bin = 0; bin < 64; ++bin)
    count[t * 64 + bin] = 0;
  __syncthreads();
  for (int i = 0; i < Values; ++i) {
    int bin = values[(blockIdx.x * Values + i) * Threads + t] & 63;
    ++count[t * 64 + bin];
  }
  __syncthreads();
  if (t < 64) {
    unsigned sum = 0;
    for (int i = 0; i < Threads; ++i)
      sum += count[i * 64 + t];
    out[blockIdx.x * 64 + t] = sum;
  }
}

int main() {
  const int count = blocks(2);
  Array<unsigned char> values(count * Values * Threads);
  Array<unsigned> out(count * 64);
  histogram<<<count, Threads>>>(out.get(), values.get());
  return out.print();
}
