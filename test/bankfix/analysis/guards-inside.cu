// Lanes that a condition lets through, which nobody knows, do not leave the array: a
// block may be larger than its rows, and what is counted is what is left.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --format=json %s | %json-lines | %FileCheck %s
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED

__global__ void rows(const float *a, float *o, int n) {
  // FIXED: float s[32][33];
  __shared__ float s[32][32];
  int t = threadIdx.x;
  if (t < n) {
    for (int j = 0; j < 32; j++)
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 32, "wavefronts": 1024,
      s[t][j] = a[j];
    o[t] = s[t][3];
  }
}

__global__ void second(const float *x, float *y, unsigned n) {
  // FIXED: float e[BANKFIX_PAD32(1024)];
  __shared__ float e[1024];
  unsigned t = threadIdx.x;
  e[t] = x[t];
  // CHECK-NOT: access {"line": [[#@LINE+2]], {{.*}}"requests": {{[1-9]}}
  if (t + blockDim.x < n)
    e[t + blockDim.x] = x[t + blockDim.x];
  __syncthreads();
  if (t < 32)
    y[t] = e[t * 32];
}

// What no condition keeps back is outside.
__global__ void outside(float *y) {
  // FIXED: float w[1024];
  __shared__ float w[1024];
  w[threadIdx.x * 32] = 1;
  y[threadIdx.x] = w[threadIdx.x * 32];
}

void f(const float *a, float *o, int n) {
  rows<<<1, 256>>>(a, o, n);
  second<<<1, 1024>>>(a, o, n);
  outside<<<1, 64>>>(o);
}
