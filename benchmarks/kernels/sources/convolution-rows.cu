// A separable convolution along rows, blocks of 16x4, eight results a thread.

#include "suite.h"

constexpr int Radius = 8, X = 16, Y = 4, Steps = 8, Halo = 1;

__constant__ float weights[2 * Radius + 1] = {1, 2, 3, 4, 5, 6, 7, 8, 9,
                                              8, 7, 6, 5, 4, 3, 2, 1};

__global__ void rows(float *out, const float *in, int width) {
  __shared__ float data[Y][(Steps + 2 * Halo) * X];
  int x = (blockIdx.x * Steps - Halo) * X + threadIdx.x;
  int y = blockIdx.y * Y + threadIdx.y;
  for (int i = 0; i < Steps + 2 * Halo; ++i) {
    int at = x + i * X;
    data[threadIdx.y][threadIdx.x + i * X] =
        at >= 0 && at < width ? in[y * width + at] : 0;
  }
  __syncthreads();
  for (int i = Halo; i < Halo + Steps; ++i) {
    float sum = 0;
    for (int j = -Radius; j <= Radius; ++j)
      sum += weights[Radius - j] * data[threadIdx.y][threadIdx.x + i * X + j];
    out[y * width + x + i * X] = sum;
  }
}

int main() {
  const int width = 256;
  Array<float> in(width * 8), out(width * 8);
  rows<<<dim3(width / (X * Steps), 2), dim3(X, Y)>>>(out.get(), in.get(), width);
  return out.print();
}
