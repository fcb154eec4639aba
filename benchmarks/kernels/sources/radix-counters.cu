// Counters of a radix sort: sixteen for each thread, one after the other.

#include "suite.h"

constexpr int Threads = 128, Keys = 8;

__global__ void counters(unsigned *out, const unsigned *keys, int shift) {
  __shared__ unsigned count[Threads][16];
  int t = threadIdx.x;
  for (int digit = 0; digit < 16; ++digit)
    count[t][digit] = 0;
  for (int i = 0; i < Keys; ++i) {
    unsigned key = keys[(blockIdx.x * Keys + i) * Threads + t];
    ++count[t][(key >> shift) & 15];
  }
  for (int digit = 0; digit < 16; ++digit)
    out[(blockIdx.x * 16 + digit) * Threads + t] = count[t][digit];
}

int main() {
  const int count = blocks(2);
  Array<unsigned> keys(count * Keys * Threads), out(count * 16 * Threads);
  counters<<<count, Threads>>>(out.get(), keys.get(), 0);
  return out.print();
}
