// Where the last line whose number is a value comes before the first use of a
// macro, the macro is defined between them.

// RUN: %bankfix trace %s > %t.before 2> %t.log
// RUN: %bankfix --strategy=index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix trace %t.cu > %t.after 2> %t.log
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s --check-prefix=OUT < %t.before

#include <cstdio>

__device__ int number() { return __LINE__; }

// CHECK: int number()
// CHECK: #define BANKFIX_PAD32
// CHECK: __global__ void k
__global__ void k(float *out) {
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = number();
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x * 32 + threadIdx.y] = s[threadIdx.x * 32 + threadIdx.y];
}

int main() {
  float *out, first;
  cudaMalloc(&out, 4096);
  k<<<1, dim3(32, 32)>>>(out);
  cudaMemcpy(&first, out, sizeof(first), cudaMemcpyDeviceToHost);
  // OUT: {{^}}13{{$}}
  printf("%g\n", first);
}
