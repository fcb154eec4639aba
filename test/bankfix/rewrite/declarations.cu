// Declarations whose dimensions are not written next to the array's name.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] += array[threadIdx.x][threadIdx.y];

#define TILE(name) __shared__ float name[32][32]
#define DIMENSIONS [32][32]
typedef float Tile[32][32];
using Row = float[32];

__global__ void k(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'TILE'
  TILE(a);
  TRANSPOSE(a)
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'DIMENSIONS'
  __shared__ float b DIMENSIONS;
  TRANSPOSE(b)
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+1]]: its dimensions are declared in the type 'Tile'
  __shared__ Tile c;
  TRANSPOSE(c)
  // CHECK: note: no fix of 'd' by pad-row: line [[#@LINE+1]]: its dimensions are declared in the type 'Row{{.*}}'
  __shared__ Row d[32];
  TRANSPOSE(d)
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
