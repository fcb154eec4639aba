// A name that a missing header declares is not taken for another one that is
// spelled like it.
// RUN: %exits 1 %bankfix check --verbose %s | FileCheck %s
#include "block_sizes.h"

constexpr int block_y = 64;

// CHECK-NOT: did you mean
// CHECK: use of undeclared identifier 'block_x'
// CHECK-NOT: did you mean
// CHECK: store to 'tile[threadIdx.x % 32][0]' has up to 32-way
// CHECK: assuming blocks of 256 or
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x % 32][0] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x % 32];
}

void run(float *out) { column<<<1, block_x>>>(out); }
