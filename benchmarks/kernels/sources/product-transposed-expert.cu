// CUTLASS, DefaultMmaCore for SIMT: the transposed tile of A is padded.

#include "suite.h"

constexpr int Tile = 32;

__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[Tile][Tile + 1];
  __shared__ float bs[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile, column = blockIdx.x * Tile + x;
  float sum[4] = {};
  for (int k0 = 0; k0 < 64; k0 += Tile) {
    for (int j = 0; j < Tile; j += 8) {
      as[x][y + j] = a[(row + y + j) * n + k0 + x];
      bs[y + j][x] = b[(k0 + y + j) * n + column];
    }
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      for (int i = 0; i < 4; ++i)
        sum[i] += as[k][y + 8 * i] * bs[k][x];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    c[(row + y + 8 * i) * n + column] = sum[i];
}

int main() {
  const int n = 64;
  Array<float> a(n * n), b(n * n), c(n * n);
  product<<<dim3(n / Tile, n / Tile), dim3(Tile, 8)>>>(c.get(), a.get(), b.get(),
                                                       n);
  return c.print();
}
