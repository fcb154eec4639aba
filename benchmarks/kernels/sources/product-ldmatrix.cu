// Operands of tensor cores, read with ldmatrix from a tile of rows of 64 halves.

#include <cuda_fp16.h>

#include "suite.h"

constexpr int Rows = 64, Pieces = 8; // Of 16 bytes, eight halves.

__global__ void fragments(unsigned *out, const uint4 *in) {
  __shared__ uint4 tile[Rows][Pieces];
  int t = threadIdx.x;
  out += blockIdx.x * 16 * 128;
  for (int i = t; i < Rows * Pieces; i += 128) {
    int r = i / Pieces, c = i % Pieces;
    tile[r][c] = in[i];
  }
  __syncthreads();
  int row = t / 32 * 16 + t % 16;
  for (int k = 0; k < Pieces; k += 2) {
    int column = k + t % 32 / 16;
    unsigned address = static_cast<unsigned>(
        __cvta_generic_to_shared(&tile[row][column]));
    unsigned f[4];
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
        : "r"(address));
    for (int i = 0; i < 4; ++i)
      out[(k / 2 * 4 + i) * 128 + t] = f[i];
  }
}

int main() {
  const int count = blocks(1);
  Array<unsigned> in(Rows * Pieces * 4), out(count * 16 * 128);
  fragments<<<count, 128>>>(out.get(), reinterpret_cast<uint4 *>(in.get()));
  return out.print();
}
