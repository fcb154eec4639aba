// The rows of a matrix fragment are as far apart as a call is told: that number
// follows the array's rows.

// RUN: %bankfix --objective=wavefronts --target=sm_80 --allow-occupancy-loss %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix check --objective=wavefronts --target=sm_80 %t.cu 2>&1 | FileCheck %s --check-prefix=AGAIN

// AGAIN: none with bank conflicts

#include <mma.h>
using namespace nvcuda;

#define PITCH 64

// A literal, a macro, and what another constant makes of it.
__global__ void product(const half *in, float *out) {
  // CHECK-DAG: 'a[64][64] -> a[64][72]'
  // FIXED: __shared__ __align__(32) half a[64][72];
  __shared__ __align__(32) half a[64][64];
  // CHECK-DAG: 'b[64][64] -> b[64][72]'
  // FIXED: __shared__ __align__(32) half b[64][PITCH + 8];
  __shared__ __align__(32) half b[64][PITCH];
  int t = threadIdx.x, warp = threadIdx.x / 32;
  for (int i = t; i < 4096; i += 128) {
    a[i / 64][i % 64] = in[i];
    b[i / 64][i % 64] = in[4096 + i];
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < 64; k += 16) {
    // FIXED: wmma::load_matrix_sync(x, &a[warp * 16][k], 72);
    wmma::load_matrix_sync(x, &a[warp * 16][k], 64);
    // FIXED: wmma::load_matrix_sync(y, &b[0][0] + k, PITCH + 8);
    wmma::load_matrix_sync(y, &b[0][0] + k, PITCH);
    wmma::mma_sync(c, x, y, c);
  }
  wmma::store_matrix_sync(out + warp * 256, c, 16, wmma::mem_row_major);
}

// Columns of an accumulator, through a pointer, and as large as a template says.
template <int Columns> __global__ void columns(float *out) {
  // CHECK-DAG: 'c[16][32] -> c[16][40]'
  // FIXED: float c[16][Columns + 8];
  __shared__ __align__(32) float c[16][Columns];
  int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    c[i][t] = t * i;
  __syncthreads();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> x;
  const float *first = &c[0][0];
  // FIXED: wmma::load_matrix_sync(x, first, Columns + 8, wmma::mem_row_major);
  wmma::load_matrix_sync(x, first, Columns, wmma::mem_row_major);
  // FIXED: wmma::store_matrix_sync(&c[0][16], x, (Columns) + 8, wmma::mem_row_major);
  wmma::store_matrix_sync(&c[0][16], x, (Columns), wmma::mem_row_major);
  __syncthreads();
  out[t] = c[t / 2][t] + x.x[0];
}

int main() {
  product<<<1, 128>>>(nullptr, nullptr);
  columns<32><<<1, 32>>>(nullptr);
}
