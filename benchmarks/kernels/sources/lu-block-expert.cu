// MAGMA, as in Volkov and Demmel, LU, QR and Cholesky Factorizations using Vector
// Capabilities of GPUs (2008): the panel has a pad of one element.

#include "suite.h"

constexpr int Size = 32;

__global__ void diagonal(float *matrix, int n) {
  __shared__ float block[Size][Size + 1];
  int t = threadIdx.x;
  matrix += blockIdx.x * Size * Size;
  for (int i = 0; i < Size; ++i)
    block[i][t] = matrix[i * n + t] + (i == t ? 512.0f : 0.0f);
  __syncthreads();
  for (int k = 0; k < Size - 1; ++k) {
    if (t > k) {
      block[t][k] /= block[k][k];
      for (int j = k + 1; j < Size; ++j)
        block[t][j] -= block[t][k] * block[k][j];
    }
    __syncthreads();
  }
  for (int i = 0; i < Size; ++i)
    matrix[i * n + t] = block[i][t];
}

int main() {
  const int count = blocks(1);
  Array<float> matrix(count * Size * Size);
  diagonal<<<count, Size>>>(matrix.get(), Size);
  return matrix.print();
}
