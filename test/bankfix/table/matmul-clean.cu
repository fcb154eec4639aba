// A tiled product reads one tile by broadcast and the other with unit stride:
// nothing to report, and the file stays as it is, byte for byte.

// RUN: %exits 0 %bankfix check %s > %t.80 2>&1
// RUN: not grep warning: %t.80
// RUN: %exits 0 %bankfix check --target=sm_10 %s > %t.10 2>&1
// RUN: not grep warning: %t.10
// RUN: %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix check --target=sm_10 --format=json %s | %json-lines | FileCheck %s --check-prefix=HALF
// RUN: %bankfix %s -o %t.cu && cmp %s %t.cu
// RUN: %bankfix --target=sm_10 %s -o %t.cu && cmp %s %t.cu
// RUN: %exits 0 %bankfix --diff %s | count 0

// Per iteration of the outer loop, whose trip count is not known: 8 warps store
// two tiles and load 16 words of each.
// CHECK: totals {"wavefronts": 272, "ideal": 272, "excess": 0}
// HALF: totals {"wavefronts": 544, "ideal": 544, "excess": 0}

#define BLOCK 16

__global__ void multiply(float *c, const float *a, const float *b, int width) {
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * BLOCK + ty, column = blockIdx.x * BLOCK + tx;
  float sum = 0;
  for (int start = 0; start < width; start += BLOCK) {
    As[ty][tx] = a[row * width + start + tx];
    Bs[ty][tx] = b[(start + ty) * width + column];
    __syncthreads();
    for (int k = 0; k < BLOCK; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  c[row * width + column] = sum;
}

void launch(float *c, const float *a, const float *b, int width) {
  dim3 threads(BLOCK, BLOCK);
  multiply<<<dim3(width / BLOCK, width / BLOCK), threads>>>(c, a, b, width);
}
