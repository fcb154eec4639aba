// Memory that is carved into parts of different elements: the smallest are
// counted, and groups of them are moved together.

// RUN: %bankfix --objective=wavefronts -o %t.cu %s > %t.log
// RUN: %FileCheck %s --check-prefix=NOTE < %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts -o %t.again.cu %t.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-14: the same results
// SAME-NOT: {{the fix changes|not compared|not run}}

#include <cuda_fp16.h>

// CHECK-LABEL: void attend(
__global__ void attend(float *out, const half *in) {
  extern __shared__ char parts[];
  half *q = (half *)parts;
  half *k = q + 64 * 64;
  float *sums = (float *)(k + 64 * 64);
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128) {
    // CHECK: q[BANKFIX_[[A:[A-Z0-9_]+]](i)] = in[i];
    q[i] = in[i];
    // CHECK: ((half *)parts)[BANKFIX_[[A]]((int)(k - (half *)parts) + (i))] = in[i + 1];
    k[i] = in[i + 1];
  }
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += (float)q[(t & 63) * 64 + d] * (float)k[(t & 63) * 64 + d];
  // CHECK: ((float *)parts)[BANKFIX_[[A]]((int)((half *)sums - (half *)parts) + 2 * (t)) / 2] = sum;
  sums[t] = sum;
  __syncthreads();
  out[t] = sums[127 - t];
}

// Bytes from the start say where parts are; each is cast by itself.
// CHECK-LABEL: void bytes(
__global__ void bytes(float *out, const short *in) {
  extern __shared__ char raw[];
  short *a = (short *)raw;
  double *b = (double *)(raw + 64 * 64 * sizeof(short));
  const float *c = (const float *)(raw + 64 * 64 * sizeof(short));
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    // CHECK: a[BANKFIX_[[B:[A-Z0-9_]+]](i)] = in[i];
    a[i] = in[i];
  // CHECK: ((double *)raw)[BANKFIX_[[B]]((int)((short *)b - (short *)raw) + 4 * (t)) / 4] = t;
  b[t] = t;
  __syncthreads();
  int sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += a[(t & 63) * 64 + d];
  // CHECK: out[t] = sum + ((const float *)raw)[BANKFIX_[[B]]((int)((short *)c - (short *)raw) + 2 * (2 * t)) / 2];
  out[t] = sum + c[2 * t];
}

// A pointer that steps, or is read through alone.
// CHECK-LABEL: void steps(
__global__ void steps(float *out, const short *in) {
  extern __shared__ char walk[];
  short *a = (short *)walk;
  float *b = (float *)(a + 64 * 64) + threadIdx.x;
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  // CHECK: ((float *)walk)[BANKFIX_[[C:[A-Z0-9_]+]]((int)((short *)b - (short *)walk)) / 2] = t;
  *b = t;
  b += 128;
  b[0] = 1;
  __syncthreads();
  int sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += a[(t & 63) * 64 + d];
  float *e = (float *)(a + 64 * 64);
  // CHECK: ((float *)walk)[{{bankfix_[a-z0-9_]+}}((int)((short *)e++ - (short *)walk)) / 2]
  float last = *e++;
  out[t] = sum + last + *e;
}

// Elements that the declaration has.
// CHECK-LABEL: void declared(
__global__ void declared(float *out, const float4 *in) {
  __shared__ __align__(8) float s[1024 + 64];
  float2 *pairs = (float2 *)(s + 1024);
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = in[i].x;
  // CHECK: ((float2 *)s)[BANKFIX_[[D:[A-Z0-9_]+]]((int)((float *)pairs - (float *)s) + 2 * (t)) / 2].x = t;
  pairs[t].x = t;
  pairs[t].y = 1;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 32; ++j)
    // CHECK: sum += s[BANKFIX_[[D]](32 * t + j)];
    sum += s[32 * t + j];
  out[t] = sum + pairs[31 - t].x + pairs[t].y;
}

