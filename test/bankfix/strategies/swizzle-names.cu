// What swizzles differ in shows in the names of their macros: a file may need
// several.

// RUN: %bankfix --objective=wavefronts --strategy=swizzle --block-dim=columns=32 --block-dim=rows=256 %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: not grep 'proof failed' %t.log
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --strategy=swizzle --block-dim=columns=32 --block-dim=rows=256 %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// CHECK-DAG: #define BANKFIX_XOR_1(c, r) ((c) ^ ((r) >> 1))
// CHECK-DAG: #define BANKFIX_XOR_0W_1W(c, r) ((c) ^ (r) ^ ((r) >> 1))

// Columns: two rows of the same parity are in the same banks.
__global__ void __launch_bounds__(32) columns(unsigned *out) {
  __shared__ unsigned tile[32][16];
  for (int i = threadIdx.x; i < 512; i += 32)
    // CHECK: tile[i / 16][BANKFIX_XOR_1(i % 16, i / 16)] = i;
    tile[i / 16][i % 16] = i;
  __syncthreads();
  unsigned sum = 0;
  for (int j = 0; j < 4; ++j)
    // CHECK: tile[threadIdx.x][BANKFIX_XOR_1(threadIdx.y + j, threadIdx.x)];
    sum = sum * 31 + tile[threadIdx.x][threadIdx.y + j];
  // CHECK: tile[threadIdx.x][BANKFIX_XOR_1(threadIdx.x & 15, threadIdx.x)];
  out[threadIdx.x] = sum + tile[threadIdx.x][threadIdx.x & 15];
}

// Every eighth row.
__global__ void __launch_bounds__(256) rows(double *out) {
  __shared__ double tile[32][32];
  // CHECK: tile[r][BANKFIX_XOR_0W_1W(c, r)] = c;
  for (int r = threadIdx.x / 32; r < 32; r += 8)
    for (int c = threadIdx.x % 32; c < 32; c += 32)
      tile[r][c] = c;
  __syncthreads();
  // CHECK: tile[8 * threadIdx.x & 31][BANKFIX_XOR_0W_1W(2, 8 * threadIdx.x & 31)]
  out[threadIdx.x] = tile[8 * threadIdx.x & 31][2] + tile[threadIdx.x & 31][2];
}
