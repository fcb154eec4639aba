// Micikevicius, 3D Finite Difference Computation on GPUs using CUDA (2009): tiles as
// wide as a warp.

#include "suite.h"

constexpr int X = 32, Y = 4, Z = 2;

__global__ void stencil(float *out, const float *in, int n) {
  __shared__ float tile[Z + 2][Y + 2][X + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
  int x = blockIdx.x * X + tx, y = blockIdx.y * Y + ty, z = blockIdx.z * Z + tz;
  const float *at = in + (z * n + y) * n + x;
  tile[tz][ty][tx] = *at;
  if (tx == 1)
    tile[tz][ty][0] = at[-1];
  if (tx == X)
    tile[tz][ty][X + 1] = at[1];
  if (ty == 1)
    tile[tz][0][tx] = at[-n];
  if (ty == Y)
    tile[tz][Y + 1][tx] = at[n];
  if (tz == 1)
    tile[0][ty][tx] = at[-n * n];
  if (tz == Z)
    tile[Z + 1][ty][tx] = at[n * n];
  __syncthreads();
  out[(z * n + y) * n + x] = tile[tz][ty][tx] + tile[tz][ty][tx - 1] +
                             tile[tz][ty][tx + 1] + tile[tz][ty - 1][tx] +
                             tile[tz][ty + 1][tx] + tile[tz - 1][ty][tx] +
                             tile[tz + 1][ty][tx];
}

int main() {
  const int n = 34;
  Array<float> in(n * n * n), out(n * n * n);
  stencil<<<dim3(32 / X, 32 / Y, 8 / Z), dim3(X, Y, Z)>>>(out.get(), in.get(), n);
  return out.print();
}
