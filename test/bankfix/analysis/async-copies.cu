// Copies to shared memory that run on their own.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate
// RUN: %exits 1 %bankfix check %s 2>/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: %exits 1 %bankfix --diff --allow-occupancy-loss %s 2>/dev/null | FileCheck %s --check-prefix=DIFF

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void threads(float *out, const float *in, int n) {
  __shared__ float tile[32][32], rows[32][32];
  // As a store, element by element: the layout may change.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 32, "ideal": 1,
  __pipeline_memcpy_async(&tile[threadIdx.x][0], &in[threadIdx.x], sizeof(float));
  // DIFF: +  __shared__ float tile[32][33], rows[32][32];
  // Four elements have to stay together.
  // CHECK: "line": [[#@LINE+2]], {{.*}}"op": "async", "bytes": 16, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 32, "ideal": 4,
  // TEXT: no fix of 'rows' {{.*}}: line [[#@LINE+3]]: '__pipeline_memcpy_async(&rows[0][0], in, n)' copies to places that have to lie side by side
  __pipeline_memcpy_async(&rows[threadIdx.x][0], &in[threadIdx.x * 4], 16);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "the size of the copy is not 4, 8 or 16 bytes"
  __pipeline_memcpy_async(&rows[0][0], in, n);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x] + rows[0][threadIdx.x];
}

// The library shares it out, in pieces of at most 16 bytes.
__global__ void groups(int *out, const int *in, int n) {
  __shared__ int s[1024];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", "bytes": 16, {{.*}}"certainty": "bounded", "confidence": "likely", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 32,
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", {{.*}}"requests": 2, "wavefronts": 4, "ideal": 4,
  cg::memcpy_async(tile, s + tile.meta_group_rank() * 64, 64, in, 32);
  cg::wait(tile);
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", {{.*}}"requests": 8, "wavefronts": 32, "ideal": 32,
  cuda::memcpy_async(block, s, in, cuda::aligned_size_t<16>(sizeof(s)), barrier);
  auto pipe = cuda::make_pipeline();
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", "bytes": 8, {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4, "ideal": 4,
  cuda::memcpy_async(&s[threadIdx.x * 2], in, cuda::aligned_size_t<8>(8), pipe);
  const auto four = cuda::aligned_size_t<alignof(int4)>(sizeof(int4));
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "async", "bytes": 16, {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 8, "ideal": 8,
  cuda::memcpy_async(&s[threadIdx.x * 4], in, four, pipe);
  const auto given = cuda::aligned_size_t<4>(n);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "the size of the copy is not 4, 8 or 16 bytes"
  cuda::memcpy_async(&s[threadIdx.x * 4], in, given, pipe);
  auto some = cg::coalesced_threads();
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "how its threads share the copy is not known"
  cg::memcpy_async(some, s, in, 64);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "the size of the copy is not a multiple of 4"
  cg::memcpy_async(block, s, in, 62);
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(float *f, int *i, int n) {
  threads<<<1, 32>>>(f, f, n);
  groups<<<1, 64>>>(i, i, n);
}
