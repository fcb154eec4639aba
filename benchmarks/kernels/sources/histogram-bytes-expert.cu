// Podlozhnyuk, Histogram Calculation in CUDA (2007), histogram64, for 32 banks: the
// bytes of four threads in a word, so that each lane of a warp has a bank.

#include "suite.h"

constexpr int Threads = 128, Values = 16;

__global__ void histogram(unsigned *out, const unsigned char *values) {
  __shared__ unsigned char count[64 * Threads];
  int t = threadIdx.x;
  int at = (t & 31) * 4 + t / 32;
  for (int bin = 0; bin < 64; ++bin)
    count[bin * Threads + at] = 0;
  __syncthreads();
  for (int i = 0; i < Values; ++i) {
    int bin = values[(blockIdx.x * Values + i) * Threads + t] & 63;
    ++count[bin * Threads + at];
  }
  __syncthreads();
  if (t < 64) {
    unsigned sum = 0;
    for (int i = 0; i < Threads; ++i)
      sum += count[t * Threads + ((i + 4 * t) & (Threads - 1))];
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
