// A tiled product that stores one tile transposed: 31 extra wavefronts for each
// of the 32 rows, per tile and block.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu
// RUN: %bankfix %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

// JSON: access {{.*}}"index": "[tx][ty]"{{.*}}"wavefronts": 1024, "ideal": 32, "excess": 992{{.*}}"per_iteration": true
// JSON: after {{.*}}"excess": 0}

__global__ void multiply(float *c, const float *a, const float *b, int width) {
  // FIXED: __shared__ float As[32][33], Bs[32][32];
  __shared__ float As[32][32], Bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, column = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int start = 0; start < width; start += 32) {
    // CHECK: :[[#@LINE+1]]:5: warning: store to 'As[tx][ty]' has 32-way bank conflicts: 1024 wavefronts per iteration where 32 suffice (1024 wavefronts x (width + 31) / 32 in all) [bankfix-shared-store]
    As[tx][ty] = a[row * width + start + tx];
    // CHECK: note: 'As[32][32] -> As[32][33]' (pad-row)
    Bs[ty][tx] = b[(start + ty) * width + column];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  // CHECK-NOT: warning:
  c[row * width + column] = sum;
}

void launch(float *c, const float *a, const float *b, int width) {
  multiply<<<dim3(width / 32, width / 32), dim3(32, 32)>>>(c, a, b, width);
}
