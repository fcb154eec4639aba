// Matrix fragments: counted as ptxas usually loads them, where the type of the
// elements leaves no choice.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate
// RUN: %exits 1 %bankfix check %s 2>/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: %bankfix check --fail-on=never --target=sm_70 --format=json %s | %json-lines | FileCheck %s --check-prefix=VOLTA

#include <mma.h>
using namespace nvcuda;

// Eight rows of 16 bytes a phase. In rows of 128 bytes they share their banks;
// 16 bytes more make them different.
__global__ void pitches(float *out, int n) {
  __shared__ half wide[16][64], padded[16][72];
  wide[0][threadIdx.x] = padded[0][threadIdx.x] = 0;
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  // CHECK: "line": [[#@LINE+4]], {{.*}}"op": "matrix", "bytes": 16, {{.*}}"certainty": "bounded", "confidence": "likely", {{.*}}"requests": 1, "wavefronts": 32, "ideal": 4,
  // TEXT: :[[#@LINE+3]]:{{[0-9]+}}: warning: matrix load of '&wide[0][0]' has up to 8-way bank conflicts: at most 32 wavefronts where 4 suffice [bankfix-shared-matrix]
  // TEXT: no fix of 'wide' {{.*}}: line [[#@LINE+8]]: 'wmma::load_matrix_sync(a, &wide[0][0], n)' is told the pitch of its rows, which bankfix does not change there
  // VOLTA: "line": [[#@LINE+1]], {{.*}}"op": "matrix", {{.*}}"confidence": "unknown"
  wmma::load_matrix_sync(a, &wide[0][0], 64);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "matrix", {{.*}}"wavefronts": 4, "ideal": 4,
  wmma::load_matrix_sync(b, &padded[0][0] + 16, 72);
  wmma::mma_sync(c, a, b, c);
  // Any multiple of 16 bytes.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "matrix", {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
  wmma::load_matrix_sync(a, &wide[0][0], n);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "its pitch is not a multiple of 16 bytes"
  wmma::load_matrix_sync(a, &wide[0][0], 65);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

// Two elements of each lane lie side by side in a row, and not in a column.
__global__ void accumulators(float *out) {
  __shared__ float tile[16][32];
  __shared__ half small[16][32];
  tile[0][threadIdx.x] = 0;
  small[0][threadIdx.x] = 0;
  __syncthreads();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> h;
  wmma::fill_fragment(c, 0.0f);
  wmma::fill_fragment(h, half(0));
  // Four lanes a row, all rows in the same banks: 4 lanes in a phase of 16.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 8, {{.*}}"requests": 4, "wavefronts": 32, "ideal": 8,
  wmma::store_matrix_sync(&tile[0][0], c, 32, wmma::mem_row_major);
  __syncthreads();
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 4, {{.*}}"requests": 8, "wavefronts": 32, "ideal": 8,
  wmma::load_matrix_sync(c, &tile[0][0], 32, wmma::mem_col_major);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16, "ideal": 4,
  wmma::load_matrix_sync(h, &small[0][0], 32, wmma::mem_row_major);
  out[threadIdx.x] = c.x[0] + __half2float(h.x[0]);
}

// Where ptxas has a choice, nothing is said.
__global__ void others(float *out, int column) {
  __shared__ signed char bytes[16][32];
  __shared__ float floats[16][32];
  bytes[0][threadIdx.x] = 0;
  floats[0][threadIdx.x] = 0;
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "which lane loads which element of a fragment of 'signed char' is not specified"
  wmma::load_matrix_sync(a, &bytes[0][0], 32);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "the layout of the fragment is not known"
  wmma::load_matrix_sync(c, &floats[0][0], 32, column ? wmma::mem_col_major : wmma::mem_row_major);
  out[threadIdx.x] = c.x[0] + a.x[0];
}

void launch(float *out, int n) {
  pitches<<<1, 32>>>(out, n);
  accumulators<<<1, 32>>>(out);
  others<<<1, 32>>>(out, n);
}
