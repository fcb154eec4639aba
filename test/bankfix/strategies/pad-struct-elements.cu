// pad-struct: where its type may be declared, and what forbids it.

// RUN: %exits 1 %bankfix check --verbose --strategy=pad-struct %s | FileCheck %s
// RUN: %bankfix --verbose --strategy=pad-struct %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose --strategy=pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// A packed struct keeps what is no plain struct aligned, and itself larger.
struct __align__(8) Base {
  int a, b;
};
struct Derived : Base {
  int c;
};
__global__ void derived(int *out) {
  // CHECK: note: no fix of 'd' by pad-struct: 'Derived' is no plain struct, so it stays aligned in a packed one
  // FIXED: __shared__ Derived d[64];
  __shared__ Derived d[64];
  d[threadIdx.x].c = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[63 - threadIdx.x].c;
}

// Before `template <...>` and attributes on a line of their own, and where the
// element's type is known.
namespace points {
struct Point {
  float x, y;
};
// FIXED:      };
// FIXED-NEXT: typedef struct __attribute__((aligned(4))) bankfix_Point_12 {
// FIXED-NEXT:   Point v; unsigned pad;
// FIXED-NEXT: } bankfix_Point_12;
// FIXED:      template <int N>
template <int N>
__global__
void reversed(float *out) {
  // FIXED: __shared__ bankfix_Point_12 p[N];
  __shared__ Point p[N];
  p[threadIdx.x].x = out[threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'p[N - 1 - threadIdx.x].x' has 2-way
  out[threadIdx.x] = p[N - 1 - threadIdx.x].x + sizeof(Point);
}
} // namespace points

// FIXED:      extern "C" {
// FIXED-NEXT: typedef struct __attribute__((packed, aligned(4))) bankfix_float2_12 {
// FIXED:      __global__ void linked(
extern "C" { __global__ void linked(float *out) {
  // FIXED: __shared__ bankfix_float2_12 p[64];
  __shared__ float2 p[64];
  p[threadIdx.x].x = out[threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'p[63 - threadIdx.x].x' has 2-way
  out[threadIdx.x] = p[63 - threadIdx.x].x;
} }

struct Body {
  float2 x, mass;
};

// Refused: the parameter's type would have to follow.
__device__ void put(float2 *p, int i, float v) { p[i].x = v; }
__global__ void pointer(float *out) {
  __shared__ float2 p[64];
  put(p, threadIdx.x, out[threadIdx.x]);
  __syncthreads();
  // CHECK: note: no fix of 'p' by pad-struct: a pointer or a reference to its elements is declared with their type
  out[threadIdx.x] = p[63 - threadIdx.x].x;
}

// Refused: a reference promises the alignment of its type.
__device__ float sum(const Body &b) { return b.x.x + b.mass.x; }
__global__ void reference(float *out) {
  __shared__ Body b[64];
  b[threadIdx.x].x.x = out[threadIdx.x];
  __syncthreads();
  // CHECK: note: no fix of 'b' by pad-struct: a pointer or a reference to its elements is declared with their type
  out[threadIdx.x] = sum(b[threadIdx.x]);
}
__global__ void deduced(float *out) {
  __shared__ Body d[64];
  auto &own = d[threadIdx.x];
  own.x.x = out[threadIdx.x];
  __syncthreads();
  // CHECK: note: no fix of 'd' by pad-struct: a pointer or a reference to its elements is declared with their type
  out[threadIdx.x] = d[63 - threadIdx.x].x.x;
}

// Refused: an atomic of 8 bytes needs an aligned place, and that leaves no odd
// number of words.
__global__ void wide(unsigned long long *out) {
  __shared__ unsigned long long w[64];
  w[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&w[threadIdx.x * 16 % 64], 1ull);
  __syncthreads();
  // CHECK: note: no fix of 'w' by pad-struct: no such layout lowers its wavefronts
  out[threadIdx.x] = w[threadIdx.x];
}

// One of a member's width does not.
__global__ void narrow(int *out) {
  // FIXED: __shared__ bankfix_int4_20 n[64];
  __shared__ int4 n[64];
  n[threadIdx.x].x = 0;
  __syncthreads();
  // FIXED: atomicAdd(&n[threadIdx.x].v.x, 1);
  atomicAdd(&n[threadIdx.x].x, 1);
  __syncthreads();
  // CHECK: note: 'int4 n[64] -> bankfix_int4_20 n[64]' (pad-struct) leaves
  out[threadIdx.x] = n[threadIdx.x].x;
}

void launch(float *out, unsigned long long *wide_out, int *narrow_out) {
  points::reversed<64><<<1, 64>>>(out);
  points::reversed<128><<<1, 128>>>(out);
  linked<<<1, 64>>>(out);
  pointer<<<1, 64>>>(out);
  reference<<<1, 64>>>(out);
  deduced<<<1, 64>>>(out);
  wide<<<1, 64>>>(wide_out);
  narrow<<<1, 64>>>(narrow_out);
  derived<<<1, 64>>>(narrow_out);
}
