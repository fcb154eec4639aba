// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: blocks, tiles, coalesced lanes, grids and clusters. The
// ranks are spelled with threadIdx and blockDim, so that an index computed
// from them is as plain to an analysis as one that the kernel wrote itself.

#pragma once

#include <cuda_runtime.h>

// Supplied by whoever runs a kernel.
extern "C" __device__ void __bankfix_grid_sync();
extern "C" __device__ void __bankfix_cluster_sync();

namespace cooperative_groups {

// Where a thread is within its block, and a lane within its warp.
namespace details {
__device__ inline unsigned block_size() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned lane() { return block_rank() % 32; }
// The lanes of the aligned tile of `size` lanes that this lane is in.
__device__ inline unsigned tile_mask(unsigned size) {
  return size >= 32 ? 0xffffffffu
                    : ((1u << size) - 1) << (lane() / size * size);
}
// The n-th lane of a mask, and the number of its lanes below this one.
__device__ inline unsigned nth_lane(unsigned mask, unsigned n) {
  for (; n; --n)
    mask &= mask - 1;
  return __ffs(mask) - 1;
}
__device__ inline unsigned lanes_below(unsigned mask) {
  return __popc(mask & ((1u << lane()) - 1));
}
} // namespace details

class thread_block;

// Any of the groups below, by its lanes; a mask of 0 is the whole block.
class thread_group {
public:
  __device__ thread_group() = default;
  __device__ explicit thread_group(unsigned mask) : mask(mask) {}
  __device__ thread_group(const thread_block &);

  __device__ void sync() const {
    if (mask)
      __syncwarp(mask);
    else
      __syncthreads();
  }
  __device__ unsigned size() const {
    return mask ? __popc(mask) : details::block_size();
  }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return mask ? details::lanes_below(mask) : details::block_rank();
  }
  __device__ bool is_valid() const { return true; }

protected:
  unsigned mask = 0;
};

class thread_block {
public:
  struct arrival_token {};
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned size() { return details::block_size(); }
  __device__ static unsigned num_threads() { return details::block_size(); }
  __device__ static unsigned thread_rank() { return details::block_rank(); }
  __device__ static dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  __device__ static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  __device__ static dim3 group_dim() { return dim_threads(); }
  __device__ static dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  __device__ static arrival_token barrier_arrive() { return {}; }
  __device__ static void barrier_wait(arrival_token &&) { __syncthreads(); }
  __device__ bool is_valid() const { return true; }
};
__device__ inline thread_group::thread_group(const thread_block &) {}

__device__ inline thread_block this_thread_block() { return {}; }

class grid_group {
public:
  struct arrival_token {};
  __device__ void sync() const { __bankfix_grid_sync(); }
  __device__ bool is_valid() const { return true; }
  __device__ static unsigned long long num_blocks() {
    return 1ull * gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  __device__ static unsigned long long num_threads() {
    return num_blocks() * details::block_size();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  __device__ static dim3 group_dim() { return dim_blocks(); }
  __device__ static dim3 dim_blocks() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  __device__ static dim3 block_index() { return thread_block::group_index(); }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x,
                blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  __device__ arrival_token barrier_arrive() const { return {}; }
  __device__ void barrier_wait(arrival_token &&) const { sync(); }
};
__device__ inline grid_group this_grid() { return {}; }

// Grids over several devices are gone from CUDA; one device is a grid.
class multi_grid_group : public grid_group {
public:
  __device__ unsigned grid_rank() const { return 0; }
  __device__ unsigned num_grids() const { return 1; }
};
__device__ inline multi_grid_group this_multi_grid() { return {}; }

// Clusters, as if each held one block.
class cluster_group {
public:
  struct arrival_token {};
  __device__ static void sync() { __bankfix_cluster_sync(); }
  __device__ static arrival_token barrier_arrive() { return {}; }
  __device__ static void barrier_wait() { sync(); }
  __device__ static void barrier_wait(arrival_token &&) { sync(); }
  __device__ static unsigned block_rank() {
    return __nvvm_read_ptx_sreg_cluster_ctarank();
  }
  __device__ static unsigned num_blocks() {
    return __nvvm_read_ptx_sreg_cluster_nctarank();
  }
  __device__ static dim3 block_index() {
    return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(),
                __nvvm_read_ptx_sreg_cluster_ctaid_y(),
                __nvvm_read_ptx_sreg_cluster_ctaid_z());
  }
  __device__ static dim3 dim_blocks() {
    return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(),
                __nvvm_read_ptx_sreg_cluster_nctaid_y(),
                __nvvm_read_ptx_sreg_cluster_nctaid_z());
  }
  __device__ static unsigned num_threads() {
    return num_blocks() * details::block_size();
  }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static unsigned thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  // The same variable in the shared memory of another block of the cluster.
  template <class __T>
  __device__ static __T *map_shared_rank(__T *p, int rank) {
    return static_cast<__T *>(
        map(const_cast<void *>(static_cast<const volatile void *>(p)), rank));
  }
  __device__ static unsigned query_shared_rank(const void *p);

private:
  __device__ static void *map(void *p, int rank);
};
__device__ inline cluster_group this_cluster() { return {}; }

