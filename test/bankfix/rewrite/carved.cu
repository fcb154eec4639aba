// Pointers into an array keep their values, and what is accessed through them is
// written with the array.

// RUN: %bankfix -o %t.cu %s
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s
// RUN: %bankfix -o %t.again.cu %t.cu
// RUN: diff %t.cu %t.again.cu
// RUN: %bankfix --strategy=index-macro --allow-occupancy-loss -o %t.pad.cu %s
// RUN: %code %t.pad.cu | FileCheck %s
// RUN: %clang-device %t.pad.cu
// RUN: %bankfix verify --strategy=index-macro --allow-occupancy-loss %s

// CHECK-LABEL: void halves(
// CHECK: float *low = s;
// CHECK-NEXT: float *high = low + 1024;
// CHECK: low[BANKFIX_{{[A-Z0-9_]*}}(threadIdx.x * 32)] = in[threadIdx.x];
// CHECK: s[BANKFIX_{{[A-Z0-9_]*}}((int)(high - s) + (threadIdx.x * 32))] = 1;
// CHECK: out[threadIdx.x] = low[BANKFIX_{{[A-Z0-9_]*}}(threadIdx.x)] + s[BANKFIX_{{[A-Z0-9_]*}}((int)(high - s) + (threadIdx.x + 1))];
__global__ void halves(const float *in, float *out) {
  __shared__ float s[2048];
  float *low = s;
  float *high = low + 1024;
  low[threadIdx.x * 32] = in[threadIdx.x];
  high[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = low[threadIdx.x] + high[threadIdx.x + 1];
}

// CHECK-LABEL: void stepped(
// CHECK: float *p = &s[threadIdx.x * 32];
// CHECK: for (int i = 0; i < 8; ++i, ++p)
// CHECK-NEXT: s[BANKFIX_{{[A-Z0-9_]*}}((int)(p - s) + (0))] = in[i];
// CHECK: const float *q = p - 8;
// CHECK: atomicAdd(&s[BANKFIX_{{[A-Z0-9_]*}}((int)(p - s) + (1u))], 1.0f);
// CHECK: out[threadIdx.x] = s[BANKFIX_{{[A-Z0-9_]*}}((int)(q - s) + (2))];
__global__ void stepped(const float *in, float *out) {
  __shared__ float s[1088];
  float *p = &s[threadIdx.x * 32];
  for (int i = 0; i < 8; ++i, ++p)
    p[0] = in[i];
  const float *q = p - 8;
  atomicAdd(&p[1u], 1.0f);
  __syncthreads();
  out[threadIdx.x] = q[2];
}

// CHECK-LABEL: void dynamic(
// CHECK: float *b = a + n;
// CHECK: a[BANKFIX_{{[A-Z0-9_]*}}((int)(b - a) + (threadIdx.x * 32))] = in[threadIdx.x];
__global__ void dynamic(const float *in, float *out, int n) {
  extern __shared__ float a[];
  float *b = a + n;
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x * 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x * 32];
}

// A constant.
// CHECK-LABEL: void constant(
__global__ void constant(const float *in, float *out) {
  __shared__ float s[1088];
  // CHECK: float *const z = s + 64;
  float *const z = s + 64;
  // CHECK: s[BANKFIX_{{[A-Z0-9_]*}}((int)(z - s) + (threadIdx.x * 32))] = in[threadIdx.x];
  z[threadIdx.x * 32] = in[threadIdx.x];
  __syncthreads();
  // CHECK: out[threadIdx.x] = s[BANKFIX_{{[A-Z0-9_]*}}((int)(z - s) + ((threadIdx.x ^ 1) * 32))];
  out[threadIdx.x] = z[(threadIdx.x ^ 1) * 32];
}

// Named, and not accessed.
// CHECK-LABEL: void discarded(
__global__ void discarded(const float *in, float *out) {
  __shared__ float s[1088], t[1088];
  float *y = s + 64;
  // CHECK: s[BANKFIX_{{[A-Z0-9_]*}}((int)(y - s) + (threadIdx.x))];
  y[threadIdx.x];
  // CHECK: (t[BANKFIX_{{[A-Z0-9_]*}}(threadIdx.x)]);
  (t[threadIdx.x]);
  y[threadIdx.x * 32] = t[threadIdx.x * 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = y[(threadIdx.x ^ 1) * 32] + t[(threadIdx.x ^ 1) * 32];
}

// References, also of what is only read.
// CHECK-LABEL: void referred(
__global__ void referred(float *out) {
  __shared__ float s[1120];
  float *b = s + 64;
  b[threadIdx.x * 32] = out[threadIdx.x];
  __syncthreads();
  // CHECK: const auto &r = s[BANKFIX_{{[A-Z0-9_]*}}((int)(b - s) + ((threadIdx.x ^ 1) * 32))];
  const auto &r = b[(threadIdx.x ^ 1) * 32];
  // CHECK: float &w = (s[BANKFIX_{{[A-Z0-9_]*}}((int)(b - s) + (threadIdx.x + 1024))]);
  float &w = (b[threadIdx.x + 1024]);
  w = 1;
  out[threadIdx.x] = r;
}

void run(const float *in, float *out) {
  halves<<<1, 32>>>(in, out);
  stepped<<<1, 32>>>(in, out);
  referred<<<1, 32>>>(out);
  constant<<<1, 32>>>(in, out);
  discarded<<<1, 32>>>(in, out);
  // CHECK: dynamic<<<1, 32, {{BANKFIX_[A-Z0-9_]*\(1056\)? \* sizeof\(float\)\)?}}>>>(in, out, 32);
  dynamic<<<1, 32, 1056 * sizeof(float)>>>(in, out, 32);
}
