// Reasons for which an array's layout stays as it is.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

__shared__ float shared[32][32];
__device__ float read(int i) { return shared[i][0]; }

__global__ void caller(float *out) {
  // CHECK-DAG: no fix of 'shared' by pad-row: line [[#@LINE-3]]: it is used in the function 'read', which no kernel calls
  shared[threadIdx.x][threadIdx.y] = 1;
}

struct Triple { float x, y, z, w, v; };
__global__ void wide(float *out) {
  // CHECK-DAG: no fix of 'triples' by index-macro: line [[#@LINE+1]]: elements of type 'Triple' are not 1, 2, 4, 8 or 16 bytes wide
  __shared__ Triple triples[64];
  Triple t = triples[2 * threadIdx.x];
  out[0] = t.x;
}

struct Head { int n; };
__global__ void whole(float *out) {
  // CHECK-DAG: no fix of 'one' by index-macro: line [[#@LINE+1]]: it is one struct, '{{.*}}Tile', not an array; declare the arrays in it as shared variables of their own to have them changed
  __shared__ struct Tile : Head { float rows[32][32]; } one;
  one.rows[threadIdx.x][0] = 1;
  out[0] = one.rows[0][0];
}

template <float (*)[32]> struct Place {};
__shared__ float tile[32][32];
__global__ void named(float *out) {
  // CHECK-DAG: no fix of 'tile' by pad-row: line [[#@LINE+2]]: 'tile' is named in a way that bankfix does not follow; index the array itself there
  tile[threadIdx.x][threadIdx.y] = out[0];
  using Same = Place<tile>;
}

// What a type says of an array is its size.
__global__ void typed(float *out) {
  // CHECK-DAG: no fix of 'inType' by pad-row: line [[#@LINE+3]]: 'decltype(inType)' depends on its size
  __shared__ float inType[32][32];
  inType[threadIdx.x][threadIdx.y] = out[0];
  using Same = decltype(inType);
}

__device__ float outside(float x);
__global__ void elsewhere(float *out) {
  // CHECK-DAG: no fix of 'seen' by pad-row: it is not known how much shared memory a block takes besides
  __shared__ float seen[32][32];
  seen[threadIdx.x][threadIdx.y] = outside(out[0]);
}

void launch(float *out) {
  dim3 block(32, 32);
  caller<<<1, block>>>(out);
  wide<<<1, 32>>>(out);
  whole<<<1, 32>>>(out);
  named<<<1, block>>>(out);
  typed<<<1, block>>>(out);
  elsewhere<<<1, block>>>(out);
}
