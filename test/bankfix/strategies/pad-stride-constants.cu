// A row's length may be a variable that is one value, whoever reads it: alone as
// in the longer row, of which the compiler computes the sum.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

#define TILE 16
#define HALO 1

__global__ void stencil(const float *in, float *out, int w) {
  const int side = TILE + 2 * HALO;
  // CHECK: tile[(TILE + 2 * HALO) * (TILE + 2 * HALO + 30)];
  __shared__ float tile[(TILE + 2 * HALO) * (TILE + 2 * HALO)];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int j = y; j < side; j += TILE)
    for (int i = x; i < side; i += TILE)
      // CHECK: tile[j * (side + 30) + i] = in[j * w + i];
      tile[j * side + i] = in[j * w + i];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      // CHECK: sum += tile[(y + j) * (side + 30) + (x + i)];
      sum += tile[(y + j) * side + (x + i)];
  out[y * w + x] = sum;
}

__global__ void transpose(const float *in, float *out) {
  constexpr unsigned Pitch = 32;
  static constexpr int Rows = 32;
  // CHECK: t[Rows * (Pitch + 1)];
  __shared__ float t[Rows * Pitch];
  // CHECK: t[threadIdx.y * (Pitch + 1) + threadIdx.x]
  t[threadIdx.y * Pitch + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: t[threadIdx.x * (Pitch + 1) + threadIdx.y]
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * Pitch + threadIdx.y];
}

struct Shape {
  static const unsigned char Pitch = 32;
  enum { Rows = 32 };
};

template <int N> __global__ void members(const float *in, float *out, unsigned short p) {
  const int n = N;
  // CHECK: a[N * (N + 1)], b[Shape::Rows * (Shape::Pitch + 1)], c[(Shape::Rows + 1) * 32], d[32 * 33];
  __shared__ float a[N * N], b[Shape::Rows * Shape::Pitch], c[Shape::Rows * 32], d[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  // CHECK: a[y * (n + 1) + x]
  a[y * n + x] = in[x];
  // CHECK: b[y * (Shape::Pitch + 1) + x]
  b[y * Shape::Pitch + x] = in[x];
  // CHECK: c[y * (Shape::Rows + 1) + x]
  c[y * Shape::Rows + x] = in[x];
  // CHECK: d[y * (p + 1) + x]
  d[y * p + x] = in[x];
  __syncthreads();
  // CHECK: a[x * (n + 1) + y] + b[x * (Shape::Pitch + 1) + y]
  out[x] = a[x * n + y] + b[x * Shape::Pitch + y];
  // CHECK: c[x * (Shape::Rows + 1) + y] + d[x * (p + 1) + y]
  out[x] += c[x * Shape::Rows + y] + d[x * p + y];
}

void run(const float *in, float *out, int w) {
  members<32><<<1, dim3(32, 32)>>>(in, out, 32);
  stencil<<<1, dim3(TILE, TILE)>>>(in, out, w);
  transpose<<<1, dim3(32, 32)>>>(in, out);
}
