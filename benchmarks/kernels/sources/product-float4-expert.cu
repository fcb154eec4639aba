// Lai and Seznec, Performance Upper Bound Analysis and Optimization of SGEMM (2013),
// and CUTLASS: a thread has four times 4x4 elements, one of each quadrant.

#include "suite.h"

constexpr int Side = 128, Deep = 8;

__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[Deep][Side];
  __shared__ float bs[Deep][Side];
  int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[8][8] = {};
  for (int k0 = 0; k0 < 16; k0 += Deep) {
    for (int i = t; i < Deep * Side; i += 256) {
      as[i / Side][i % Side] = a[(k0 + i / Side) * n + i % Side];
      bs[i / Side][i % Side] = b[(k0 + i / Side) * n + i % Side];
    }
    __syncthreads();
    for (int k = 0; k < Deep; ++k) {
      float left[8], right[8];
      *reinterpret_cast<float4 *>(left) =
          *reinterpret_cast<const float4 *>(&as[k][4 * y]);
      *reinterpret_cast<float4 *>(left + 4) =
          *reinterpret_cast<const float4 *>(&as[k][4 * y + 64]);
      *reinterpret_cast<float4 *>(right) =
          *reinterpret_cast<const float4 *>(&bs[k][4 * x]);
      *reinterpret_cast<float4 *>(right + 4) =
          *reinterpret_cast<const float4 *>(&bs[k][4 * x + 64]);
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      c[(4 * y + i % 4 + i / 4 * 64) * n + 4 * x + j % 4 + j / 4 * 64] = sum[i][j];
}

int main() {
  const int n = 128;
  Array<float> a(n * n), b(n * n), c(n * n);
  product<<<1, 256>>>(c.get(), a.get(), b.get(), n);
  return c.print();
}
