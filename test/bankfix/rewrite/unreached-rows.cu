// What no likely launch reaches shows nothing: rows may be left there on
// purpose.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.notes
// RUN: diff %s %t.cu

// CHECK: no fix of 'walked' by pad-row: line [[#@LINE+7]]: 'walked[1][y * 24 + x]' is not proved to keep subscript 2 within 0 to 31 for every block size
__global__ void walks(float *out) {
  __shared__ float walked[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  walked[y][x] = out[y * 32 + x];
  __syncthreads();
  if (blockDim.x == 24)
    out[y * 32 + x] = walked[1][y * 24 + x];
  else
    out[y * 32 + x] = walked[x][y];
}

// Nor does a number that is only likely.
// CHECK: no fix of 'given' by pad-row: line [[#@LINE+7]]: 'given[1][y * 24 + x]'
__global__ void gets(float *out, int side) {
  __shared__ float given[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  given[y][x] = out[y * 32 + x];
  __syncthreads();
  if (side == 24)
    out[y * 32 + x] = given[1][y * 24 + x];
  else
    out[y * 32 + x] = given[x][y];
}

void run(float *out, int side) {
  walks<<<1, dim3(side, side)>>>(out);
  gets<<<1, dim3(side, side)>>>(out, side);
}
