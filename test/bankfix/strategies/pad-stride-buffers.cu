// Rows that the last of several subscripts tells of.

// RUN: %bankfix --objective=wavefronts --target=sm_80 %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --target=sm_80 %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu
// RUN: %bankfix verify %s %t.cu

#ifndef N
#define N 32
#endif

__global__ void buffers(const float *in, float *out, int n) {
  // CHECK-DAG: 's[2][1024] -> s[2][1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: float s[2][32 * 33];
  __shared__ float s[2][32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < n; k++) {
    // FIXED: s[k % 2][y * 33 + x] = in[y * 32 + x];
    s[k % 2][y * 32 + x] = in[y * 32 + x];
    __syncthreads();
    // FIXED: out[y * 32 + x] += s[k % 2][x * 33 + y];
    out[y * 32 + x] += s[k % 2][x * 32 + y];
  }
}

// A row is a parameter; builds may have another length of rows, not of a part of
// one.
__device__ float column(const float *row, int x, int y) {
  // FIXED: return row[x * (N + 1) + y];
  return row[x * N + y];
}

__global__ void given(const float *in, float *out, int n) {
  // FIXED: float s[2][N * (N + 1)];
  __shared__ float s[2][N * N];
  int x = threadIdx.x, y = threadIdx.y;
  // FIXED: s[n & 1][y * (N + 1) + x] = in[y * N + x];
  s[n & 1][y * N + x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = column(s[n & 1], x, y);
}

// More rows than there are in the first part lie in the second one.
__global__ void across(const float *in, float *out, int n) {
  // FIXED: float s[2][32 * 16];
  __shared__ float s[2][32 * 16];
  int x = threadIdx.x, y = threadIdx.y;
  s[0][y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[0][x * 32 + y];
}

void launch(const float *in, float *out, int n) {
  buffers<<<1, dim3(32, 32)>>>(in, out, n);
  given<<<1, dim3(N, N)>>>(in, out, n);
  across<<<1, dim3(32, 32)>>>(in, out, n);
}
