// A square matrix transposed through shared memory, a 32x32 tile a block. Each
// warp writes a row of the tile and reads a column: the 32 words of a column
// are all in the same bank.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int Tile = 32;
constexpr int Rows = 8; // Of threads; each moves Tile / Rows elements.

__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[Tile][Tile];

  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 1024;
  const size_t bytes = sizeof(float) * width * width;
  std::vector<float> host(width * width), result(width * width);
  for (int i = 0; i < width * width; ++i)
    host[i] = static_cast<float>(i);

  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);

  dim3 grid(width / Tile, width / Tile), block(Tile, Rows);
  transpose<<<grid, block>>>(out, in, width);

  cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);

  int wrong = 0;
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < width; ++x)
      wrong += result[y * width + x] != host[x * width + y];
  std::printf("%d elements differ\n", wrong);
  return wrong != 0;
}
