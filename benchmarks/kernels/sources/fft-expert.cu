// Govindaraju et al., High Performance Discrete Fourier Transforms on Graphics
// Processors (2008): real and imaginary parts apart, in padded arrays.

#include "suite.h"

constexpr int Size = 256;

#define OFFSET(i) ((i) + ((i) >> 5))

__device__ float2 plus(float2 a, float2 b) {
  return make_float2(a.x + b.x, a.y + b.y);
}
__device__ float2 minus(float2 a, float2 b) {
  return make_float2(a.x - b.x, a.y - b.y);
}
__device__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// roots[n] is exp(-2 pi i n / Size).
__global__ void fft(float2 *out, const float2 *in, const float2 *roots) {
  __shared__ float re[OFFSET(Size)], im[OFFSET(Size)];
  int t = threadIdx.x;
  float2 value[4];
  for (int k = 0; k < 4; ++k)
    value[k] = in[blockIdx.x * Size + t + k * Size / 4];
  for (int span = 1; span < Size; span *= 4) {
    int low = t % span;
    for (int k = 1; k < 4; ++k)
      value[k] = times(value[k], roots[k * low * (Size / 4 / span)]);
    float2 a = plus(value[0], value[2]), b = minus(value[0], value[2]);
    float2 c = plus(value[1], value[3]), d = minus(value[1], value[3]);
    d = make_float2(d.y, -d.x);
    value[0] = plus(a, c);
    value[1] = plus(b, d);
    value[2] = minus(a, c);
    value[3] = minus(b, d);
    int to = (t - low) * 4 + low;
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      re[OFFSET(to + k * span)] = value[k].x, im[OFFSET(to + k * span)] = value[k].y;
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      value[k] = make_float2(re[OFFSET(t + k * Size / 4)], im[OFFSET(t + k * Size / 4)]);
  }
  for (int k = 0; k < 4; ++k)
    out[blockIdx.x * Size + t + k * Size / 4] = value[k];
}

int main() {
  const int count = blocks(2);
  Array<float> in(count * 2 * Size), roots(2 * Size), out(count * 2 * Size);
  fft<<<count, Size / 4>>>(reinterpret_cast<float2 *>(out.get()),
                       reinterpret_cast<float2 *>(in.get()),
                       reinterpret_cast<float2 *>(roots.get()));
  return out.print();
}
