// Harris, Optimizing Parallel Reduction in CUDA (2007), reduction 3: sequential addresses.

#include "suite.h"

constexpr int Size = 256;

__global__ void reduce(int *out, const int *in) {
  __shared__ int sums[Size];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * Size + t];
  __syncthreads();
  for (int s = Size / 2; s > 0; s >>= 1) {
    if (t < s)
      sums[t] += sums[t + s];
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
