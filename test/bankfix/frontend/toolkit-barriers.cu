// Barriers and pipelines with a toolkit's headers: Clang takes the toolkit's
// own barriers for no __shared__ variables.

// REQUIRES: cuda-toolkit
// RUN: %exits 1 %bankfix check --cuda-headers=sdk %s > %t.log 2> %t.err
// RUN: FileCheck %s --input-file=%t.log
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: %bankfix --cuda-headers=sdk %s -o %t.cu && nvcc -std=c++17 -arch=sm_80 -ptx %t.cu -o %t.ptx
// CHECK-NOT: skipped
// CHECK: 't{{\[32\]\[32\]}} -> t{{\[32\]\[33\]}}'
// ERR: 1 kernel, 2 accesses, 1 with bank conflicts, 1 of them fixable

#include <cooperative_groups.h>
#include <cublas_v2.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void turn(float *out, const float *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ float t[32][32];
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  if (threadIdx.x + threadIdx.y == 0)
    init(&bar, 1024);
  __syncthreads();
  pipe.producer_acquire();
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  pipe.producer_commit();
  pipe.consumer_wait();
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
  pipe.consumer_release();
}

void run(float *o, float *i) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  turn<<<1, dim3(32, 32)>>>(o, i);
}
