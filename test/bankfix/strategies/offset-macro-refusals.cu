// index-macro: macros of the author's that something else depends on.

// RUN: %exits 1 %bankfix check --verbose %s | %FileCheck %s
// RUN: %bankfix --verbose %s -o %t.cu > %t.log
// RUN: cmp %s %t.cu

#define A(n) ((n) >> 4)
__global__ void a(float *out) {
  // CHECK: no fix of 'a' by index-macro: line [[#@LINE+5]]: 'a[j]' is not indexed as i plus the macro of i, as others are
  __shared__ float a[1024 + A(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  a[i + A(i)] = 1;
  __syncthreads();
  a[j] = 2;
  out[i] = a[j + A(j)];
}

#define B(n) ((n) >> 4)
__global__ void b(float *out) {
  // CHECK: no fix of 'b' by index-macro: line [[#@LINE+6]]: 'B(i)' is more than an index that skips elements, so the macro has to stay
  __shared__ float b[1024 + B(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  b[i + B(i)] = 1;
  __syncthreads();
  out[i] = b[j + B(j)];
  out[B(i)] = 2;
}

#define C(n) ((n) >> 4)
__global__ void c(float *out) {
  // CHECK: no fix of 'c' by index-macro: line [[#@LINE+7]]: 'at' is more than an index that skips elements, so the macro has to stay
  __shared__ float c[1024 + C(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  c[i + C(i)] = 1;
  __syncthreads();
  int at = j + C(j);
  c[at] = 2;
  out[at] = 2;
  out[i] = c[j + C(j)];
}

// The offset of another index, as in a book that many copied.
#define D(n) ((n) >> 4)
__global__ void d(float *out) {
  // CHECK: no fix of 'd' by index-macro: line [[#@LINE+6]]: 'd[j + io]' is not indexed as i plus the macro of i, as others are
  __shared__ float d[1024 + D(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  d[i + D(i)] = 1;
  __syncthreads();
  int io = D(i);
  d[j + io] = 2;
  out[i] = d[j + D(j)];
}

#define E(n) ((n) >> 4)
__global__ void e(float *out) {
  // CHECK: no fix of 'e' by index-macro: line [[#@LINE+8]]: 'e[at]' is not indexed as i plus the macro of i, as others are
  __shared__ float e[1024 + E(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  e[i + E(i)] = 1;
  __syncthreads();
  int at = j;
  if (i > 5)
    at += E(at);
  e[at] = 2;
  out[i] = e[j + E(j)];
}

#define F(n) ((n) >> 4)
__global__ void f(float *out) {
  // CHECK: no fix of 'f' by index-macro: line [[#@LINE+7]]: 'at' is more than an index that skips elements, so the macro has to stay
  __shared__ float f[1024 + F(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  f[i + F(i)] = 1;
  __syncthreads();
  int at = j;
  at += F(at);
  at++;
  f[at] = 2;
  out[i] = f[j + F(j)];
}

#define G(n) ((n) >> 4)
__global__ void g(float *out) {
  // CHECK: no fix of 'g' by index-macro: line [[#@LINE+8]]: 'g[at]' is not indexed as i plus the macro of i, as others are
  __shared__ float g[1024 + G(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  g[i + G(i)] = 1;
  __syncthreads();
  int at = j;
  for (int n = 0; n < 2; ++n)
    at += G(at);
  g[at] = 2;
  out[i] = g[j + G(j)];
}

#define H(n) ((n) >> 4)
__global__ void h(float *out) {
  // CHECK: no fix of 'h' by index-macro: line [[#@LINE+1]]: the size '2 * (1024 + H(1024))' depends on the macro in another way than n plus the macro of n
  __shared__ float h[2 * (1024 + H(1024))];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  h[i + H(i)] = 1;
  __syncthreads();
  out[i] = h[j + H(j)];
}

#define K(n) ((n) >> 4)
__global__ void k(float *out) {
  // CHECK: no fix of 'k' by index-macro: line [[#@LINE-2]]: the macro 'K' is not defined here alone, and once
  __shared__ float k[1024 + K(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  k[i + K(i)] = 1;
  __syncthreads();
  out[i] = k[j + K(j)];
}

#undef K
#define K(n) ((n) >> 3)

#define L(n) ((n) >> 4)
__global__ void l(float *out) {
  // CHECK: no fix of 'l' by index-macro: line [[#@LINE+8]]: code that the preprocessor skipped uses 'L', or defines it otherwise
  __shared__ float l[1024 + L(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  l[i + L(i)] = 1;
  __syncthreads();
  out[i] = l[j + L(j)];
}

#ifdef OTHER
int other() { return L(1024); }
#endif

#ifdef WIDE
#define LOG_M 6
#else
#define LOG_M 4
#endif
#define M(n) ((n) >> LOG_M)
__global__ void m(float *out) {
  // CHECK: no fix of 'm' by index-macro: line [[#@LINE-7]]: code that the preprocessor skipped uses 'M', or defines it otherwise
  __shared__ float m[1024 + M(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  m[i + M(i)] = 1;
  __syncthreads();
  out[i] = m[j + M(j)];
}

// Another build has both definitions, one after the other.
#define N(n) ((n) >> 4)
#ifdef OTHER
#undef N
#define N(n) ((n) >> 3)
#endif
__global__ void n(float *out) {
  // CHECK: no fix of 'n' by index-macro: line [[#@LINE-5]]: code that the preprocessor skipped uses 'N', or defines it otherwise
  __shared__ float n[1024 + N(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  n[i + N(i)] = 1;
  __syncthreads();
  out[i] = n[j + N(j)];
}

#ifndef UNKNOWN
#define O(n) ((n) >> 4)
#ifdef OTHER
#undef O
#define O(n) ((n) >> 3)
#endif
#endif
__global__ void o(float *out) {
  // CHECK: no fix of 'o' by index-macro: line [[#@LINE-6]]: code that the preprocessor skipped uses 'O', or defines it otherwise
  __shared__ float o[1024 + O(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  o[i + O(i)] = 1;
  __syncthreads();
  out[i] = o[j + O(j)];
}

// Elements would move up, and the host gives a fixed number of bytes.
#define P(n) ((n) >> 8)
__global__ void few(float *out) {
  // CHECK: no fix of 'p' by index-macro: the size that the host sets cannot be changed so
  extern __shared__ float p[];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  p[i + P(i)] = 1;
  __syncthreads();
  out[i] = p[j + P(j)];
}

void launch(float *out) {
  dim3 block(32, 32);
  a<<<1, block>>>(out);
  b<<<1, block>>>(out);
  c<<<1, block>>>(out);
  d<<<1, block>>>(out);
  e<<<1, block>>>(out);
  f<<<1, block>>>(out);
  g<<<1, block>>>(out);
  h<<<1, block>>>(out);
  k<<<1, block>>>(out);
  l<<<1, block>>>(out);
  m<<<1, block>>>(out);
  n<<<1, block>>>(out);
  o<<<1, block>>>(out);
  few<<<1, block, 4112>>>(out);
}
