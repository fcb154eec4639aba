// A function that takes an element by reference gets its address.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__device__ void clearTwo(float &element) { (&element)[0] = (&element)[32] = 0; }
__device__ float below(const float &element) { return (&element)[32]; }

__global__ void written(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-4]]: '(&element)[32]' has values of subscript 2 outside 0 to 31
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  clearTwo(a[1][threadIdx.x]);
}

__global__ void read(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE-12]]: '(&element)[32]' has values of subscript 2 outside 0 to 31
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  out[0] = below(b[1][threadIdx.x]);
}

void launch(float *out) {
  written<<<1, dim3(32, 32)>>>(out);
  read<<<1, dim3(32, 32)>>>(out);
}