// Shuffles and votes of a group of lanes, given its mask and how a rank within
// it becomes a lane.
template <class Group> class lane_group : public thread_group {
  __device__ unsigned lane_of(unsigned rank) const {
    return static_cast<const Group *>(this)->lane_of_rank(rank);
  }
  __device__ unsigned rank() const {
    return static_cast<const Group *>(this)->thread_rank();
  }
  __device__ unsigned count() const {
    return static_cast<const Group *>(this)->size();
  }
  // The bits of a ballot, one for each rank.
  __device__ unsigned by_rank(unsigned lanes) const {
    unsigned bits = 0;
    for (unsigned r = 0; r < count(); ++r)
      bits |= (lanes >> lane_of(r) & 1) << r;
    return bits;
  }

public:
  using thread_group::thread_group;

  __device__ void sync() const { __syncwarp(mask); }
  template <class __T> __device__ __T shfl(__T value, int from) const {
    return __shfl_sync(mask, value, lane_of(from % count()));
  }
  template <class __T> __device__ __T shfl_up(__T value, unsigned delta) const {
    return __shfl_sync(mask, value,
                       lane_of(rank() < delta ? rank() : rank() - delta));
  }
  template <class __T>
  __device__ __T shfl_down(__T value, unsigned delta) const {
    return __shfl_sync(
        mask, value,
        lane_of(rank() + delta >= count() ? rank() : rank() + delta));
  }
  template <class __T> __device__ __T shfl_xor(__T value, unsigned bits) const {
    return __shfl_sync(mask, value, lane_of(rank() ^ bits));
  }
  __device__ int any(int pred) const { return __any_sync(mask, pred); }
  __device__ int all(int pred) const { return __all_sync(mask, pred); }
  __device__ unsigned ballot(int pred) const {
    return by_rank(__ballot_sync(mask, pred));
  }
  template <class __T> __device__ unsigned match_any(__T value) const {
    return by_rank(__match_any_sync(mask, value));
  }
  template <class __T>
  __device__ unsigned match_all(__T value, int &pred) const {
    return by_rank(__match_all_sync(mask, value, &pred));
  }
};

// An aligned tile of Size threads, a power of two; what it is a part of makes
// no difference.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_block_tile<Size, void> {};
template <unsigned Size>
class thread_block_tile<Size, void>
    : public lane_group<thread_block_tile<Size, void>> {
public:
  __device__ thread_block_tile()
      : lane_group<thread_block_tile<Size, void>>(details::tile_mask(Size)) {}
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned thread_rank() {
    return details::block_rank() % Size;
  }
  __device__ static unsigned meta_group_rank() {
    return details::block_rank() / Size;
  }
  __device__ static unsigned meta_group_size() {
    return (details::block_size() + Size - 1) / Size;
  }
  __device__ static unsigned lane_of_rank(unsigned rank) {
    return details::lane() / Size * Size + rank;
  }
};

// The lanes of a warp that run together.
class coalesced_group : public lane_group<coalesced_group> {
public:
  using lane_group<coalesced_group>::lane_group;
  __device__ unsigned meta_group_rank() const { return 0; }
  __device__ unsigned meta_group_size() const { return 1; }
  __device__ unsigned lane_of_rank(unsigned rank) const {
    return details::nth_lane(mask, rank);
  }
};
__device__ inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}
__device__ inline coalesced_group this_thread() {
  return coalesced_group(1u << details::lane());
}

template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent>
tiled_partition(const Parent &) {
  return {};
}
template <class Parent>
__device__ inline thread_group tiled_partition(const Parent &, unsigned size) {
  return thread_group(details::tile_mask(size));
}
template <class Parent>
__device__ inline coalesced_group binary_partition(const Parent &group,
                                                   bool pred) {
  unsigned active = __activemask();
  unsigned yes = __ballot_sync(active, pred);
  return coalesced_group(pred ? yes : active & ~yes);
}
template <class Parent, class Label>
__device__ inline coalesced_group labeled_partition(const Parent &,
                                                    Label label) {
  return coalesced_group(__match_any_sync(__activemask(), label));
}

// Room for a tile larger than a warp; such a tile needs none here.
template <unsigned TileCommunicationSize = 8, unsigned MaxBlockSize = 1024>
struct block_tile_memory {
  char unused[TileCommunicationSize];
};
template <unsigned __N, unsigned __M>
__device__ inline thread_block
this_thread_block(block_tile_memory<__N, __M> &) {
  return {};
}

template <class Group> __device__ inline void sync(const Group &group) {
  group.sync();
}
template <class Group>
__device__ inline auto thread_rank(const Group &group)
    -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ inline auto group_size(const Group &group)
    -> decltype(group.size()) {
  return group.size();
}
template <class Group, class __F, class... Arguments>
__device__ inline void invoke_one(const Group &group, __F &&function,
                                  Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    function(static_cast<Arguments &&>(arguments)...);
}

} // namespace cooperative_groups
