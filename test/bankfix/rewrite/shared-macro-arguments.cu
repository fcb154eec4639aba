// A macro's argument that is an index of the array and something else, too,
// cannot be wrapped.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define BOTH(i) (a[i] + other[i])
#define LOGGED(i) (out[0] = (i), b[i])
#define SCALED(i) c[(i) * 2]

__global__ void twoArrays(float *out) {
  // CHECK: note: no fix of 'a' by index-macro:
  __shared__ float a[1024], other[1024];
  a[threadIdx.y * 32 + threadIdx.x] = other[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 32 + threadIdx.y] + BOTH(threadIdx.x);
}

__global__ void value(float *out) {
  // CHECK: note: no fix of 'b' by index-macro:
  __shared__ float b[1024];
  b[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x * 32 + threadIdx.y] + LOGGED(threadIdx.x);
}

__global__ void scaled(float *out) {
  // CHECK: note: no fix of 'c' by index-macro:
  __shared__ float c[1024];
  c[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x * 32 + threadIdx.y] + SCALED(threadIdx.x);
}

void launch(float *out) {
  dim3 block(32, 32);
  twoArrays<<<1, block>>>(out);
  value<<<1, block>>>(out);
  scaled<<<1, block>>>(out);
}
