// Code that depends on an array's size keeps the size as it is.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void bySizeof(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+5]]: 'sizeof(a)' depends on its size
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  out[0] = sizeof(a);
}

__global__ void byRow(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+5]]: 'sizeof(b[0])' depends on its size
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  out[0] = sizeof(b[0]);
}

__global__ void byAssertion(float *out) {
  // CHECK: note: no fix of 'c' by pad-row:
  __shared__ float c[32][32];
  static_assert(sizeof(c) == 4096, "the host relies on it");
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
}

__global__ void byType(float *out) {
  // CHECK: note: no fix of 'd' by pad-row:
  __shared__ float d[32][32];
  using Tile = decltype(d);
  d[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x][threadIdx.y];
  out[0] = sizeof(Tile);
}

template <int N> struct Bytes { static constexpr int Value = N; };

__global__ void byTemplateArgument(float *out) {
  // CHECK: note: no fix of 'e' by pad-row:
  __shared__ float e[32][32];
  e[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x][threadIdx.y];
  out[0] = Bytes<sizeof(e)>::Value;
}

__global__ void byArrayBound(float *out) {
  // CHECK: note: no fix of 'f' by pad-row:
  __shared__ float f[32][32];
  f[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x][threadIdx.y];
  char copy[sizeof(f) / 8];
  out[0] = sizeof(copy);
}

void launch(float *out) {
  dim3 block(32, 32);
  bySizeof<<<1, block>>>(out);
  byRow<<<1, block>>>(out);
  byAssertion<<<1, block>>>(out);
  byType<<<1, block>>>(out);
  byTemplateArgument<<<1, block>>>(out);
  byArrayBound<<<1, block>>>(out);
}
