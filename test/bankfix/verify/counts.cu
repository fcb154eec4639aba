// What runs count, by kind of access; %validate: the JSON keeps its schema.
// RUN: %bankfix verify --format=json %s > %t
// RUN: %validate < %t
// RUN: %json-lines < %t | %FileCheck %s
#include <cooperative_groups.h>

// A column: 32 requests, 1024 wavefronts.
// CHECK: kernel {"name": "column"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+7]], {{.*}}"op": "store", {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32
// CHECK: access {"line": [[#@LINE+10]], "column": 44, "array": "tile", "op": "load", {{.*}}"requests": 32, "wavefronts": 1024, "ideal": 32, {{.*}}"wavefronts_least": 1024
// CHECK: after {
// CHECK: access {{.*}}"op": "load", {{.*}}"wavefronts": 32, "ideal": 32
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(threadIdx.y + j) * 32 + threadIdx.x] +=
                                           tile[threadIdx.x][threadIdx.y + j];
}

// Half of the lanes in each of 8 iterations.
// CHECK: kernel {"name": "alternating"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+6]], {{.*}}"requests": 8, "wavefronts": 8, "ideal": 8, {{.*}}"lanes_active": 0.5
__global__ void alternating(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    if (((t >> 1) + i) & 1)
      s[t] = i;
  out[t] = s[t];
}

// CHECK: kernel {"name": "sized", "instance": "<double, 64>"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"bytes": 8, {{.*}}"requests": 2, "wavefronts": 4, "ideal": 4
template <class T, int N> __global__ void sized(T *out) {
  __shared__ T s[N];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

// CHECK: kernel {"name": "dynamic"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "bytes", {{.*}}"wavefronts": 2, "ideal": 1
extern __shared__ float bytes[];
__global__ void dynamic(float *out) {
  bytes[2 * threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = bytes[2 * threadIdx.x] + 1;
}

// CHECK: kernel {"name": "atomics"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+6]], {{.*}}"op": "atomic", {{.*}}"wavefronts": 32, "ideal": 1, "excess": 0, "serialization": 31
// CHECK: access {"line": [[#@LINE+6]], {{.*}}"op": "atomic", {{.*}}"wavefronts": 32, "ideal": 1, "excess": 31, "serialization": 0
__global__ void atomics(int *out) {
  __shared__ int bins[1024];
  bins[32 * threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[0], 1);
  atomicAdd(&bins[32 * threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = bins[32 * threadIdx.x];
}

// Quarters of a warp, and one element of each vector.
// CHECK: kernel {"name": "vectors"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+5]], {{.*}}"bytes": 16, {{.*}}"wavefronts": 4, "ideal": 4
// CHECK: access {"line": [[#@LINE+5]], {{.*}}"bytes": 4, {{.*}}"wavefronts": 4, "ideal": 1
// CHECK: access {"line": [[#@LINE+7]], {{.*}}"bytes": 16, {{.*}}"wavefronts": 4, "ideal": 4
__global__ void vectors(float4 *out) {
  __shared__ float4 v[64];
  v[threadIdx.x] = out[threadIdx.x];
  v[threadIdx.x].y += 1;
  __syncthreads();
  out[threadIdx.x] =
      v[threadIdx.x];
}

// A struct without the alignment for one access is copied word by word.
struct Triple {
  float a, b, c;
};
// CHECK: kernel {"name": "structs"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"bytes": 4, {{.*}}"requests": 3, "wavefronts": 3, "ideal": 3
__global__ void structs(Triple *out) {
  __shared__ Triple s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

// Warp primitives; the results are the same in any order of threads.
// CHECK: kernel {"name": "primitives"
// CHECK-SAME: "racy": false, "ran": true
__global__ void primitives(unsigned *out, int n) {
  __shared__ unsigned sums[8];
  auto block = cooperative_groups::this_thread_block();
  auto tile = cooperative_groups::tiled_partition<16>(block);
  unsigned v = out[threadIdx.x];
  for (int d = 16; d; d /= 2)
    v += __shfl_xor_sync(0xffffffff, v, d);
  v += tile.shfl_down(v, 1) + __ballot_sync(0xffffffff, v & 1) +
       __match_any_sync(0xffffffff, v % 3) + __reduce_add_sync(0xffffffff, v);
  if (threadIdx.x % 2)
    v += __popc(__activemask());
  v += __syncthreads_count(v & 2);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = v;
  block.sync();
  out[threadIdx.x] = sums[threadIdx.x / 32 ^ 1] + n;
}

int main() {
  column<<<1, dim3(32, 8)>>>(nullptr);
  alternating<<<1, 32>>>(nullptr);
  sized<double, 64><<<1, 64>>>(nullptr);
  dynamic<<<1, 32, 256>>>(nullptr);
  atomics<<<1, 32>>>(nullptr);
  vectors<<<1, 32>>>(nullptr);
  structs<<<1, 32>>>(nullptr);
  primitives<<<1, 64>>>(nullptr, 3);
}
