// The product of two square matrices, in 16x16 tiles. Nothing to fix: a half of
// each warp reads one word of a's tile, and all of it one row of b's.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int Tile = 16;

__global__ void multiply(float *c, const float *a, const float *b, int width) {
  __shared__ float aTile[Tile][Tile];
  __shared__ float bTile[Tile][Tile];

  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile + ty;
  int column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int start = 0; start < width; start += Tile) {
    aTile[ty][tx] = a[row * width + start + tx];
    bTile[ty][tx] = b[(start + ty) * width + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += aTile[ty][k] * bTile[k][tx];
    __syncthreads();
  }
  c[row * width + column] = sum;
}

int main() {
  const int width = 256;
  const size_t bytes = sizeof(float) * width * width;
  std::vector<float> ones(width * width, 1.0f), result(width * width);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), bytes, cudaMemcpyHostToDevice);

  dim3 grid(width / Tile, width / Tile), block(Tile, Tile);
  multiply<<<grid, block>>>(c, a, b, width);

  cudaMemcpy(result.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);

  int wrong = 0;
  for (float element : result)
    wrong += element != width;
  std::printf("%d elements are wrong\n", wrong);
  return wrong != 0;
}
