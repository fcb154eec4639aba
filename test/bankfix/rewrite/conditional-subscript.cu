// A subscript or a size that another build writes differently cannot be
// wrapped in one of its variants.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void subscript(float *out) {
  // CHECK: note: no fix of 'a' by index-macro: line [[#@LINE+5]]: a preprocessor directive stands inside 'a[...]'
  __shared__ float a[1024];
  int tid = threadIdx.y * 32 + threadIdx.x;
  a[tid] = 1;
  __syncthreads();
  out[tid] = a[
#ifdef BACKWARDS
      1023 - tid
#else
      threadIdx.x * 32 + threadIdx.y
#endif
  ];
}

__global__ void size(float *out) {
  // CHECK: note: no fix of 'b' by index-macro: line
  __shared__ float b[
#ifdef LARGE
      2048
#else
      1024
#endif
  ];
  int tid = threadIdx.y * 32 + threadIdx.x;
  b[tid] = 1;
  __syncthreads();
  out[tid] = b[threadIdx.x * 32 + threadIdx.y];
}

void launch(float *out) {
  subscript<<<1, dim3(32, 32)>>>(out);
  size<<<1, dim3(32, 32)>>>(out);
}
