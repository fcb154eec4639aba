// Original and fix run in each build that the preprocessor allows; one that the
// fix does not admit is said to be refused.

// RUN: %bankfix verify --all-configurations %s > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %exits 1 %bankfix verify --all-configurations --against=%S/Inputs/all-configurations.cu %s > %t.other
// RUN: FileCheck %s --check-prefix=OTHER < %t.other
// RUN: %bankfix verify --against=%S/Inputs/all-configurations.cu %s

// CHECK: all-configurations.cu:[[#LINE:]]:17: note: 'tr', blocks of 32x32 threads: 992 excess wavefronts counted before, 0 after; the same results
// CHECK: all-configurations.cu (-DTILE=16):[[#LINE]]:17: note: 'tr', blocks of 16x16 threads: 56 excess wavefronts counted before, 16 after; the same results
// OTHER: all-configurations.cu (-DTILE=16):{{[0-9]+}}:3: error: the fix changes what 'tr' computes
#ifndef TILE
#define TILE 32
#endif
__global__ void tr(float *out, const float *in, int n) {
  __shared__ float t[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  t[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[x * n + y] = t[threadIdx.x][threadIdx.y];
}
void run(float *o, float *i, int n) {
  tr<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(o, i, n);
}
