// Harris, Sengupta and Owens, Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3,
// chapter 39: CONFLICT_FREE_OFFSET, for 32 banks.

#include "suite.h"

constexpr int Size = 1024;

#define OFFSET(i) ((i) + ((i) >> 5))

__global__ void scan(int *out, const int *in) {
  __shared__ int temp[OFFSET(Size)];
  in += blockIdx.x * Size;
  out += blockIdx.x * Size;
  int t = threadIdx.x;
  temp[OFFSET(2 * t)] = in[2 * t];
  temp[OFFSET(2 * t + 1)] = in[2 * t + 1];
  int offset = 1;
  for (int d = Size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      temp[OFFSET(bi)] += temp[OFFSET(ai)];
    }
    offset *= 2;
  }
  if (t == 0)
    temp[OFFSET(Size - 1)] = 0;
  for (int d = 1; d < Size; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      int left = temp[OFFSET(ai)];
      temp[OFFSET(ai)] = temp[OFFSET(bi)];
      temp[OFFSET(bi)] += left;
    }
  }
  __syncthreads();
  out[2 * t] = temp[OFFSET(2 * t)];
  out[2 * t + 1] = temp[OFFSET(2 * t + 1)];
}

int main() {
  const int count = blocks(1);
  Array<int> in(count * Size), out(count * Size);
  scan<<<count, Size / 2>>>(out.get(), in.get());
  return out.print();
}
