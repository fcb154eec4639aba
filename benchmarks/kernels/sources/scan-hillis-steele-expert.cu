// GPU Gems 3, chapter 39, listing 39-1: one buffer after the other.

#include "suite.h"

constexpr int Size = 256;

__global__ void scan(int *out, const int *in) {
  __shared__ int temp[2 * Size];
  in += blockIdx.x * Size;
  out += blockIdx.x * Size;
  int t = threadIdx.x;
  int to = 0, from = 1;
  temp[to * Size + t] = in[t];
  __syncthreads();
  for (int offset = 1; offset < Size; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      temp[to * Size + t] = temp[from * Size + t] + temp[from * Size + t - offset];
    else
      temp[to * Size + t] = temp[from * Size + t];
    __syncthreads();
  }
  out[t] = temp[to * Size + t];
}

int main() {
  const int count = blocks(1);
  Array<int> in(count * Size), out(count * Size);
  scan<<<count, Size>>>(out.get(), in.get());
  return out.print();
}
