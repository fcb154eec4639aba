// What a pointer into an array and an index name together may be a sum, too.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-4: the same results

__global__ void views(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int t = threadIdx.x;
  // FIXED: float *p = s + t * 4;
  float *p = s + t * 4;
  for (int j = 0; j < 2; ++j)
    // FIXED: *(float4 *)(s + BANKFIX_SWIZZLE_3_28((int)(p - s) + (j * 512))) = in[t];
    *(float4 *)(p + j * 512) = in[t];
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = s[(t % 32) * 32 + t / 32 * 8 + i];
}

// In a function, which gets the array beside the place.
// FIXED: void fill(float *p_base, float *p, const float4 *in)
__device__ void fill(float *p, const float4 *in) {
  for (int j = 0; j < 2; ++j)
    // FIXED: *(float4 *)(p_base + BANKFIX_SWIZZLE_3_28((int)(p - p_base) + (j * 512))) = in[j];
    *(float4 *)(p + j * 512) = in[j];
}

__global__ void given(const float4 *in, float *out) {
  __shared__ __align__(16) float g[32 * 32];
  int t = threadIdx.x;
  // FIXED: fill(g, g + t * 4, in);
  fill(g + t * 4, in);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = g[(t % 32) * 32 + t / 32 * 8 + i];
}

// One element, by a sum of several terms.
__global__ void elements(const float *in, float *out) {
  __shared__ float e[32 * 32];
  int t = threadIdx.x;
  const float *p = e + t * 32;
  for (int i = 0; i < 32; ++i)
    // FIXED: e[BANKFIX_PAD32(i * 32 + t)] = in[i];
    e[i * 32 + t] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    // FIXED: sum += *(e + BANKFIX_PAD32((int)(p - e) + (i + 16))) + *(e + BANKFIX_PAD32((int)(p - e) + (i)));
    sum += *(p + i + 16) + *(p + i);
  out[t] = sum;
}

// The object at such a place, and a member of it.
__global__ void objects(const float *in, float *out) {
  __shared__ __align__(16) float o[32 * 16];
  int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    o[t * 16 + i] = in[t * 16 + i];
  __syncthreads();
  float *p = o + t * 16;
  // FIXED: float4 v = reinterpret_cast<float4 *>(o + BANKFIX_SWIZZLE_3_28((int)(p - o) + (4)))[0];
  float4 v = reinterpret_cast<float4 *>(p + 4)[0];
  // FIXED: out[t] = v.x + ((float4 *)(o + BANKFIX_SWIZZLE_3_28(t * 16)))->w
  out[t] = v.x + ((float4 *)(o + t * 16))->w
           // FIXED: + ((float4 *)(o + BANKFIX_SWIZZLE_3_28((int)(p - o) + (8))))[0].y;
           + ((float4 *)(p + 8))[0].y;
}

void launch(const float4 *in, float *out) {
  views<<<1, 128>>>(in, out);
  given<<<1, 128>>>(in, out);
  elements<<<1, 32>>>((const float *)in, out);
  objects<<<1, 32>>>((const float *)in, out);
}
