// Satish, Harris and Garland, Designing Efficient Sorting Algorithms for Manycore GPUs
// (2009): the counters of a digit beside each other, a thread always in its bank.

#include "suite.h"

constexpr int Threads = 128, Keys = 8;

__global__ void counters(unsigned *out, const unsigned *keys, int shift) {
  __shared__ unsigned count[16][Threads];
  int t = threadIdx.x;
  for (int digit = 0; digit < 16; ++digit)
    count[digit][t] = 0;
  for (int i = 0; i < Keys; ++i) {
    unsigned key = keys[(blockIdx.x * Keys + i) * Threads + t];
    ++count[(key >> shift) & 15][t];
  }
  for (int digit = 0; digit < 16; ++digit)
    out[(blockIdx.x * 16 + digit) * Threads + t] = count[digit][t];
}

int main() {
  const int count = blocks(2);
  Array<unsigned> keys(count * Keys * Threads), out(count * 16 * Threads);
  counters<<<count, Threads>>>(out.get(), keys.get(), 0);
  return out.print();
}
