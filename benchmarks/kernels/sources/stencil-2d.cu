// A five-point stencil by tiles of 16x16, a halo of one around.

#include "suite.h"

constexpr int X = 16, Y = 16;

__global__ void stencil(float *out, const float *in, int width) {
  __shared__ float tile[Y + 2][X + 2];
  int x = blockIdx.x * X + threadIdx.x + 1, y = blockIdx.y * Y + threadIdx.y + 1;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = in[y * width + x];
  if (threadIdx.x == 0)
    tile[ty][0] = in[y * width + x - 1];
  if (threadIdx.x == X - 1)
    tile[ty][X + 1] = in[y * width + x + 1];
  if (threadIdx.y == 0)
    tile[0][tx] = in[(y - 1) * width + x];
  if (threadIdx.y == Y - 1)
    tile[Y + 1][tx] = in[(y + 1) * width + x];
  __syncthreads();
  out[y * width + x] = tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] +
                       tile[ty - 1][tx] + tile[ty + 1][tx];
}

int main() {
  const int width = 66;
  Array<float> in(width * width), out(width * width);
  stencil<<<dim3(64 / X, 64 / Y), dim3(X, Y)>>>(out.get(), in.get(), width);
  return out.print();
}
