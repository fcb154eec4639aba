// Elements that are accessed several at once, from one whose subscripts are
// written, follow layouts that keep them together.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix --objective=wavefronts --strategy=pad-struct %s -o %t.packed.cu | FileCheck %s --check-prefix=PACKED

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

#include <cuda_pipeline.h>

// The macros are not defined within this one.
// FIXED:      #define TWICE(x) {{[\\]}}
// FIXED-NEXT: {
// FIXED-NEXT:   x += x;
// FIXED-NEXT: }
// FIXED:      #ifndef BANKFIX_SWIZZLE_3_12
#define FOUR(at) (reinterpret_cast<float4 *>(&(at))[0])
#define TWICE(x)							\
  {									\
    x += x;								\
  }

// Rows of a matrix product: no pitch keeps eight lanes that read every other
// quadruple apart.
__global__ void product(float *out, float *in) {
  // CHECK-DAG: 'b[8][128], indexed through BANKFIX_SWIZZLE_3_12' (swizzle) leaves 544 wavefronts of 1056
  __shared__ float b[8][128];
  int tx = threadIdx.x, ty = threadIdx.y;
  // FIXED: FOUR(b[ty / 2][BANKFIX_SWIZZLE_3_12((tx + ty % 2 * 16) * 4)]) = FOUR(in[4 * tx]);
  FOUR(b[ty / 2][(tx + ty % 2 * 16) * 4]) = FOUR(in[4 * tx]);
  __syncthreads();
  float f[4], sum = 0;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; i += 4) {
      // FIXED: FOUR(f[0]) = FOUR(b[j][BANKFIX_SWIZZLE_3_12(8 * tx + i)]);
      FOUR(f[0]) = FOUR(b[j][8 * tx + i]);
      sum += f[0] + f[3];
    }
  TWICE(sum)
  out[ty * 16 + tx] = sum;
}

__device__ float second(const float4 *v) { return (*v).y; }

__global__ void spellings(float *out) {
  // CHECK-DAG: 's[1024], indexed through BANKFIX_SWIZZLE_{{[0-9_]+}}' (swizzle)
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = i;
  __syncthreads();
  // FIXED: float4 v = *(float4 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t)];
  float4 v = *(float4 *)&s[32 * t];
  // FIXED: float4 w = reinterpret_cast<float4 &>(s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t + 4)]);
  float4 w = reinterpret_cast<float4 &>(s[32 * t + 4]);
  // FIXED: const float2 *p = (const float2 *)(&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t + 2)]);
  const float2 *p = (const float2 *)(&s[32 * t + 2]);
  float2 q = *p;
  // FIXED: float y = second((const float4 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t + 8)]);
  float y = second((const float4 *)&s[32 * t + 8]);
  // FIXED: int bits = *(int *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t)];
  int bits = *(int *)&s[32 * t];
  // FIXED: float x = ((float4 *)&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * t)])->x;
  float x = ((float4 *)&s[32 * t])->x;
  out[t] = v.x + w.y + q.x + y + bits + x;
}

// A copy writes its bytes at once, and so does an atomic operation.
__global__ void copied(float *out, const float *in) {
  __shared__ __align__(16) float u[8][128];
  // FIXED: unsigned w[32][34];
  __shared__ __align__(8) unsigned w[32][32];
  int tx = threadIdx.x, t = threadIdx.y * 16 + tx;
  // FIXED: __pipeline_memcpy_async(&u[t / 32][BANKFIX_SWIZZLE_3_12(t % 32 * 4)], &in[4 * t], sizeof(float4));
  __pipeline_memcpy_async(&u[t / 32][t % 32 * 4], &in[4 * t], sizeof(float4));
  for (int i = t; i < 1024; i += 256)
    w[i / 32][i % 32] = 0;
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; i += 4) {
      // FIXED: float4 v = *(float4 *)&u[j][BANKFIX_SWIZZLE_3_12(8 * tx + i)];
      float4 v = *(float4 *)&u[j][8 * tx + i];
      sum += v.x + v.w;
    }
  atomicAdd((unsigned long long *)&w[t % 32][2 * (t / 32)], 1ull);
  __syncthreads();
  out[t] = sum + w[t % 32][t / 32];
}

