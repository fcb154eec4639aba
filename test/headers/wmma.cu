// Matrix fragments.

#include <mma.h>

using namespace nvcuda;

__global__ void gemm(const half *a, const half *b, float *c) {
  __shared__ half tile[16][16 + 8];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  wmma::load_matrix_sync(x, &tile[0][0], 16 + 8);
  wmma::load_matrix_sync(y, b, 16);
  wmma::mma_sync(sum, x, y, sum);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] *= 2.0f;
  wmma::load_matrix_sync(sum, c, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