// Bytes that are elements by themselves.
// CHECK-LABEL: void pixels(
__global__ void pixels(float *out, const unsigned char *in, const float *k, int w) {
  extern __shared__ __align__(4) unsigned char pixel[];
  float *weights = (float *)(pixel + w * 128);
  int t = threadIdx.x;
  for (int i = 0; i < 128; ++i)
    // CHECK: pixel[BANKFIX_[[E:[A-Z0-9_]+]](128 * t + i)] = in[128 * t + i];
    pixel[128 * t + i] = in[128 * t + i];
  // CHECK: ((float *)pixel)[BANKFIX_[[E]]((int)((unsigned char *)weights - (unsigned char *)pixel) + 4 * (t)) / 4] = k[t];
  weights[t] = k[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 128; ++i)
    sum += pixel[128 * t + i];
  out[t] = sum * weights[31 - t];
}

// A text that has the index twice would do twice what it does.
// CHECK-LABEL: void once(
__global__ void once(float *out, const short *in) {
  extern __shared__ char taken[];
  short *a = (short *)taken;
  float *b = (float *)(a + 64 * 64);
  int t = threadIdx.x, n = t * 2;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  // CHECK: ((float *)taken)[bankfix_[[G:[a-z0-9_]+]]((int)((short *)b - (short *)taken) + 2 * (n++)) / 2] = t;
  b[n++] = t;
  b[n] = 1;
  __syncthreads();
  int sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += a[(t & 63) * 64 + d];
  out[t] = sum + b[n] + b[n - 1];
}

// Elements of several parts, and one that is a half of these.
// CHECK-LABEL: void complex(
__global__ void complex(double2 *out, const double2 *in, int n) {
  extern __shared__ double2 pair[];
  double2 *a = (double2 *)(pair + n);
  double *norms = (double *)(pair + 33 * 32);
  int t = threadIdx.x;
  // CHECK: ((double *)pair)[BANKFIX_[[H:[A-Z0-9_]+]]((int)(norms - (double *)pair) + (t))] = t;
  norms[t] = t;
  for (int i = 0; i < 32; ++i) {
    // CHECK: ((double2 *)pair)[BANKFIX_[[H]]((int)((double *)a - (double *)pair) + 2 * (t * 32 + i)) / 2] = in[t * 32 + i];
    a[t * 32 + i] = in[t * 32 + i];
    // CHECK: ((double2 *)pair)[BANKFIX_[[H]]((int)((double *)a - (double *)pair) + 2 * (t * 32 + i)) / 2].x = 1;
    a[t * 32 + i].x = 1;
  }
  __syncthreads();
  double2 sum = a[t];
  sum.y += norms[31 - t];
  out[t] = sum;
}

// Places of what has members.
// CHECK-LABEL: void members(
__global__ void members(double2 *out, const double2 *in, int n) {
  extern __shared__ double2 z[];
  double2 *a = z, *b = z + 32 * n;
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    // CHECK: a[BANKFIX_[[I:[A-Z0-9_]+]](t * 32 + i)] = in[t * 32 + i];
    a[t * 32 + i] = in[t * 32 + i];
    // CHECK: z[BANKFIX_[[I]]((int)(b - z) + (t * 32 + i))].x = 1;
    b[t * 32 + i].x = 1;
    b[t * 32 + i].y = in[i].y;
  }
  __syncthreads();
  double2 sum = a[t];
  // CHECK: sum.x += z[BANKFIX_[[I]]((int)(b - z) + (31 - t))].x;
  sum.x += b[31 - t].x;
  out[t] = sum;
}

// An argument of a macro is a text like any other, wherever the macro has it.
#define ABS2(a) ((a).x * (a).x + (a).y * (a).y)
#define TWICE(p, i) ((p)[i] + (p)[(i) + 1])
// CHECK-LABEL: void macros(
__global__ void macros(float *out, const double2 *in, int n) {
  extern __shared__ double2 given[];
  double2 *a = given + 32 * n;
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    a[t * 32 + i] = in[t * 32 + i];
  __syncthreads();
  // CHECK: out[t] = ABS2(given[BANKFIX_{{[A-Z0-9_]+}}((int)(a - given) + (31 - t))]);
  out[t] = ABS2(a[31 - t]);
}

