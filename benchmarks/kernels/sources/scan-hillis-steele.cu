// The scan of Hillis and Steele between two buffers, which are beside each other for
// each element.

#include "suite.h"

constexpr int Size = 256;

__global__ void scan(int *out, const int *in) {
  __shared__ int temp[Size][2];
  in += blockIdx.x * Size;
  out += blockIdx.x * Size;
  int t = threadIdx.x;
  int to = 0, from = 1;
  temp[t][to] = in[t];
  __syncthreads();
  for (int offset = 1; offset < Size; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      temp[t][to] = temp[t][from] + temp[t - offset][from];
    else
      temp[t][to] = temp[t][from];
    __syncthreads();
  }
  out[t] = temp[t][to];
}

int main() {
  const int count = blocks(1);
  Array<int> in(count * Size), out(count * Size);
  scan<<<count, Size>>>(out.get(), in.get());
  return out.print();
}
