// Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA (2009), for halves:
// a pad of one word, two elements.

#include <cuda_fp16.h>

#include "suite.h"

constexpr int Tile = 32;
constexpr int Rows = 8;

__global__ void transpose(__half *out, const __half *in, int width) {
  __shared__ __half tile[Tile][Tile + 2];
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
  const int width = 64;
  Array<__half> in(width * width), out(width * width);
  transpose<<<dim3(width / Tile, width / Tile), dim3(Tile, Rows)>>>(
      out.get(), in.get(), width);
  return out.print();
}
