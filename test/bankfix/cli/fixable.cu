// What `check` calls fixable, a rewrite fixes: the pre-commit hook fails for
// nothing else.

// RUN: %exits 0 %bankfix check --fail-on=fixable %s > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

// CHECK-DAG: 1 access with bank conflicts, 0 of them fixable

__global__ void k(float *out) {
  // CHECK-DAG: note: no fix of 'tile' by pad-row:
  __shared__ float tile[32][32];
  static_assert(sizeof(tile) == 4096, "the host relies on it");
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
