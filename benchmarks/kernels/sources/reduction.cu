// A sum with interleaved addresses: reduction 2 of Harris, Optimizing Parallel Reduction.

#include "suite.h"

constexpr int Size = 256;

__global__ void reduce(int *out, const int *in) {
  __shared__ int sums[Size];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * Size + t];
  __syncthreads();
  for (int s = 1; s < Size; s *= 2) {
    int i = 2 * s * t;
    if (i < Size)
      sums[i] += sums[i + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

int main() {
  const int count = blocks(4);
  Array<int> in(count * Size), out(count);
  reduce<<<count, Size>>>(out.get(), in.get());
  return out.print();
}
