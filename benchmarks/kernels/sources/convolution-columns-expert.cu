// Podlozhnyuk, Image Convolution with CUDA (2007): a pad of one element.

#include "suite.h"

constexpr int Radius = 8, X = 16, Y = 8, Steps = 8, Halo = 1;

__constant__ float weights[2 * Radius + 1] = {1, 2, 3, 4, 5, 6, 7, 8, 9,
                                              8, 7, 6, 5, 4, 3, 2, 1};

__global__ void columns(float *out, const float *in, int pitch, int height) {
  __shared__ float data[X][(Steps + 2 * Halo) * Y + 1];
  int x = blockIdx.x * X + threadIdx.x;
  int y = (blockIdx.y * Steps - Halo) * Y + threadIdx.y;
  for (int i = 0; i < Steps + 2 * Halo; ++i) {
    int at = y + i * Y;
    data[threadIdx.x][threadIdx.y + i * Y] =
        at >= 0 && at < height ? in[at * pitch + x] : 0;
  }
  __syncthreads();
  for (int i = Halo; i < Halo + Steps; ++i) {
    float sum = 0;
    for (int j = -Radius; j <= Radius; ++j)
      sum += weights[Radius - j] * data[threadIdx.x][threadIdx.y + i * Y + j];
    out[(y + i * Y) * pitch + x] = sum;
  }
}

int main() {
  const int pitch = 32, height = 128;
  Array<float> in(pitch * height), out(pitch * height);
  columns<<<dim3(pitch / X, height / (Y * Steps)), dim3(X, Y)>>>(
      out.get(), in.get(), pitch, height);
  return out.print();
}
