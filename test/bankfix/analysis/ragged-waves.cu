// Waves follow the linear thread number, whatever the block's shape.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

// 24 threads a row: a warp begins in one row and ends in the next.
__global__ void narrow(float *out) {
  // CHECK: kernel {"name": "narrow", {{.*}}"block": [24, 4, 1]
  __shared__ float a[4][32];
  // Rows are 32 words apart: the 8 lanes of the second row meet the first.
  // CHECK: "requests": 3, "wavefronts": 6, "ideal": 3, "excess": 3, {{.*}}"lanes_active": 1,
  a[threadIdx.y][threadIdx.x] = 0;
}

// The last of two warps has 8 lanes.
__global__ void ragged(float *out) {
  // CHECK: kernel {"name": "ragged", {{.*}}"block": [40, 1, 1]
  __shared__ float b[2048];
  // CHECK: "requests": 2, "wavefronts": 40, "ideal": 2, "excess": 38, {{.*}}"lanes_active": 0.625
  b[threadIdx.x * 32] = 0;
}

__global__ void cube(float *out) {
  // CHECK: kernel {"name": "cube", {{.*}}"block": [4, 4, 4]
  __shared__ float c[4][4][32];
  // 8 rows of the array, each with 4 lanes in the same four banks.
  // CHECK: "requests": 2, "wavefronts": 16, "ideal": 2
  c[threadIdx.z][threadIdx.y][threadIdx.x] = 0;
}

void launch(float *out) {
  narrow<<<1, dim3(24, 4)>>>(out);
  ragged<<<1, 40>>>(out);
  cube<<<1, dim3(4, 4, 4)>>>(out);
}
