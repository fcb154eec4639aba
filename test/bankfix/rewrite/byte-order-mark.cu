// A byte order mark stays first.

// RUN: sed -e '1s/^/\xef\xbb\xbf/' %s > %t.bom.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.bom.cu -o %t.out.cu > %t.log 2>&1
// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.plain.cu > %t.log 2>&1
// RUN: sed -e '1s/^/\xef\xbb\xbf/' %t.plain.cu | cmp - %t.out.cu
// RUN: %code %t.out.cu | FileCheck %s

__global__ void k(float *out) {
  // CHECK: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
