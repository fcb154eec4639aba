// swap-dims: store an array transposed whose accesses all run down its columns.

// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose --strategy=swap-dims %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --verbose --strategy=swap-dims %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --verbose --strategy=swap-dims %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

#define PARTS 4

__global__ void parts(float *out) {
  // FIXED: float sums[PARTS][32];
  __shared__ float sums[32][PARTS];
  for (int k = 0; k < PARTS; ++k)
    // FIXED: sums[k][threadIdx.x] = out[k];
    sums[threadIdx.x][k] = out[k];
  __syncthreads();
  for (int k = threadIdx.y; k < PARTS; ++k)
    // CHECK: warning: load of 'sums[threadIdx.x ^ 1][k]' has 4-way bank conflicts: 40 wavefronts where 10 suffice
    // FIXED: += sums[k][threadIdx.x ^ 1];
    out[threadIdx.x] += sums[threadIdx.x ^ 1][k];
  // CHECK: note: 'sums[32][4] -> sums[4][32], subscripts swapped' (swap-dims) leaves
}

// Of three dimensions, as few as do.
__global__ void planes(float *out) {
  // FIXED: float cube[2][8][33];
  __shared__ float cube[2][33][8];
  // FIXED: cube[1][threadIdx.y % 8][threadIdx.x + 1] = 1;
  cube[1][threadIdx.x + 1][threadIdx.y % 8] = 1;
}

// Both subscripts are variables that are met here first.
__global__ void variables(float *out) {
  // FIXED: float v[4][32];
  __shared__ float v[32][4];
  for (int r = threadIdx.x; r < 32; r += 32)
    for (int c = threadIdx.y; c < 4; c += 32)
      // FIXED: v[c][r] = out[r];
      v[r][c] = out[r];
}

// Refused: rows and columns.
__global__ void both(float *out) {
  // FIXED: float tile[32][32];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: no fix of 'tile' by swap-dims: no such layout lowers its wavefronts
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__device__ float cell(float (*rows)[4], int r, int c) { return rows[r][c]; }

// Refused: the type of a pointer to rows has no place for the first size.
__global__ void pointedTo(float *out) {
  // FIXED: float sums[32][4];
  __shared__ float sums[32][4];
  // CHECK: note: no fix of 'sums' by swap-dims: a pointer to its rows is declared with no other size that could be swapped
  sums[threadIdx.x][0] = 1;
  __syncthreads();
  out[threadIdx.x] = cell(sums, threadIdx.x, 1);
}

// Refused: there is nothing to swap.
__global__ void flat(float *out) {
  __shared__ float line[1024];
  // CHECK: note: no fix of 'line' by swap-dims: it has no second dimension to swap with
  line[threadIdx.x * 32 + threadIdx.y] = 1;
}

void launch(float *out) {
  parts<<<1, dim3(32, 4)>>>(out);
  planes<<<1, dim3(32, 32)>>>(out);
  variables<<<1, dim3(32, 32)>>>(out);
  both<<<1, dim3(32, 32)>>>(out);
  flat<<<1, dim3(32, 32)>>>(out);
  pointedTo<<<1, 32>>>(out);
}
