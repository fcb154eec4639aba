// The index macro, too, goes around the subscripts of the planned array only.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu

// CHECK: float s[1024];
float s[1024];

__global__ void k(float *out) {
  // CHECK: __shared__ float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  // CHECK: s[BANKFIX_PAD32(threadIdx.y * 32 + threadIdx.x)] = 1;
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
  for (int s = 0; s < 4; ++s)
    // CHECK: out[s] += s;
    out[s] += s;
  {
    float *s = out;
    // CHECK: s[threadIdx.x * 32] += 1;
    s[threadIdx.x * 32] += 1;
  }
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
