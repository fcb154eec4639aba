// GPU Gems 3, chapter 39: a word of padding after every 32, here for a bitonic sort.

#include "suite.h"

constexpr int Size = 512;

#define OFFSET(i) ((i) + ((i) >> 5))

__global__ void sort(unsigned *keys) {
  __shared__ unsigned key[OFFSET(Size)];
  int t = threadIdx.x;
  unsigned *at = keys + blockIdx.x * Size;
  key[OFFSET(t)] = at[t];
  key[OFFSET(t + Size / 2)] = at[t + Size / 2];
  for (int size = 2; size <= Size; size <<= 1) {
    bool up = (t & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int position = 2 * t - (t & (stride - 1));
      unsigned a = key[OFFSET(position)], b = key[OFFSET(position + stride)];
      key[OFFSET(position)] = (a > b) == up ? b : a;
      key[OFFSET(position + stride)] = (a > b) == up ? a : b;
    }
  }
  __syncthreads();
  at[t] = key[OFFSET(t)];
  at[t + Size / 2] = key[OFFSET(t + Size / 2)];
}

int main() {
  const int count = blocks(2);
  Array<unsigned> keys(count * Size);
  sort<<<count, Size / 2>>>(keys.get());
  return keys.print();
}