__global__ void counted(unsigned long long *out) {
  // CHECK-DAG: 'x[2048], indexed through BANKFIX_SWIZZLE_{{[0-9_]+}}' (swizzle)
  __shared__ __align__(8) unsigned x[2048];
  x[64 * threadIdx.x] = x[64 * threadIdx.x + 1] = 0;
  __syncthreads();
  // FIXED: atomicAdd((unsigned long long *)&x[BANKFIX_SWIZZLE_{{[0-9_]+}}(64 * threadIdx.x)], 1ull);
  atomicAdd((unsigned long long *)&x[64 * threadIdx.x], 1ull);
  __syncthreads();
  out[threadIdx.x] = x[64 * threadIdx.x];
}

// Refused: what is aligned like a part of it may begin at any element.
__global__ void three(float *out) {
  // CHECK-DAG: no fix of 'c' by index-macro: line [[#@LINE+5]]: '*(float3 *)&c[32 * threadIdx.x]' is a pointer into it
  __shared__ float c[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    c[i] = i;
  __syncthreads();
  float3 v = *(float3 *)&c[32 * threadIdx.x];
  out[threadIdx.x] = v.x + v.z;
}

// Refused: what lies behind it is a group, too, but nothing shows its alignment.
__global__ void behind(float *out) {
  // CHECK-DAG: no fix of 'd' by index-macro: nothing shows that its elements can be accessed as values of 8 bytes
  __shared__ float d[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    d[i] = i;
  __syncthreads();
  for (int i = 0; i < 30; ++i)
    out[threadIdx.x] += ((float2 *)&d[32 * threadIdx.x])[1].x;
}

// Refused: another name for it.
__global__ void named(float *out) {
  // CHECK-DAG: no fix of 'e' by index-macro: line [[#@LINE+5]]: 'reinterpret_cast<float2 &>(e[32 * threadIdx.x])' is a pointer into it
  __shared__ float e[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    e[i] = i;
  __syncthreads();
  float2 &v = reinterpret_cast<float2 &>(e[32 * threadIdx.x]);
  out[threadIdx.x] = (&v)[1].x + (&v)[2].x;
}

// Refused: the array then starts between two multiples of 8 bytes.
__global__ void unaligned(float *out) {
  // CHECK-DAG: no fix of 'g' by index-macro: line [[#@LINE+5]]: '*(float2 *)&g[32 * threadIdx.x + 1]' is no multiple of its 8 bytes from the array's start
  __shared__ float g[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    g[i] = i;
  __syncthreads();
  float2 v = *(float2 *)&g[32 * threadIdx.x + 1];
  out[threadIdx.x] = v.x;
}

// Refused: it may do so.
__global__ void unknown(float *out) {
  // CHECK-DAG: no fix of 'h' by index-macro: nothing shows that its elements can be accessed as values of 8 bytes
  __shared__ float h[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    h[i] = i;
  __syncthreads();
  out[threadIdx.x] = ((float2 *)&h[32 * threadIdx.x])->x;
}

// Refused: packed, the elements are not as aligned.
__global__ void packed(double *out) {
  // PACKED: no fix of 'k' by pad-struct: {{.*}}a pointer or a reference to its elements is declared with their type
  __shared__ double2 k[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    k[i].x = k[i].y = i;
  __syncthreads();
  float4 v = *(float4 *)&k[8 * threadIdx.x];
  out[threadIdx.x] = v.x;
}

// Refused: what is aligned in rows of 33 elements is not in others.
__global__ void odd(float *out, const float *in) {
  // FIXED: float r[32][33];
  __shared__ __align__(16) float r[32][33];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    r[i][t] = in[i * 32 + t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    // CHECK-DAG: no fix of 'r' by pad-row: it would part elements that are accessed as one value of 16 bytes
    float4 v = *(float4 *)&r[t][(4 - t % 4) % 4 + 4 * i];
    sum += v.x + v.w;
  }
  out[t] = sum;
}

int main() {
  float *out = 0;
  product<<<1, dim3(16, 16)>>>(out, out);
  spellings<<<1, 32>>>(out);
  three<<<1, 32>>>(out);
  behind<<<1, 32>>>(out);
  named<<<1, 32>>>(out);
  unaligned<<<1, 32>>>(out);
  unknown<<<1, 32>>>(out);
  copied<<<1, dim3(16, 16)>>>(out, out);
  counted<<<1, 32>>>((unsigned long long *)out);
  odd<<<1, 32>>>(out, out);
  packed<<<1, 32>>>((double *)out);
}
