// A Walsh transform in shared memory, radix 4.

#include "suite.h"

constexpr int Size = 1024;

__global__ void walsh(float *out, const float *in) {
  __shared__ float data[Size];
  int t = threadIdx.x;
  for (int i = t; i < Size; i += Size / 4)
    data[i] = in[blockIdx.x * Size + i];
  for (int stride = Size / 4; stride > 0; stride >>= 2) {
    int low = t & (stride - 1);
    int i0 = ((t - low) << 2) + low;
    int i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    __syncthreads();
    float d0 = data[i0], d1 = data[i1];
    float d2 = data[i2], d3 = data[i3];
    data[i0] = d0 + d2 + d1 + d3;
    data[i1] = d0 + d2 - d1 - d3;
    data[i2] = d0 - d2 + d1 - d3;
    data[i3] = d0 - d2 - d1 + d3;
  }
  __syncthreads();
  for (int i = t; i < Size; i += Size / 4)
    out[blockIdx.x * Size + i] = data[i];
}

int main() {
  const int count = blocks(2);
  Array<float> in(count * Size), out(count * Size);
  walsh<<<count, Size / 4>>>(out.get(), in.get());
  return out.print();
}
