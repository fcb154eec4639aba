// A cast of an array of rows to a pointer to its elements leads to the first of them,
// as the address of that one does.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-3: the same results

__global__ void rows(const float *in, float *o) {
  __shared__ float s[32][16];
  int t = threadIdx.x;
  for (int j = 0; j < 16; ++j)
    s[t][j] = in[t * 16 + j];
  __syncthreads();
  // CHECK: float *p = (float *)s;
  float *p = (float *)s;
  float v = 0;
  for (int m = 0; m < 2; m++)
    // CHECK: v += (&s[0][0])[BANKFIX_SWIZZLE_5_15((int)(p - s[0]) + (t * 16 + m))];
    v += p[t * 16 + m];
  o[t] = v;
}

__global__ void laterRows(const float *in, float *o) {
  __shared__ float r[32][16];
  int t = threadIdx.x;
  for (int j = 0; j < 16; ++j)
    r[t][j] = in[t * 16 + j];
  __syncthreads();
  // CHECK: float *p = reinterpret_cast<float *>(r + 1);
  float *p = reinterpret_cast<float *>(r + 1);
  // CHECK: o[t] = (&r[0][0])[BANKFIX_SWIZZLE_5_15((int)(p - r[0]) + (t * 16 - 16))];
  o[t] = p[t * 16 - 16];
}

// Through all dimensions at once.
__global__ void boxes(const float *in, float *o) {
  __shared__ float b[4][8][16];
  int t = threadIdx.x;
  for (int j = 0; j < 16; ++j)
    b[t / 8][t % 8][j] = in[t * 16 + j];
  __syncthreads();
  const float *p = (const float *)b;
  // CHECK: o[t] = (&b[0][0][0])[{{BANKFIX_[A-Z0-9_]+}}((int)(p - b[0][0]) + (t * 16 + 3))];
  o[t] = p[t * 16 + 3];
}

void f(const float *i, float *o) {
  rows<<<1, 32>>>(i, o);
  laterRows<<<1, 32>>>(i, o);
  boxes<<<1, 32>>>(i, o);
}
