// Asynchronous copies to shared memory: pipeline primitives, cuda::pipeline
// and cuda::barrier; atomic objects.

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

__global__ void primitives(const float4 *in, float4 *out) {
  __shared__ float4 s[2][32];
  __pipeline_memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[0][31 - threadIdx.x];
}

__global__ void objects(const int *in, int *out) {
  namespace cg = cooperative_groups;
  __shared__ int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  auto token = barrier.arrive();
  barrier.wait(static_cast<decltype(token) &&>(token));
  cuda::memcpy_async(block, s, in, sizeof(s), barrier);
  barrier.arrive_and_wait();
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, s, in, cuda::aligned_size_t<16>(sizeof(s)),
                     pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = s[threadIdx.x];
  pipeline.consumer_release();
  cuda::atomic_ref<int, cuda::thread_scope_device> counter(out[0]);
  counter.fetch_add(1, cuda::memory_order_relaxed);
}
