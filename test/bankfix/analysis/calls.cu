// Functions, methods, lambdas and switches are followed; an access in a
// function is counted at its own line, for all calls together.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ float sum(const float *row, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += row[i];
  return s;
}
// CHECK-DAG: "line": 12, {{.*}}"array": "tile", {{.*}}"index": "row[i]", {{.*}}"requests": 32, "wavefronts": 1024,

__device__ int flat(int row, int column) {
  if (row > 3)
    return row * 33 + column;
  return row * 32 + column;
}

__device__ void next(int &index) { index += 2; }

__device__ int twice(int i) { return 2 * i; }

// What a function returns a reference to may need another call.
__device__ float &element(float *data, int i) { return data[twice(i)]; }

struct Columns {
  float *data;
  int pitch;
  __device__ Columns(float *data, int pitch) : data(data), pitch(pitch) {}
  __device__ float &at(int r, int c) { return data[r * pitch + c]; }
};

__global__ void calls(float *out) {
  __shared__ float tile[32][32], line[2048];
  out[0] = sum(tile[threadIdx.x], 32);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[flat(4, threadIdx.x * 2)]", {{.*}}"requests": 1, "wavefronts": 2,
  line[flat(4, threadIdx.x * 2)] = 1;
  int i = threadIdx.x * 2;
  next(i);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[i]", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  line[i] = 1;
  Columns columns(tile[0], 32);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "columns.at(threadIdx.x, 0)", {{.*}}"requests": 1, "wavefronts": 32,
  columns.at(threadIdx.x, 0) = 2;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[at * 4]", {{.*}}"requests": 1, "wavefronts": 4,
  auto store = [&](int at) { line[at * 4] = 3; };
  store(threadIdx.x);
  switch (threadIdx.x & 3) {
  case 0:
    // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[threadIdx.x * 8]", {{.*}}"requests": 1, "wavefronts": 8,
    line[threadIdx.x * 8] = 1;
    break;
  case 1:
  case 2:
    i = 7;
    // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"index": "[threadIdx.x + 32]", {{.*}}"requests": 1, "wavefronts": 1, {{.*}}"lanes_active": 0.75,
  default:
    line[threadIdx.x + 32] = 2;
  }
}

__global__ void returned(float *out) {
  __shared__ float tile[64], line[128];
  auto doubled = [](int i) { return twice(i); };
  auto at = [&](int i) -> float & { return line[doubled(i) + twice(i)]; };
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"index": "element(tile, threadIdx.x)", {{.*}}"requests": 1, "wavefronts": 2,
  element(tile, threadIdx.x) = out[threadIdx.x];
  // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"op": "load", {{.*}}"index": "element(tile, 31 - threadIdx.x)", {{.*}}"requests": 1, "wavefronts": 2,
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"index": "at(threadIdx.x)", {{.*}}"requests": 1, "wavefronts": 4,
  at(threadIdx.x) = element(tile, 31 - threadIdx.x);
}

__global__ void groups(float *out) {
  extern __shared__ float data[];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  unsigned rank = block.thread_rank();
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[rank * 2]", {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4,
  data[rank * 2] = 1;
  cg::sync(block);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"index": "[tile.thread_rank() * 32 + tile.meta_group_rank()]", {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 16,
  data[tile.thread_rank() * 32 + tile.meta_group_rank()] = 1;
}

void launch(float *out) {
  calls<<<1, 32>>>(out);
  groups<<<1, 64, 4096>>>(out);
  returned<<<1, 32>>>(out);
}
