// Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA (2009), for bytes:
// a pad of one word, four elements.

#include "suite.h"

constexpr int Tile = 32;
constexpr int Rows = 8;

__global__ void transpose(unsigned char *out, const unsigned char *in, int width) {
  __shared__ unsigned char tile[Tile][Tile + 4];
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
  Array<unsigned char> in(width * width), out(width * width);
  transpose<<<dim3(width / Tile, width / Tile), dim3(Tile, Rows)>>>(
      out.get(), in.get(), width);
  return out.print();
}
