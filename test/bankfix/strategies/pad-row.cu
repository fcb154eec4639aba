// pad-row: widen a dimension, by as much as helps and no more.

// RUN: %exits 1 %bankfix check --verbose --strategy=pad-row %s | FileCheck %s
// RUN: %bankfix --verbose --strategy=pad-row %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose --strategy=pad-row %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

__global__ void column(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row) leaves 64 wavefronts of 1056
}

// The middle dimension of three.
__global__ void planes(float *out) {
  // FIXED: float cube[4][8][33];
  __shared__ float cube[4][8][32];
  // CHECK: warning: store to 'cube[threadIdx.y & 3][threadIdx.x & 7][threadIdx.y & 31]' has 8-way
  cube[threadIdx.y & 3][threadIdx.x & 7][threadIdx.y & 31] = 1;
  __syncthreads();
  out[threadIdx.x] = cube[0][0][threadIdx.x & 31];
}

// Refused: rows of the tile are walked through.
__global__ void walked(float *out) {
  // FIXED: float rows[32][32];
  __shared__ float rows[32][32];
  rows[0][threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: warning: load of 'rows[threadIdx.x][threadIdx.y]' has 32-way
  // CHECK: note: no fix of 'rows' by pad-row: line [[#@LINE-3]]: 'rows[0][threadIdx.y * 32 + threadIdx.x]' has values of subscript 2 outside 0 to 31
  out[threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

// Refused: there is no row to widen.
__global__ void flat(float *out) {
  // FIXED: float line[1024];
  __shared__ float line[1024];
  line[threadIdx.x] = 1;
  __syncthreads();
  // CHECK: warning: load of 'line[threadIdx.x * 32 + threadIdx.y]' has 32-way
  out[threadIdx.x] = line[threadIdx.x * 32 + threadIdx.y];
}

// Refused: another row would not change a thing.
__global__ void repeated(float *out) {
  // FIXED: float pairs[32][64];
  __shared__ float pairs[32][64];
  // CHECK: warning: store to 'pairs[0][threadIdx.x * 2]' has 2-way
  // CHECK: note: no fix of 'pairs' by pad-row: no such layout lowers its wavefronts
  pairs[0][threadIdx.x * 2] = out[0];
}

void launch(float *out) {
  dim3 block(32, 32);
  column<<<1, block>>>(out);
  planes<<<1, block>>>(out);
  walked<<<1, block>>>(out);
  flat<<<1, block>>>(out);
  repeated<<<1, block>>>(out);
}
