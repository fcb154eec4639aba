// A whole program: its kernel's accesses by line, summed over all blocks; the
// rewritten source runs as well.
//
// RUN: %exits 0 %bankfix trace %s > %t.out 2> %t.report
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s < %t.report
// RUN: %bankfix trace --format=json --output=%t.json %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: count 0 < %t.err
// RUN: %validate < %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
//
// RUN: %bankfix %s -o %t.fixed.cu > %t.log
// RUN: %exits 0 %bankfix trace %t.fixed.cu > %t.out 2> %t.report
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=FIXED < %t.report
//
// Some of the blocks counted: the others run, too.
// RUN: %bankfix trace --trace-blocks=3 %s > %t.out 2> %t.report
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=SOME < %t.report
// RUN: %bankfix trace --kernel=nothing %s 2>&1 | FileCheck %s --check-prefix=NONE
#include <cstdio>
#include <vector>

constexpr int N = 128;

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * N + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  std::vector<float> in(N * N), out(N * N);
  for (int i = 0; i < N * N; ++i)
    in[i] = float(i);
  float *from, *to;
  cudaMalloc(&from, N * N * sizeof(float));
  cudaMalloc(&to, N * N * sizeof(float));
  cudaMemcpy(from, in.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
  for (int run = 0; run < 2; ++run)
    transpose<<<dim3(N / 32, N / 32), dim3(32, 8)>>>(to, from);
  cudaMemcpy(out.data(), to, N * N * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < N; ++y)
    for (int x = 0; x < N; ++x)
      wrong += out[x * N + y] != in[y * N + x];
  printf("%d wrong\n", wrong);
  return wrong != 0;
}

// OUT: {{^}}0 wrong
// 2 launches of 16 blocks of 8 warps, 4 times each: 1024 requests.
// CHECK: transpose.cu:28: transpose: 2 launches, 32 blocks (blocks of 32x8 threads){{$}}
// CHECK: 32:{{[0-9]+}} store tile 4 1024 1024 1024 1.00 1.00 1.00 100%
// CHECK: 36:{{[0-9]+}} load tile 4 1024 32768 1024 32.00 32.00 32.00 100%
// CHECK: total 33792 2048

// FIXED: transpose: 2 launches, 32 blocks
// FIXED: 32:{{[0-9]+}} store tile 4 1024 1024 1024 1.00 1.00 1.00 100%
// FIXED: 36:{{[0-9]+}} load tile 4 1024 1024 1024 1.00 1.00 1.00 100%

// SOME: transpose: 2 launches, 32 blocks (blocks of 32x8 threads); counted: 3 of them
// SOME: store tile 4 96 96 96

// NONE: 0 wrong
// NONE-NOT: transpose

// JSON: "path": "{{.*}}transpose.cu"
// JSON: "name": "transpose"
// JSON: "block_from": "launch"
// JSON: "array": "tile"
// JSON: "op": "store"
// JSON: "requests": 1024
// JSON: "op": "load"
// JSON: "wavefronts": 32768
// JSON: "excess": 31744
// JSON: "lanes_active": 1
// JSON: "launches": 2
// JSON: "blocks": 32
// JSON: "blocks_traced": 32