// What the body indexes, is not.
__global__ void bodies(float *out, const float *in, int n) {
  // NOTE-DAG: no fix of 'held' by index-macro: line [[#@LINE+7]]: 'TWICE(a, t)' is a pointer into it
  extern __shared__ float held[];
  float *a = held + 32 * n;
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    a[t * 32 + i] = in[t * 32 + i];
  __syncthreads();
  out[t] = TWICE(a, t);
}

// What nothing instantiates has memory of its own.
// CHECK-LABEL: void unused(
template <int N> __global__ void unused(float *out) {
  extern __shared__ double2 z[];
  // CHECK: ((float *)z)[threadIdx.x * N] = 1;
  ((float *)z)[threadIdx.x * N] = 1;
  out[threadIdx.x] = ((float *)z)[threadIdx.x];
}

// Each instance spells the elements as the template does.
// CHECK-LABEL: void either(
template <typename T> __global__ void either(float *out, const T *in) {
  extern __shared__ char any[];
  T *a = (T *)any;
  float *b = (float *)(a + 64 * 64);
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  // CHECK: ((float *)any)[BANKFIX_[[F:[A-Z0-9_]+]]((int)((T *)b - (T *)any) + 2 * (t)) / 2] = t;
  b[t] = t;
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    // CHECK: sum += (float)a[BANKFIX_[[F]]((t & 63) * 64 + d)];
    sum += (float)a[(t & 63) * 64 + d];
  out[t] = sum + b[127 - t];
}

// Where these have other sizes, the text would have to count differently.
template <typename T> __global__ void differs(float *out, const T *in) {
  // NOTE-DAG: no fix of 'odd' by index-macro: line [[#@LINE+3]]: {{.*}}is a pointer into it
  extern __shared__ char odd[];
  T *a = (T *)odd;
  float *b = (float *)(a + 64 * 64);
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  b[t] = t;
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += (float)a[(t & 63) * 64 + d];
  out[t] = sum + b[127 - t];
}

void run(float *out, const half *in, const short *s) {
  attend<<<1, 128, 2 * 64 * 64 * sizeof(half) + 128 * sizeof(float)>>>(out, in);
  bytes<<<1, 128, 64 * 64 * sizeof(short) + 128 * sizeof(double)>>>(out, s);
  steps<<<1, 128, 64 * 64 * sizeof(short) + 256 * sizeof(float)>>>(out, s);
  declared<<<1, 32>>>(out, (const float4 *)in);
  pixels<<<1, 32, 32 * 128 + 32 * sizeof(float)>>>(out, (const unsigned char *)in, out, 32);
  once<<<1, 128, 64 * 64 * sizeof(short) + 2 * 129 * sizeof(float)>>>(out, s);
  complex<<<1, 32, 33 * 32 * sizeof(double2) + 32 * sizeof(double)>>>((double2 *)out, (const double2 *)in, 32);
  members<<<1, 32, 2 * 32 * 32 * sizeof(double2)>>>((double2 *)out, (const double2 *)in, 32);
  macros<<<1, 32, 2 * 32 * 32 * sizeof(double2)>>>(out, (const double2 *)in, 32);
  bodies<<<1, 32, 3 * 32 * 32 * sizeof(float)>>>(out, out, 32);
  either<half><<<1, 128, 64 * 64 * sizeof(half) + 128 * sizeof(float)>>>(out, in);
  either<short><<<1, 128, 64 * 64 * sizeof(short) + 128 * sizeof(float)>>>(out, s);
  differs<half><<<1, 128, 64 * 64 * sizeof(half) + 128 * sizeof(float)>>>(out, in);
  differs<int><<<1, 128, 64 * 64 * sizeof(int) + 128 * sizeof(float)>>>(out, (const int *)in);
}
