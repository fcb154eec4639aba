// Declarations whose dimensions are not written next to the array's name.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] += array[threadIdx.x][threadIdx.y];

#define TILE(name) __shared__ float name[32][32]
#define DIMENSIONS [32][32]
template <int N> using Tile = float[N][N];

__global__ void k(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'TILE'
  TILE(a);
  TRANSPOSE(a)
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'DIMENSIONS'
  __shared__ float b DIMENSIONS;
  TRANSPOSE(b)
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+1]]: its dimensions are declared in the type 'Tile{{.*}}', where bankfix cannot change them; write them in its declaration
  __shared__ Tile<32> c;
  TRANSPOSE(c)
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
