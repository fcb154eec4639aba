// Clusters of blocks, grids that start early, and copies of tiles.

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) exchange(float *out) {
  namespace cg = cooperative_groups;
  __shared__ float s[128];
  cg::cluster_group cluster = cg::this_cluster();
  cudaGridDependencySynchronize();
  s[threadIdx.x] = out[threadIdx.x];
  cluster.sync();
  out[threadIdx.x] =
      *cluster.map_shared_rank(&s[threadIdx.x], cluster.block_rank() ^ 1);
  cudaTriggerProgrammaticLaunchCompletion();
}

CUresult encode(CUtensorMap *map, void *address) {
  const cuuint64_t dims[2] = {64, 64}, strides[1] = {128};
  const cuuint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  return cuTensorMapEncodeTiled(
      map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, address, dims, strides, box,
      steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

int clusterSize(float *out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 128;
  int size = 0, clusters = 0;
  cudaOccupancyMaxPotentialClusterSize(&size, exchange, &config);
  cudaOccupancyMaxActiveClusters(&clusters, exchange, &config);
  return size * clusters;
}
