// `*p` of a pointer that walks over an array is an element as `p[0]` is.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// RUN: %bankfix --objective=wavefronts --strategy=swizzle --cuda-headers=builtin %s -o - | %FileCheck %s --check-prefix=FLAT

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-5: the same results

__global__ void sums(const float *in, float *out) {
  __shared__ float s[32 * 16];
  for (int i = threadIdx.x; i < 512; i += 32)
    s[i] = in[i];
  __syncthreads();
  const float *at = s + threadIdx.x * 16;
  float v = 0;
  for (int i = 0; i < 4; i++, at += 4)
    // FIXED: v += s[BANKFIX_PAD32((int)(at - s))] * -s[BANKFIX_PAD32((int)(at - s) + (1))];
    v += *at * -at[1];
  out[threadIdx.x] = v;
}

__global__ void written(const float *in, float *out) {
  __shared__ float w[32 * 32];
  float *to = &w[threadIdx.x * 32];
  for (int i = 0; i < 32; i++, ++to) {
    // FIXED: w[BANKFIX_PAD32((int)(to - w))] = in[i];
    *to = in[i];
    // FIXED: w[BANKFIX_PAD32((int)(to - w))] += 1;
    *to += 1;
    // FIXED: (w[BANKFIX_PAD32((int)(to - w))])++;
    (*to)++;
  }
  __syncthreads();
  for (int i = 0; i < 32; i++)
    out[i * 32 + threadIdx.x] = w[i * 32 + threadIdx.x];
}

// Rows, and a function that gets the array.
// FIXED: float total(const float *from_base, const float *from, int n)
__device__ float total(const float *from, int n) {
  float sum = 0;
  for (; n > 0; --n, from += 2)
    // FIXED: sum += from_base[BANKFIX_PAD32((int)(from - from_base))];
    sum += *from;
  return sum;
}

__global__ void given(const float *in, float *out) {
  __shared__ float g[32 * 32];
  for (int i = threadIdx.x; i < 1024; i += 32)
    g[i] = in[i];
  __syncthreads();
  // FIXED: out[threadIdx.x] = total(g, g + threadIdx.x * 32, 16);
  out[threadIdx.x] = total(g + threadIdx.x * 32, 16);
}

__global__ void rows(const float *in, float *out) {
  __shared__ float r[32][32];
  for (int i = 0; i < 32; ++i)
    r[i][threadIdx.x] = in[i * 32 + threadIdx.x];
  __syncthreads();
  const float *p = &r[threadIdx.x][0];
  float sum = 0;
  for (int i = 0; i < 16; ++i, p += 2)
    // FIXED: sum += *p;
    // FLAT: sum += (&r[0][0])[BANKFIX_{{.*}}((int)(p - r[0]))];
    sum += *p;
  out[threadIdx.x] = sum;
}

// A step on the way is taken once.
__global__ void stepped(const float *in, float *out) {
  __shared__ float c[32 * 32];
  float *to = c + threadIdx.x * 32 + 32;
  for (int i = 0; i < 32; i++)
    // FIXED: c[bankfix_pad32((int)(--to - c))] = *in++;
    *--to = *in++;
  __syncthreads();
  const float *p = c + threadIdx.x * 32;
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    // FIXED: sum += c[bankfix_pad32((int)(p++ - c))];
    sum += *p++;
  out[threadIdx.x] = sum;
}

void launch(const float *in, float *out) {
  sums<<<1, 32>>>(in, out);
  written<<<1, 32>>>(in, out);
  given<<<1, 32>>>(in, out);
  rows<<<1, 32>>>(in, out);
  stepped<<<1, 32>>>(in, out);
}
