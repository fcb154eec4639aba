// Obukhov and Kharlamov, Discrete Cosine Transform for 8x8 Blocks with CUDA (2008),
// kernel 2: the pitch is one more than the width of the block.

#include "suite.h"

constexpr int Width = 32, Height = 16;

__constant__ float cosine[8] = {1.0f, 0.9807853f, 0.9238795f, 0.8314696f,
                                0.7071068f, 0.5555702f, 0.3826834f, 0.1950903f};

// cos(n pi / 16), for n of no sign.
__device__ float cosineOf(int n) {
  n %= 32;
  n = n > 16 ? 32 - n : n;
  return n > 8 ? -cosine[16 - n] : n == 8 ? 0.0f : cosine[n];
}

__device__ void transform(float *at, int step) {
  float from[8];
  for (int i = 0; i < 8; ++i)
    from[i] = at[i * step];
  for (int k = 0; k < 8; ++k) {
    float sum = 0;
    for (int i = 0; i < 8; ++i)
      sum += from[i] * cosineOf((2 * i + 1) * k);
    at[k * step] = sum;
  }
}

// Thread (x, y, z): of the eight of the block (y, z) of pixels.
__global__ void dct(float *image, int pitch) {
  __shared__ float block[Height * (Width + 1)];
  int column = threadIdx.y * 8 + threadIdx.x, top = threadIdx.z * 8;
  float *origin = image + blockIdx.x * Height * pitch;
  for (int i = 0; i < 8; ++i)
    block[(top + i) * (Width + 1) + column] = origin[(top + i) * pitch + column];
  __syncthreads();
  transform(block + (top + threadIdx.x) * (Width + 1) + threadIdx.y * 8, 1);
  __syncthreads();
  transform(block + top * (Width + 1) + column, Width + 1);
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    origin[(top + i) * pitch + column] = block[(top + i) * (Width + 1) + column];
}

int main() {
  const int count = blocks(2);
  Array<float> image(Width * Height * count);
  dct<<<count, dim3(8, Width / 8, Height / 8)>>>(image.get(), Width);
  return image.print();
}
