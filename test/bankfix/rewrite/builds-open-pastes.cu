// Names that `##` makes of what a build may say: here they are one array's, in
// another build another's, whose elements are not where they were.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu -- -I%S -DROW=spare | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=SAME

#include <cstdio>
#ifndef END
#define END x
#endif
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)

// CHECK-DAG: no fix of 'raw' by {{.*}}: line 8: '##' makes names of the macro 'END', which a build may define otherwise, and one of these may be the array's; define it once in the source, under no condition
__global__ void pieces(float *out) {
  // SAME: float raw[32][32], rax[32][32];
  __shared__ float raw[32][32], rax[32][32];
  raw[threadIdx.y][threadIdx.x] = rax[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = raw[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = (&CAT(ra, END)[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// The macro that pastes is given, too; and what it gets stands for the piece.
#define APPLY(f, a, b) f(a, b)
#define TAIL END
// CHECK-DAG: no fix of 'edge' by {{.*}}: line 8: '##' makes names of the macro 'END'
__global__ void given(float *out) {
  // SAME: float edge[32][32], edx[32][32];
  __shared__ float edge[32][32], edx[32][32];
  edge[threadIdx.y][threadIdx.x] = edx[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = edge[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = (&APPLY(CAT, ed, TAIL)[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// What is made may be the name of a macro that names the array.
#define get_y(i) (&held[0][0])[i]
#define get_x(i) (&other[0][0])[i]
// CHECK-DAG: no fix of 'held' by {{.*}}: line 8: '##' makes names of the macro 'END'
__global__ void byMacro(float *out) {
  // SAME: float held[32][32], other[32][32];
  __shared__ float held[32][32], other[32][32];
  held[threadIdx.y][threadIdx.x] = other[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = held[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = CAT(get_, END)(threadIdx.y * 32 + threadIdx.x);
}

// A flag names the array: another build has another one.
// CHECK-DAG: no fix of 'kept' by {{.*}}: the macro 'ROW' names or gets it, and a build may define that otherwise
__global__ void byFlag(float *out) {
  // SAME: float kept[32][32], spare[32][32];
  __shared__ float kept[32][32], spare[32][32];
  kept[threadIdx.y][threadIdx.x] = spare[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = (&ROW[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// The name of a function that gets the array's address, and of a member.
__device__ float at_x(float *p, int i) { return 5; }
__device__ float at_w(float *p, int i) { return p[i * 32 + 1]; }
// CHECK-DAG: no fix of 'passed' by {{.*}}: a build may define 'END', see line 8, otherwise, which decides where its elements are and is no integer
__global__ void called(float *out) {
  // SAME: float passed[32][32];
  __shared__ float passed[32][32];
  passed[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = passed[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = CAT(at_, END)(&passed[0][0], threadIdx.y);
}

struct Two {
  // SAME: float fx[32][32], fw[32][32];
  float fx[32][32], fw[32][32];
};
// CHECK-DAG: no fix of 'both.fw' by {{.*}}: line 8: '##' makes names of the macro 'END'
__global__ void members(float *out) {
  __shared__ Two both;
  both.fw[threadIdx.y][threadIdx.x] = both.fx[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = both.fw[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = (&both.CAT(f, END)[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// What a branch of the text or of a header says is one of the builds that are
// tried: there, the name is the array's.
#ifdef FAST
#define PICK(a, b) b
#else
#define PICK(a, b) a
#endif
#define OF_BUILD PICK(x, y)
// CHECK-DAG: no fix of 'every' by {{.*}}: it would not hold in a build with -DFAST{{.*}}: 'every': line [[#@LINE+8]]:
__global__ void chosen(float *out) {
  // SAME: float every[32][32], everx[32][32];
  __shared__ float every[32][32], everx[32][32];
  every[threadIdx.y][threadIdx.x] = everx[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = every[threadIdx.x][threadIdx.y];
  out[threadIdx.y] =
      (&CAT(ever, OF_BUILD)[0][0])[threadIdx.y * 32 + threadIdx.x];
}

#include "Inputs/open-pastes-guard.h"
// CHECK-DAG: no fix of 'highy' by {{.*}}: it would not hold in a build with {{.*}}-DSHORT{{.*}}: 'highy': line [[#@LINE+8]]:
__global__ void guarded(float *out) {
  // SAME: float highy[32][32], highx[32][32];
  __shared__ float highy[32][32], highx[32][32];
  highy[threadIdx.y][threadIdx.x] = highx[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = highy[threadIdx.x][threadIdx.y];
  out[threadIdx.y] =
      (&CAT(high, OF_HEADER)[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// What else may be pasted is no name of this array: it has another piece, ends
// with a number, or stands where nothing sees the array; or it is no name.
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef TYPE
#define TYPE float
#endif
#ifndef LOG
#define LOG(text, ...) printf(text, ##__VA_ARGS__)
#endif
void CAT(TYPE, END)(int);
void CAT(t, TYPE)(int);
__global__ void apart(float *out) {
  // SAME: float tile[32][33], low_x[32];
  __shared__ float tile[32][32], low_x[32];
  tile[threadIdx.y][threadIdx.x] = low_x[threadIdx.x] = 1;
  __syncthreads();
  int CAT(e, UNROLL) = 1;
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + CAT(low_, END)[threadIdx.x];
}

void launch(float *out) {
  const dim3 block(32, 32);
  pieces<<<1, block>>>(out);
  given<<<1, block>>>(out);
  byMacro<<<1, block>>>(out);
  byFlag<<<1, block>>>(out);
  called<<<1, block>>>(out);
  members<<<1, block>>>(out);
  chosen<<<1, block>>>(out);
  guarded<<<1, block>>>(out);
  LOG("tile %d", 3);
  apart<<<1, block>>>(out);
}
