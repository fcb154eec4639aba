// A pointer to one place, under whatever type that is accessed: the subscript
// changes where the address is taken, and groups of elements stay together.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-4: the same results

// From global memory, too: what is given decides.
__device__ void copy16(void *to, const void *from) {
  *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

// CHECK-DAG: 's[1024], indexed through BANKFIX_SWIZZLE_3_28' (swizzle)
__global__ void untyped(const float *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int t = threadIdx.x;
  // FIXED: copy16(s + BANKFIX_SWIZZLE_3_28(t * 4), in + t * 4);
  copy16(s + t * 4, in + t * 4);
  // FIXED: copy16(&s[BANKFIX_SWIZZLE_3_28(t * 4 + 512)], in + t * 4 + 512);
  copy16(&s[t * 4 + 512], in + t * 4 + 512);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = s[(t % 32) * 32 + t / 32 * 8 + i];
  copy16(out + 2048 + t * 4, in + t * 4);
}

// Handed on, and kept in variables.
__device__ void store(float *to, float4 v) {
  float4 *at = (float4 *)to;
  *at = v;
}
__device__ void pass(void *to, float4 v) { store((float *)to, v); }

// CHECK-DAG: 'p[1024], indexed through BANKFIX_SWIZZLE_3_28' (swizzle)
__global__ void passed(const float4 *in, float *out) {
  __shared__ __align__(16) float p[32 * 32];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++)
    // FIXED: pass(&p[BANKFIX_SWIZZLE_3_28(t * 4 + i * 512)], in[t]);
    pass(&p[t * 4 + i * 512], in[t]);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = p[(t % 32) * 32 + t / 32 * 8 + i];
}

// Twelve bytes lie at multiples of four: no layout of larger groups serves
// them, and one element is not all of them.
struct Three {
  float a, b, c;
};
__device__ void store3(void *to, float v) { *(Three *)to = Three{v, v, v}; }

// CHECK-DAG: no fix of 'n' {{.*}}'store3(&n[t * 3], in[t])' is a pointer into it
__global__ void three(const float *in, float *out) {
  __shared__ __align__(16) float n[32 * 32];
  int t = threadIdx.x;
  // FIXED: store3(&n[t * 3], in[t]);
  store3(&n[t * 3], in[t]);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = n[(t % 32) * 32 + t / 32 * 8 + i];
}

// The start of an array is one such place.
__device__ void zero16(float *to) { ((uint4 *)to)[0] = uint4{}; }

// CHECK-DAG: 'z[1024], indexed through BANKFIX_SWIZZLE_3_28' (swizzle)
__global__ void starts(float *out) {
  __shared__ __align__(16) float z[32 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128)
    // FIXED: z[BANKFIX_SWIZZLE_3_28(i)] = i;
    z[i] = i;
  __syncthreads();
  if (t == 0)
    // FIXED: zero16(z);
    zero16(z);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[t + i * 128] = z[(t % 32) * 32 + t / 32 * 8 + i];
}

void launch(const float *in, float *out) {
  untyped<<<1, 128>>>(in, out);
  passed<<<1, 128>>>((const float4 *)in, out);
  three<<<1, 128>>>(in, out);
  starts<<<1, 128>>>(out);
}
