// Objects that are made in shared memory, by placement new or as barriers and
// pipelines: they are named, and all else in their kernels is judged as usual.

// RUN: %exits 1 %bankfix check --cuda-headers=builtin --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix --cuda-headers=builtin %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix verify --cuda-headers=builtin %s 2>&1 | FileCheck %s --check-prefix=VERIFY

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <new>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void barriers(float *out) {
  // FIXED: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  __shared__ barrier bar, two[2];
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "two", {{.*}}"certainty": "unknown", {{.*}}"reason": "line [[#@LINE+2]]: it is given to a library in 'init(&two[1], 1024)', whose accesses bankfix does not count; give it an array of its own"
  if (threadIdx.x + threadIdx.y == 0)
    init(&bar, blockDim.x * blockDim.y), init(&two[1], 1024);
  __syncthreads();
  tile[threadIdx.y][threadIdx.x] = out[0];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "two", {{.*}}"reason": "line [[#@LINE+1]]: it is given to a library in 'two[1].arrive()', whose accesses bankfix does not count; give it an array of its own"
  barrier::arrival_token token = two[1].arrive();
  two[1].wait(std::move(token));
  bar.arrive_and_wait();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "tile", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1024,
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // What is read on both sides of a barrier is not read at once.
  // CHECK-NOT: "line": [[#@LINE+2]], {{.*}}"merged"
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "tile"
  float a = tile[threadIdx.y][threadIdx.x & 16];
  bar.arrive_and_wait();
  // CHECK-NOT: "line": [[#@LINE+1]], {{.*}}"merged"
  out[0] = a + tile[threadIdx.y][(threadIdx.x & 16) + 1];
}
// VERIFY: 'barriers', {{.*}}was not run: bankfix cannot run this: it has no definition of 'cuda::barrier::wait'

__global__ void pipelines(float *out, const float *in) {
  __shared__ float tile[2][32][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 4; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, &tile[i & 1][0][0], in + i * 1024, 4096, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "tile", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4096,
    out[threadIdx.x] += tile[i & 1][threadIdx.x][threadIdx.y];
    pipe.consumer_release();
  }
}

struct alignas(16) State {
  float v[4];
  __device__ State(float x) : v{x, x, x, x} {}
};

__global__ void placed(float *out) {
  // FIXED: __shared__ float rows[32][33];
  __shared__ float rows[32][32];
  __shared__ alignas(State) char raw[sizeof(State)];
  __shared__ float cells[32][32];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "raw", {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'new (raw) State(out[0])', which bankfix does not follow; index the array itself there"
  State *s = new (raw) State(out[0]);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "cells", {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'new (&cells[threadIdx.y][threadIdx.x]) float(1)', which bankfix does not follow; index the array itself there"
  new (&cells[threadIdx.y][threadIdx.x]) float(1);
  rows[threadIdx.y][threadIdx.x] = s->v[1];
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "rows", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1024,
  out[threadIdx.x] = rows[threadIdx.x][threadIdx.y];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "cells", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1024,
  out[threadIdx.x] += cells[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  barriers<<<1, dim3(32, 32)>>>(out);
  pipelines<<<1, dim3(32, 32)>>>(out, out);
  placed<<<1, dim3(32, 32)>>>(out);
}
