// What `check` calls fixable, a rewrite fixes: the pre-commit hook fails for
// nothing else.

// RUN: %exits 0 %bankfix check --strategy=pad-row --fail-on=fixable %s > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: %bankfix --strategy=pad-row %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

// CHECK-DAG: 2 with bank conflicts, 0 of them fixable

__global__ void k(float *out) {
  // CHECK-DAG: note: no fix of 'tile' by pad-row:
  __shared__ float tile[32][32];
  static_assert(sizeof(tile) == 4096, "the host relies on it");
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }

// What only the proof refuses is not fixable either: the size of the parameter
// is deduced, and the index depends on it.
template <int N> __device__ float pick(float (&p)[N], int c) {
  return p[c % N];
}

__global__ void deduced(float *out) {
  __shared__ float rows[32][32];
  rows[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK-DAG: note: no fix of 'rows' by pad-row: the proof failed:
  out[threadIdx.x] = pick(rows[threadIdx.x], threadIdx.y);
}

void launchDeduced(float *out) { deduced<<<1, dim3(32, 32)>>>(out); }
