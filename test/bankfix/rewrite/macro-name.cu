// The index macro's name must mean nothing else in the file.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

// RUN: sed -e 's/^#define BANKFIX_PAD32/#define OTHER/' %s > %t.header.cu
// RUN: %bankfix --strategy=pad-row,index-macro -DBANKFIX_PAD32=7 %t.header.cu -o %t.defined.cu > %t.log 2>&1
// RUN: %clang-device -DBANKFIX_PAD32=7 %t.defined.cu
// RUN: %bankfix check -DBANKFIX_PAD32=7 %t.defined.cu

// CHECK:      #ifndef BANKFIX_PAD32_2
// CHECK-NEXT: #define BANKFIX_PAD32_2(i) ((i) + ((i) >> 5))
// CHECK-NEXT: #endif

#define BANKFIX_PAD32 7

__global__ void k(float *out) {
  // CHECK: float s[BANKFIX_PAD32_2(1024)];
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32_2(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
