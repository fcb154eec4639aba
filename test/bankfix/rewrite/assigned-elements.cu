// Elements of a class type that are assigned and copied whole: their trivial
// functions are read as accesses, and what an assignment gives is its left side.

// RUN: %bankfix --strategy=index-macro,pad-struct %s -o %t.cu 2> %t.err | FileCheck --check-prefix=LOG %s
// RUN: %bankfix check --fail-on=never --strategy=pad-struct %s | FileCheck --check-prefix=STRUCT %s
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro,pad-struct %s > %t.verify
// RUN: %bankfix --strategy=index-macro,pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

struct alignas(16) Quad {
  float x, y, z, w;
};

// CHECK: __global__ void copied
__global__ void copied(Quad *out, const Quad *in) {
  // CHECK-NEXT: __shared__ bankfix_Quad_20 a[64];
  __shared__ Quad a[64];
  int i = threadIdx.x;
  // CHECK: a[i].v = in[i];
  a[i] = in[i];
  __syncthreads();
  // CHECK: Quad own = a[63 - i].v;
  Quad own = a[63 - i];
  // CHECK: own.x += a[i].v.y;
  own.x += a[i].y;
  // CHECK: own.y += a[i ^ 1].v.y;
  own.y += a[i ^ 1].y;
  __syncthreads();
  // CHECK: a[i].v = Quad{own.x, 1, 2, 3};
  a[i] = Quad{own.x, 1, 2, 3};
  (a[i] = own);
  out[i] = a[i];
}

// What an assignment gives is aligned as its type is.
__global__ void member(Quad *out) {
  // STRUCT: no fix of 'g' by pad-struct: a pointer or a reference to its elements is declared with their type
  __shared__ Quad g[64];
  int i = threadIdx.x;
  (g[i] = out[i]).x = 1;
  __syncthreads();
  out[i].y = g[63 - i].y;
}
__global__ void again(Quad *out) {
  // STRUCT: no fix of 'h' by pad-struct: a pointer or a reference to its elements is declared with their type
  __shared__ Quad h[64];
  int i = threadIdx.x;
  out[i] = h[i] = Quad{1, 2, 3, 4};
  __syncthreads();
  out[i].y += h[63 - i].y;
}

// Copied by code of the author's.
struct Counted {
  float count;
  __device__ Counted &operator=(const Counted &other) {
    count = other.count + 1;
    return *this;
  }
};
struct Mixed {
  Counted a;
  float y, z, w;
};
__global__ void counted(Mixed *out) {
  // STRUCT: no fix of 'b' by pad-struct: 'Mixed' is no plain struct, so it stays aligned in a packed one
  __shared__ Mixed b[64];
  int i = threadIdx.x;
  b[i] = out[i];
  __syncthreads();
  out[i].y = b[63 - i].y;
}

// The element beside the one that was assigned.
__global__ void besidePointer(float4 *out) {
  // LOG: no fix of 'c' by index-macro: line [[#@LINE+5]]: '&(c[i] = out[i])' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  __shared__ float4 c[257];
  int i = threadIdx.x;
  c[i * 8 % 256].x = 1;
  __syncthreads();
  float4 *p = &(c[i] = out[i]);
  p[1].x = 2;
  __syncthreads();
  out[i] = c[i * 8 % 256];
}
__global__ void besideReference(float4 *out) {
  // LOG: no fix of 'd' by index-macro: line [[#@LINE+6]]: '(&r)[1].x = 2' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  __shared__ float4 d[257];
  int i = threadIdx.x;
  d[i * 8 % 256].x = 1;
  __syncthreads();
  float4 &r = (d[i] = out[i]);
  (&r)[1].x = 2;
  __syncthreads();
  out[i] = d[i * 8 % 256];
}
__global__ void beside(float4 *out) {
  // LOG: no fix of 'e' by index-macro: line [[#@LINE+5]]: '(&(e[i] = out[i]))[1].x = 2' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  __shared__ float4 e[257];
  int i = threadIdx.x;
  e[i * 8 % 256].x = 1;
  __syncthreads();
  (&(e[i] = out[i]))[1].x = 2;
  __syncthreads();
  out[i] = e[i * 8 % 256];
}

// One of a number is no pointer, whatever is done with it.
__global__ void chained(float *out) {
  // CHECK: float f[BANKFIX_PAD32(1024)];
  __shared__ float f[1024];
  int i = threadIdx.x;
  f[i * 32] = f[i * 32 + 1] = 1;
  if ((f[i] = out[i]) > 2)
    f[i + 64] = 3;
  f[i + 128] = 1, f[i + 256] = 2;
  __syncthreads();
  out[i] = f[i * 32];
}

void launch(float *out) {
  copied<<<1, 64>>>((Quad *)out, (Quad *)out);
  member<<<1, 64>>>((Quad *)out);
  again<<<1, 64>>>((Quad *)out);
  counted<<<1, 64>>>((Mixed *)out);
  besidePointer<<<1, 256>>>((float4 *)out);
  besideReference<<<1, 256>>>((float4 *)out);
  beside<<<1, 256>>>((float4 *)out);
  chained<<<1, 32>>>(out);
}
