// A pointer to a row of which nothing but the first element is used is one to a
// row all the same: what is accessed through it is written with the array.

// RUN: %bankfix --objective=wavefronts --strategy=swizzle --cuda-headers=builtin %s -o %t.cu
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu

__global__ void heads(float *out) {
  __shared__ float h[32][32];
  float *row = h[threadIdx.x];
  // CHECK: (&h[0][0])[BANKFIX_SWIZZLE_5_31((int)(row - h[0]) + (0))] = out[threadIdx.x];
  row[0] = out[threadIdx.x];
  __syncthreads();
  // CHECK: out[threadIdx.x] = h[threadIdx.x][BANKFIX_XOR(0, threadIdx.x)];
  out[threadIdx.x] = h[threadIdx.x][0];
}

void run(float *a) { heads<<<1, 32>>>(a); }
