// A type's name that declares more than shared arrays keeps its sizes.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

#include "Inputs/array_types.cuh"

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] += array[threadIdx.x][threadIdx.y];

typedef float Argument[32][32];
__global__ void argument(float *out, const Argument *in) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-1]]: the type 'Argument', which declares its dimensions, is named for something else, too; give the array a type of its own
  __shared__ Argument a;
  TRANSPOSE(a)
}

using Sized = float[32][32];
__global__ void sized(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+3]]: the type 'Sized', which
  __shared__ Sized a;
  TRANSPOSE(a)
  out[0] = sizeof(Sized);
}

// Pointers that may lead to other memory, too.
typedef float Line[32];
__global__ void pointed(float *out, Line *in) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-1]]: the type 'Line', which
  __shared__ Line a[32];
  TRANSPOSE(a)
}

typedef float Skipped[32][32];
#ifdef NOT_DEFINED
Skipped other;
#endif
__global__ void skipped(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-3]]: the type 'Skipped', which
  __shared__ Skipped a;
  TRANSPOSE(a)
}

typedef float Hidden[32][32];
#define HIDDEN Hidden
__global__ void hidden(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-3]]: the type 'Hidden', which
  __shared__ Hidden a;
  TRANSPOSE(a)
}
__global__ void expanded(float *out) {
  typedef float Mine[32][32];
#define MINE Mine
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'MINE'
  __shared__ MINE a;
  TRANSPOSE(a)
}

__global__ void header(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: {{.*}}array_types.cuh:1: the type 'InHeader', which declares its dimensions, is in a header, where other files may use it; give the array a type of its own
  __shared__ InHeader a;
  TRANSPOSE(a)
}

typedef float NamedLater[32][32];
#include "Inputs/array_types_user.cuh"
__global__ void named(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: {{.*}}array_types_user.cuh:1: the type 'NamedLater', which
  __shared__ NamedLater a;
  TRANSPOSE(a)
}

// One text cannot be two sizes.
typedef float Ranks[32];
__global__ void ranks(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: the same text declares or accesses 'float[32][32]' and 'float[2][32][32]'
  __shared__ Ranks a[32], b[2][32];
  TRANSPOSE(a)
  b[0][threadIdx.y][threadIdx.x] = 1;
}

void launch(float *out) {
  dim3 block(32, 32);
  argument<<<1, block>>>(out, nullptr);
  sized<<<1, block>>>(out);
  pointed<<<1, block>>>(out, nullptr);
  skipped<<<1, block>>>(out);
  hidden<<<1, block>>>(out);
  expanded<<<1, block>>>(out);
  header<<<1, block>>>(out);
  named<<<1, block>>>(out);
  ranks<<<1, block>>>(out);
}
