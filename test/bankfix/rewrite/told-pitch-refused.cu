// Pitches that do not follow the rows of an array, and fragments that longer
// rows would tear apart.

// RUN: %bankfix --objective=wavefronts --target=sm_80 --allow-occupancy-loss %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=swizzle --target=sm_80 %s | FileCheck %s --check-prefix=SWIZZLE

#include <mma.h>
using namespace nvcuda;

using Factor = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;

__global__ void number(const half *in, half *out, int pitch) {
  // FIXED: half unknown[64][64];
  __shared__ __align__(32) half unknown[64][64];
  // FIXED: half two[64][64];
  __shared__ __align__(32) half two[64][64];
  // FIXED: half queried[64][64];
  __shared__ __align__(32) half queried[64][64];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 32)
    unknown[i / 64][i % 64] = two[i / 64][i % 64] = queried[i / 64][i % 64] = in[i];
  __syncthreads();
  Factor x;
  // FIXED: load_matrix_sync(x, &unknown[0][0], 64);
  wmma::load_matrix_sync(x, &unknown[0][0], 64);
  out[t] = x.x[0];
  // CHECK-DAG: no fix of 'unknown' {{.*}}line [[#@LINE+1]]: 'wmma::load_matrix_sync(x, &unknown[0][0], pitch)' is told the pitch of its rows, which bankfix does not change there
  wmma::load_matrix_sync(x, &unknown[0][0], pitch);
  out[t] += x.x[0];
  // Every second row.
  // CHECK-DAG: no fix of 'two' {{.*}}line [[#@LINE+1]]: 'wmma::load_matrix_sync(x, &two[0][0], 128)' is told the pitch of its rows, which bankfix does not change there
  wmma::load_matrix_sync(x, &two[0][0], 128);
  out[t] += x.x[0];
  // FIXED: load_matrix_sync(x, queried[0], sizeof(queried[0]) / sizeof(half));
  // CHECK-DAG: no fix of 'queried' {{.*}}line [[#@LINE+1]]: 'sizeof(queried[0]) / sizeof(half)' depends on its size
  wmma::load_matrix_sync(x, queried[0], sizeof(queried[0]) / sizeof(half));
  out[t] += x.x[0];
}

// Of whom it gets the matrix, its text does not say.
__device__ void load(Factor &x, const half *from) {
  // FIXED: load_matrix_sync(x, from, 64);
  wmma::load_matrix_sync(x, from, 64);
}

__global__ void callee(const half *in, half *out) {
  // CHECK-DAG: no fix of 'given' {{.*}} 'wmma::load_matrix_sync(x, from, 64)' is told the pitch of its rows, which bankfix does not change there
  // FIXED: half given[64][64];
  __shared__ __align__(32) half given[64][64];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 32)
    given[i / 64][i % 64] = in[i];
  __syncthreads();
  Factor x;
  load(x, &given[0][0]);
  out[t] = x.x[0];
  load(x, in);
  out[t] += x.x[0];
}

__global__ void shapes(const half *in, half *out, int row) {
  // CHECK-DAG: no fix of 'across' by pad-row: line [[#@LINE+15]]: '&across[0][56]' has values of subscript 2 outside 0 to 63, so it counts through the elements of all rows
  // FIXED: half across[64][64];
  __shared__ __align__(32) half across[64][64];
  // A first row of any number stays aligned with pads of 32 bytes alone.
  // CHECK-DAG: 'anywhere[64][64] -> anywhere[64][80]' (pad-row)
  // FIXED: half anywhere[64][80];
  __shared__ __align__(32) half anywhere[64][64];
  // CHECK-DAG: 'even[64][64] -> even[64][72]' (pad-row)
  // FIXED: half even[64][72];
  __shared__ __align__(32) half even[64][64];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 32)
    across[i / 64][i % 64] = anywhere[i / 64][i % 64] = even[i / 64][i % 64] = in[i];
  __syncthreads();
  Factor x;
  wmma::load_matrix_sync(x, &across[0][56], 64);
  out[t] = x.x[0];
  // FIXED: load_matrix_sync(x, &anywhere[row & 31][0], 80);
  // SWIZZLE-DAG: line [[#@LINE+1]]: 'wmma::load_matrix_sync(x, &anywhere[row & 31][0], 64)' takes rows of it as they lie, one pitch apart, which no other layout than longer rows keeps
  wmma::load_matrix_sync(x, &anywhere[row & 31][0], 64);
  out[t] += x.x[0];
  // FIXED: load_matrix_sync(x, &even[row & 30][0], 72);
  wmma::load_matrix_sync(x, &even[row & 30][0], 64);
  out[t] += x.x[0];
}

__global__ void limits(const half *in, half *out, int row) {
  // CHECK-DAG: no fix of 'few' {{.*}}line [[#@LINE+8]]: '&few[row & 15][0]' needs rows that are a multiple of 16 bytes apart, and a first one that starts at a multiple of 32 bytes
  __shared__ __align__(32) half few[32][16];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 32)
    few[i / 16][i % 16] = in[i];
  __syncthreads();
  Factor x;
  // Pads of 32 bytes would not help.
  wmma::load_matrix_sync(x, &few[row & 15][0], 16);
  out[t] = x.x[0];
}

int main() {
  number<<<1, 32>>>(nullptr, nullptr, 64);
  callee<<<1, 32>>>(nullptr, nullptr);
  shapes<<<1, 32>>>(nullptr, nullptr, 3);
  limits<<<1, 32>>>(nullptr, nullptr, 3);
}
