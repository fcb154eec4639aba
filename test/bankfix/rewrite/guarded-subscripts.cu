// A condition around the access, or the operators in it, keep a subscript
// inside its row.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check --objective=wavefronts %t.cu

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

__global__ void condition(float *out) {
  // CHECK: float a[32][33];
  __shared__ float a[32][32];
  TRANSPOSE(a)
  if (threadIdx.x < 31)
    out[0] += a[threadIdx.y][threadIdx.x + 1];
}

__global__ void masked(float *out, int n) {
  // CHECK: float b[32][33];
  __shared__ float b[32][32];
  TRANSPOSE(b)
  out[0] += b[threadIdx.y][(threadIdx.x + n) & 31];
}

__global__ void modulo(float *out, unsigned n) {
  // CHECK: float c[32][33];
  __shared__ float c[32][32];
  TRANSPOSE(c)
  out[0] += c[threadIdx.y][(threadIdx.x + n) % 32];
}

__global__ void loop(float *out) {
  // CHECK: float d[32][33];
  __shared__ float d[32][32];
  TRANSPOSE(d)
  for (int i = 31; i >= 0; --i)
    out[i] += d[threadIdx.y][i];
}

void launch(float *out, int n) {
  dim3 block(32, 32);
  condition<<<1, block>>>(out);
  masked<<<1, block>>>(out, n);
  modulo<<<1, block>>>(out, n);
  loop<<<1, block>>>(out);
}
