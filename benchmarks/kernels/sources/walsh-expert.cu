// GPU Gems 3, chapter 39: a word of padding after every 32, here for a Walsh transform.

#include "suite.h"

constexpr int Size = 1024;

#define OFFSET(i) ((i) + ((i) >> 5))

__global__ void walsh(float *out, const float *in) {
  __shared__ float data[OFFSET(Size)];
  int t = threadIdx.x;
  for (int i = t; i < Size; i += Size / 4)
    data[OFFSET(i)] = in[blockIdx.x * Size + i];
  for (int stride = Size / 4; stride > 0; stride >>= 2) {
    int low = t & (stride - 1);
    int i0 = ((t - low) << 2) + low;
    int i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    __syncthreads();
    float d0 = data[OFFSET(i0)], d1 = data[OFFSET(i1)];
    float d2 = data[OFFSET(i2)], d3 = data[OFFSET(i3)];
    data[OFFSET(i0)] = d0 + d2 + d1 + d3;
    data[OFFSET(i1)] = d0 + d2 - d1 - d3;
    data[OFFSET(i2)] = d0 - d2 + d1 - d3;
    data[OFFSET(i3)] = d0 - d2 - d1 + d3;
  }
  __syncthreads();
  for (int i = t; i < Size; i += Size / 4)
    out[blockIdx.x * Size + i] = data[OFFSET(i)];
}

int main() {
  const int count = blocks(2);
  Array<float> in(count * Size), out(count * Size);
  walsh<<<count, Size / 4>>>(out.get(), in.get());
  return out.print();
}
