// pad-struct: structures of any size, with arrays in them, and references to
// them.

// RUN: %exits 1 %bankfix check --sort=source --strategy=pad-struct %s | FileCheck %s
// RUN: %bankfix --sort=source --strategy=pad-struct %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=pad-struct %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --sort=source --strategy=pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// Of 32 and of 24 bytes.
struct Body {
  float x, y, z, w, vx, vy, vz, mass;
};
// FIXED:      int a, b, c, d, e, f;
// FIXED-NEXT: unsigned pad;
struct Six {
  int a, b, c, d, e, f;
};
// FIXED:      typedef struct __attribute__((aligned(4))) bankfix_Body_36 {
// FIXED-NEXT:   Body v; unsigned pad;
__global__ void large(const Body *in, float *out) {
  // FIXED: __shared__ bankfix_Body_36 s[64];
  __shared__ Body s[64];
  // FIXED: __shared__ Six t[64];
  __shared__ Six t[64];
  // FIXED: s[threadIdx.x].v = in[threadIdx.x];
  s[threadIdx.x] = in[threadIdx.x];
  t[threadIdx.x].a = t[threadIdx.x].f = threadIdx.x;
  __syncthreads();
  // CHECK: note: 'Body s[64] -> bankfix_Body_36 s[64]' (pad-struct)
  // CHECK: note: 'Six t[64], Six padded by a member, 24 -> 28 bytes' (pad-struct)
  out[threadIdx.x] = s[threadIdx.x].x + s[63 - threadIdx.x].mass + t[threadIdx.x ^ 1].f;
}

// Constant indices into a member stay in the element.
struct Matrix {
  float m[2][4];
};
struct Inner {
  float v[2];
};
// FIXED:      Inner a, b;
// FIXED-NEXT: unsigned pad;
struct Outer {
  Inner a, b;
};
__global__ void arrays(float *out) {
  __shared__ Matrix s[64];
  __shared__ Outer n[64];
  // FIXED: s[threadIdx.x].v.m[0][1] = threadIdx.x;
  s[threadIdx.x].m[0][1] = threadIdx.x;
  // FIXED: n[threadIdx.x].a.v[0] = n[threadIdx.x].b.v[1] = threadIdx.x;
  n[threadIdx.x].a.v[0] = n[threadIdx.x].b.v[1] = threadIdx.x;
  // FIXED: s[threadIdx.x].v.m[1][3] += threadIdx.x;
  s[threadIdx.x].m[1][3] += threadIdx.x;
  __syncthreads();
  // CHECK: note: 'Matrix s[64] -> bankfix_Matrix_36 s[64]' (pad-struct)
  // CHECK: note: 'Outer n[64], Outer padded by a member, 16 -> 20 bytes' (pad-struct)
  out[threadIdx.x] = s[threadIdx.x ^ 1].m[0][1] + (s[63 - threadIdx.x].m)[1][3] + n[threadIdx.x ^ 1].a.v[0] + n[threadIdx.x].b.v[1];
}

// Operators and methods see the element as it was.
struct Complex {
  float re, im;
  __device__ float norm() const { return re * re + im * im; }
  __device__ void scale(float by) { re *= by, im *= by; }
  __device__ Complex *self() { return this; }
};
__device__ Complex operator+(const Complex &a, const Complex &b) {
  return Complex{a.re + b.re, a.im + b.im};
}
__global__ void references(float *out) {
  // FIXED: __shared__ bankfix_Complex_12 s[64];
  __shared__ Complex s[64];
  s[threadIdx.x] = Complex{float(threadIdx.x), 2};
  // FIXED: s[threadIdx.x].v.scale(2);
  s[threadIdx.x].scale(2);
  __syncthreads();
  // CHECK: note: 'Complex s[64] -> bankfix_Complex_12 s[64]' (pad-struct)
  // FIXED: Complex sum = s[threadIdx.x].v + s[63 - threadIdx.x].v;
  Complex sum = s[threadIdx.x] + s[63 - threadIdx.x];
  // FIXED: const Complex &other = s[threadIdx.x ^ 1].v;
  const Complex &other = s[threadIdx.x ^ 1];
  // FIXED: sum.re + s[threadIdx.x ^ 2].v.norm() + other.im + s[threadIdx.x].v.im;
  out[threadIdx.x] = sum.re + s[threadIdx.x ^ 2].norm() + other.im + s[threadIdx.x].im;
}

// Refused: an index that may lead into the next element.
__global__ void unknown(float *out, int n) {
  // FIXED: __shared__ Matrix u[64];
  __shared__ Matrix u[64];
  u[threadIdx.x].m[0][0] = threadIdx.x;
  __syncthreads();
  // CHECK: note: no fix of 'u' by pad-struct: line [[#@LINE+1]]: {{.*}} is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  out[threadIdx.x] = u[threadIdx.x].m[0][n] + *(u[threadIdx.x].m[1] + 3);
}
__global__ void beyond(float *out) {
  // FIXED: __shared__ Matrix u[64];
  __shared__ Matrix u[64];
  u[threadIdx.x].m[0][0] = threadIdx.x;
  __syncthreads();
  // CHECK: note: no fix of 'u' by pad-struct: line [[#@LINE+1]]: {{.*}} is a pointer into it
  out[threadIdx.x] = u[threadIdx.x].m[1][7];
}
__global__ void decays(float *out) {
  // FIXED: __shared__ Matrix u[64];
  __shared__ Matrix u[64];
  u[threadIdx.x].m[0][0] = threadIdx.x;
  __syncthreads();
  // CHECK: note: no fix of 'u' by pad-struct: line [[#@LINE+1]]: {{.*}} is a pointer into it
  out[threadIdx.x] = *(u[threadIdx.x].m[1] + 9);
}

// Refused: a method that gives its object away.
__global__ void methods(float *out) {
  // FIXED: __shared__ Complex u[64];
  __shared__ Complex u[64];
  u[threadIdx.x].re = threadIdx.x;
  __syncthreads();
  // CHECK: note: no fix of 'u' by pad-struct: line [[#@LINE+1]]: its address is used in 'u[threadIdx.x]
  out[threadIdx.x] = u[threadIdx.x].self()[1].re;
}

// Refused: its pairs are aligned to 8 bytes, which a reference relies on.
struct Wide {
  float2 a, b;
};
__device__ float first(const Wide &w) { return w.a.x; }
__global__ void aligned(float *out) {
  // FIXED: __shared__ Wide w[64];
  __shared__ Wide w[64];
  w[threadIdx.x].a.x = threadIdx.x;
  __syncthreads();
  // CHECK: note: no fix of 'w' by pad-struct: a pointer or a reference to its elements is declared with their type
  out[threadIdx.x] = first(w[63 - threadIdx.x]);
}

void launch(const Body *in, float *out) {
  large<<<1, 64>>>(in, out);
  arrays<<<1, 64>>>(out);
  references<<<1, 64>>>(out);
  unknown<<<1, 64>>>(out, 1);
  beyond<<<1, 64>>>(out);
  decays<<<1, 64>>>(out);
  methods<<<1, 64>>>(out);
  aligned<<<1, 64>>>(out);
}
