// Cooperative groups: blocks, tiles, coalesced lanes and the grid; groups as
// parameters; collectives.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int sum(const cg::thread_group &group, int *shared, int value) {
  for (int i = group.size() / 2; i > 0; i /= 2) {
    shared[group.thread_rank()] = value;
    group.sync();
    if (group.thread_rank() < i)
      value += shared[group.thread_rank() + i];
    group.sync();
  }
  return value;
}

template <class Group> __device__ int shuffled(Group group, int value) {
  for (int i = group.num_threads() / 2; i > 0; i /= 2)
    value += group.shfl_down(value, i);
  return value;
}

__device__ int first_of(cg::thread_block_tile<32> tile, int value) {
  return tile.shfl(value, 0);
}

__global__ void groups(int *out, const int *in) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  cg::thread_group half = cg::tiled_partition(block, 16);
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  int x = block.group_index().x * block.group_dim().x + block.thread_index().x;
  out[x] = sum(block, s, 1) + sum(warp, s, 2) + sum(half, s, 3) +
           shuffled(warp, 4) + shuffled(quad, 5) + first_of(warp, 6);
  out[x] += cg::reduce(warp, s[x], cg::plus<int>()) +
            cg::exclusive_scan(quad, s[x]) + quad.any(x) +
            warp.meta_group_rank();
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0)
    atomicAdd(out, active.size());
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  cg::sync(grid);
  out[grid.thread_rank()] = grid.size() + grid.num_blocks();
}

int main() {
  int *out = nullptr;
  const int *in = nullptr;
  void *arguments[] = {&out, &in};
  cudaLaunchCooperativeKernel((void *)groups, dim3(2), dim3(256), arguments);
}
