// Fragments of several flat tiles: the rows exist in the last subscript, and in
// the pitch that calls are told.

// RUN: %bankfix --objective=wavefronts --target=sm_80 --allow-occupancy-loss %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --target=sm_80 --allow-occupancy-loss %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

#include <mma.h>
using namespace nvcuda;

using Rows = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

constexpr int W = 64;

// Where a variable counts all elements, and where rows are written.
__global__ void product(const half *in, half *out, int n) {
  // FIXED: half counted[2][BANKFIX_PAD64X8(32 * W)];
  __shared__ __align__(32) half counted[2][32 * W];
  // FIXED: half written[2][32 * (W + 8)];
  __shared__ __align__(32) half written[2][32 * W];
  int t = threadIdx.x;
  Rows x;
  for (int k = 0; k < n; k++) {
    int b = k % 2;
    for (int i = t; i < 32 * W; i += 64) {
      // FIXED: counted[b][BANKFIX_PAD64X8(i)] = in[i];
      counted[b][i] = in[i];
      // FIXED: written[b][i / W * (W + 8) + i % W] = in[i];
      written[b][i / W * W + i % W] = in[i];
    }
    __syncthreads();
    // FIXED: load_matrix_sync(x, &counted[b][BANKFIX_PAD64X8(t / 32 * 16)], BANKFIX_PAD64X8(W));
    wmma::load_matrix_sync(x, &counted[b][t / 32 * 16], W);
    out[t] = x.x[0];
    // FIXED: load_matrix_sync(x, counted[b] + BANKFIX_PAD64X8(16 * W), BANKFIX_PAD64X8(W));
    wmma::load_matrix_sync(x, counted[b] + 16 * W, W);
    out[t] += x.x[0];
    // FIXED: load_matrix_sync(x, &written[b][t / 32 * 16 * (W + 8)], (W + 8));
    wmma::load_matrix_sync(x, &written[b][t / 32 * 16 * W], W);
    out[t] += x.x[0];
    // FIXED: load_matrix_sync(x, written[b], (W + 8));
    wmma::load_matrix_sync(x, written[b], W);
    out[t] += x.x[0];
    __syncthreads();
  }
}

// Rows that do not fill the last dimension.
__global__ void parts(const half *in, half *out, int n) {
  // CHECK-DAG: no fix of 'ragged' {{.*}}'wmma::load_matrix_sync(x, &ragged[1][0], 64)' is told the pitch of its rows, which bankfix does not change there
  __shared__ __align__(32) half ragged[2][1040];
  int t = threadIdx.x;
  Rows x;
  for (int i = t; i < 1040; i += 32)
    ragged[0][i] = ragged[1][i] = in[i];
  __syncthreads();
  wmma::load_matrix_sync(x, &ragged[1][0], 64);
  out[t] = x.x[0];
}

// A warp's part of a tile, as a pointer.
__global__ void scores(float *out) {
  // FIXED: float block[BANKFIX_PAD64X4(2 * 16 * W)];
  __shared__ __align__(32) float block[2 * 16 * W];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *s = &block[warp * 16 * W];
  Sums acc;
  wmma::fill_fragment(acc, 1.0f);
  for (int n = 0; n < W / 16; n++) {
    // FIXED: store_matrix_sync(&block[BANKFIX_PAD64X4((int)(s - block) + (n * 16))], acc, BANKFIX_PAD64X4(W), wmma::mem_row_major);
    wmma::store_matrix_sync(&s[n * 16], acc, W, wmma::mem_row_major);
  }
  __syncwarp();
  float sum = 0;
  if (lane < 16)
    for (int c = 0; c < W; c++)
      // FIXED: sum += block[BANKFIX_PAD64X4((int)(s - block) + (lane * W + c))];
      sum += s[lane * W + c];
  out[threadIdx.x] = sum;
}

// Longer rows beside an index that needs more variables than it did.
__global__ void beside(const half *in, float *out) {
  // FIXED: half rows[32 * (W + 8)];
  __shared__ __align__(32) half rows[32 * W];
  // FIXED: float sums[BANKFIX_PAD64X4(2 * 16 * W)];
  __shared__ __align__(32) float sums[2 * 16 * W];
  float *s = &sums[threadIdx.x / 32 * 16 * W];
  Sums acc;
  wmma::fill_fragment(acc, 1.0f);
  for (int n = 0; n < W / 16; n++)
    // FIXED: store_matrix_sync(&sums[BANKFIX_PAD64X4((int)(s - sums) + (n * 16))], acc, BANKFIX_PAD64X4(W),
    wmma::store_matrix_sync(&s[n * 16], acc, W, wmma::mem_row_major);
  for (int i = threadIdx.x; i < 32 * W; i += 64) {
    int r = i / W, c = i % W;
    // FIXED: rows[r * (W + 8) + c] = in[i];
    rows[r * W + c] = in[i];
  }
  __syncthreads();
  Rows x;
  for (int k = 0; k < W / 16; k++) {
    // FIXED: load_matrix_sync(x, &rows[k % 2 * 16 * (W + 8) + k * 16], (W + 8));
    wmma::load_matrix_sync(x, &rows[k % 2 * 16 * W + k * 16], W);
    out[threadIdx.x] += float(x.x[0]);
  }
  float sum = 0;
  for (int c = 0; c < W; c++)
    // FIXED: sum += sums[BANKFIX_PAD64X4((int)(s - sums) + (threadIdx.x % 16 * W + c))];
    sum += s[threadIdx.x % 16 * W + c];
  out[threadIdx.x] += sum;
}

// The pointer itself counts as the text did.
__global__ void pointer(float *out) {
  // CHECK-DAG: no fix of 'whole' {{.*}}'wmma::store_matrix_sync(s, acc, 64, wmma::mem_row_major)' is told the pitch of its rows, which bankfix does not change there
  __shared__ __align__(32) float whole[2 * 16 * W];
  float *s = &whole[threadIdx.x / 32 * 16 * W];
  Sums acc;
  wmma::fill_fragment(acc, 1.0f);
  wmma::store_matrix_sync(s, acc, 64, wmma::mem_row_major);
  __syncwarp();
  float sum = 0;
  for (int c = 0; c < W; c++)
    sum += s[threadIdx.x % 16 * W + c];
  out[threadIdx.x] = sum;
}

int main() {
  product<<<1, 64>>>(nullptr, nullptr, 4);
  parts<<<1, 32>>>(nullptr, nullptr, 4);
  scores<<<1, 64>>>(nullptr);
  beside<<<1, 64>>>(nullptr, nullptr);
  pointer<<<1, 64>>>(nullptr);
}
