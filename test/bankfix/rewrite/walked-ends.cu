// Places in one flat array count its elements as the text does, so that comparing them
// says the same wherever elements lie.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-2: the same results

__global__ void walks(const float *in, float *o) {
  // CHECK: float s[BANKFIX_PAD32(32 * 16)];
  __shared__ float s[32 * 16];
  for (int i = 0; i < 16; ++i)
    s[threadIdx.x * 16 + i] = in[threadIdx.x * 16 + i];
  float *at = s + threadIdx.x * 16, v = 0;
  __syncthreads();
  // CHECK: for (float *e = at + 16; at < e; at += 4)
  for (float *e = at + 16; at < e; at += 4)
    // CHECK: v += s[BANKFIX_PAD32((int)(at - s) + (0))];
    v += at[0];
  // CHECK: for (const float *p = s + threadIdx.x * 16; p != s + 512 && p < at; ++p)
  for (const float *p = s + threadIdx.x * 16; p != s + 512 && p < at; ++p)
    v += p[0];
  o[threadIdx.x] = v;
}

// Not with what a layout moves: an element's address, or another array's.
__global__ void others(const float *in, float *o) {
  // CHECK: float m[32 * 16];
  __shared__ float m[32 * 16];
  for (int i = 0; i < 16; ++i)
    m[threadIdx.x * 16 + i] = in[threadIdx.x * 16 + i];
  const float *at = m + threadIdx.x * 16;
  __syncthreads();
  o[threadIdx.x] = at < &m[in[0] > 1 ? 31 : 33] ? at[0] : 0;
}

void f(const float *i, float *o) {
  walks<<<1, 32>>>(i, o);
  others<<<1, 32>>>(i, o);
}
