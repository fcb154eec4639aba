// Type traits tell an array's dimensions, too.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void same(float *out) {
  // CHECK: note: no fix of 'a' by pad-row:
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  out[0] = __is_same(decltype(a), float[32][32]);
}

__global__ void extent(float *out) {
  // CHECK: note: no fix of 'b' by pad-row:
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  out[0] = __array_extent(decltype(b), 1);
}

void launch(float *out) {
  same<<<1, dim3(32, 32)>>>(out);
  extent<<<1, dim3(32, 32)>>>(out);
}
