// Names that `##` makes of what a build may say: here they are one array's, in
// another build another's, whose elements are not where they were.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu -- -DROW=spare | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=SAME

#ifndef END
#define END x
#endif
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)

// CHECK-DAG: no fix of 'raw' by {{.*}}: line 7: '##' makes names of the macro 'END', which a build may define otherwise, and one of these may be the array's; define it once in the source, under no condition
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
// CHECK-DAG: no fix of 'edge' by {{.*}}: line 7: '##' makes names of the macro 'END'
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
// CHECK-DAG: no fix of 'held' by {{.*}}: line 7: '##' makes names of the macro 'END'
__global__ void byMacro(float *out) {
  // SAME: float held[32][32], other[32][32];
  __shared__ float held[32][32], other[32][32];
  held[threadIdx.y][threadIdx.x] = other[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = held[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = CAT(get_, END)(threadIdx.y * 32 + threadIdx.x);
}

// A flag names the array: another build has another one.
// CHECK-DAG: no fix of 'kept' by {{.*}}: the macro 'ROW' names it, and a build may define that otherwise
__global__ void byFlag(float *out) {
  // SAME: float kept[32][32], spare[32][32];
  __shared__ float kept[32][32], spare[32][32];
  kept[threadIdx.y][threadIdx.x] = spare[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x][threadIdx.y];
  out[threadIdx.y] = (&ROW[0][0])[threadIdx.y * 32 + threadIdx.x];
}

// The piece that stays is no part of the name.
__global__ void apart(float *out) {
  // SAME: float tile[32][33], low_x[32];
  __shared__ float tile[32][32], low_x[32];
  tile[threadIdx.y][threadIdx.x] = low_x[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + CAT(low_, END)[threadIdx.x];
}

void launch(float *out) {
  const dim3 block(32, 32);
  pieces<<<1, block>>>(out);
  given<<<1, block>>>(out);
  byMacro<<<1, block>>>(out);
  byFlag<<<1, block>>>(out);
  apart<<<1, block>>>(out);
}
