// The index macro's definition moves the lines below it. Error checks that
// print their line number do not stand in the way, and neither do lambdas and
// structs without a name, whose types are told apart by their lines.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu

#include <cuda_runtime.h>
#include <stdio.h>

#define CHECKED(call)                                                          \
  if ((call) != cudaSuccess)                                                   \
  printf("%s:%d: %s failed\n", __FILE__, __LINE__, #call)

__global__ void k(float *out) {
  // CHECK: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

__global__ void unnamed(float *out) {
  struct {
    float first, last;
  } ends = {out[0], out[31]};
  auto sum = [&ends](float x) { return ends.first + ends.last + x; };
  out[threadIdx.x] = sum(out[threadIdx.x]);
}

int main() {
  float *out;
  CHECKED(cudaMalloc(&out, 4096));
  k<<<1, dim3(32, 32)>>>(out);
  unnamed<<<1, 32>>>(out);
  CHECKED(cudaDeviceSynchronize());
}
