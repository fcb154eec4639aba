// Nor may it get another meaning in another build.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %clang-device -DOWN_PAD %t.cu

#ifdef OWN_PAD
#define BANKFIX_PAD32(i) 0
#endif

__global__ void k(float *out) {
  // CHECK: float s[BANKFIX_PAD32_2(1024)];
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
