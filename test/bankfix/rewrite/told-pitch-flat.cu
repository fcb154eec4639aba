// Fragments of a flat array, whose rows exist in subscripts and in the pitch
// that calls are told: that follows the layout as an index does.

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

#ifndef BK
#define BK 32
#endif

// Where a variable holds the index, through a macro; where the rows are written,
// with their length.
__global__ void product(const half *in, half *out) {
  // FIXED: half offsets[BANKFIX_PAD32X8(64 * 32)];
  __shared__ __align__(32) half offsets[64 * 32];
  // FIXED: half written[64 * 72];
  __shared__ __align__(32) half written[64 * 64];
  int t = threadIdx.x, warp = t / 32;
  for (int i = t; i < 2048; i += 128)
    // FIXED: offsets[BANKFIX_PAD32X8(i)] = in[i];
    offsets[i] = in[i];
  for (int i = t; i < 4096; i += 128)
    // FIXED: written[i / 64 * 72 + i % 64] = in[i];
    written[i / 64 * 64 + i % 64] = in[i];
  __syncthreads();
  Rows x;
  for (int k = 0; k < 32; k += 16) {
    int at = warp * 16 * 32 + k;
    // FIXED: load_matrix_sync(x, offsets + BANKFIX_PAD32X8(at), BANKFIX_PAD32X8(32));
    wmma::load_matrix_sync(x, offsets + at, 32);
    out[t] = x.x[0];
    // FIXED: load_matrix_sync(x, written + warp * 16 * 72 + k, 72);
    wmma::load_matrix_sync(x, written + warp * 16 * 64 + k, 64);
    out[t] += x.x[0];
    // FIXED: load_matrix_sync(x, &written[k * 72], 72);
    wmma::load_matrix_sync(x, &written[k * 64], 64);
    out[t] += x.x[0];
  }
}

// The array itself, whose rows are written.
__global__ void start(const float *in, float *out) {
  // FIXED: float s[32 * 132];
  __shared__ __align__(32) float s[32 * 128];
  int t = threadIdx.x;
  Sums x;
  wmma::fill_fragment(x, 0.0f);
  // FIXED: store_matrix_sync(s, x, 132, wmma::mem_row_major);
  wmma::store_matrix_sync(s, x, 128, wmma::mem_row_major);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    // FIXED: out[t * 4 + i] = s[t * 132 + i];
    out[t * 4 + i] = s[t * 128 + i];
  }
}

// Another build may have another length, which would not be a multiple.
__global__ void builds(const half *in, half *out) {
  // FIXED: half b[64 * (BK + 8)];
  // FIXED: static_assert((BK) == 32 && (9999 / BK * 3) == 9999 / (BK) * 3,
  __shared__ __align__(32) half b[64 * BK];
  int t = threadIdx.x, warp = t / 32;
  for (int i = t; i < 64 * BK; i += 128)
    b[i / BK * BK + i % BK] = in[i];
  __syncthreads();
  Rows x;
  // FIXED: load_matrix_sync(x, b + warp * 16 * (BK + 8), (BK + 8));
  wmma::load_matrix_sync(x, b + warp * 16 * BK, BK);
  out[t] = x.x[0];
}

// The pitch is not known, and where the fragment begins is a variable.
__device__ void load(Rows &x, const half *from) {
  // FIXED: load_matrix_sync(x, from, 64);
  wmma::load_matrix_sync(x, from, 64);
}

__global__ void refused(const half *in, half *out, int pitch) {
  // FIXED: half unknown[4096];
  __shared__ __align__(32) half unknown[4096];
  // FIXED: half given[4096];
  __shared__ __align__(32) half given[4096];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 32)
    unknown[i] = given[i] = in[i];
  __syncthreads();
  Rows x;
  // CHECK-DAG: no fix of 'unknown' {{.*}}'wmma::load_matrix_sync(x, unknown + 16, pitch)' is told the pitch of its rows, which bankfix does not change there; name the array there, with the size of its last dimension, or a flat one with a number
  wmma::load_matrix_sync(x, unknown + 16, pitch);
  out[t] = x.x[0];
  wmma::load_matrix_sync(x, unknown, 64);
  out[t] += x.x[0];
  // CHECK-DAG: no fix of 'given' {{.*}}'wmma::load_matrix_sync(x, from, 64)' is told the pitch of its rows, which bankfix does not change there
  load(x, given + 64);
  out[t] += x.x[0];
}

// Fragments that begin within what a pad follows would be torn by it.
__global__ void torn(const half *in, half *out) {
  // CHECK-DAG: no fix of 'middle' {{.*}}needs rows that are a multiple of 16 bytes apart
  // FIXED: half middle[4096];
  __shared__ __align__(32) half middle[4096];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 32)
    middle[i] = in[i];
  __syncthreads();
  Rows x;
  wmma::load_matrix_sync(x, middle + 64 * (in[0] > half(0) ? 1 : 0) + 56, 64);
  out[t] = x.x[0];
}

int main() {
  product<<<1, 128>>>(nullptr, nullptr);
  start<<<1, 32>>>(nullptr, nullptr);
  builds<<<1, 128>>>(nullptr, nullptr);
  refused<<<1, 32>>>(nullptr, nullptr, 64);
  torn<<<1, 32>>>(nullptr, nullptr);
}
