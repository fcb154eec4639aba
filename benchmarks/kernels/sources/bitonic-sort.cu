// A bitonic sort of 512 keys in shared memory.

#include "suite.h"

constexpr int Size = 512;

__global__ void sort(unsigned *keys) {
  __shared__ unsigned key[Size];
  int t = threadIdx.x;
  unsigned *at = keys + blockIdx.x * Size;
  key[t] = at[t];
  key[t + Size / 2] = at[t + Size / 2];
  for (int size = 2; size <= Size; size <<= 1) {
    bool up = (t & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int position = 2 * t - (t & (stride - 1));
      unsigned a = key[position], b = key[position + stride];
      key[position] = (a > b) == up ? b : a;
      key[position + stride] = (a > b) == up ? a : b;
    }
  }
  __syncthreads();
  at[t] = key[t];
  at[t + Size / 2] = key[t + Size / 2];
}

int main() {
  const int count = blocks(2);
  Array<unsigned> keys(count * Size);
  sort<<<count, Size / 2>>>(keys.get());
  return keys.print();
}
