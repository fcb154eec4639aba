// Indices that a macro cannot hold, or that it would evaluate twice.

// RUN: %bankfix --sort=source %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define FLAT_TRANSPOSE(array)                                                  \
  array[threadIdx.y * 32 + threadIdx.x] = 1;                                   \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x * 32 + threadIdx.y];

__device__ int counter;
__device__ int next() { return counter++; }
template <int A, int B> __device__ int affine(int x) { return A * x + B; }

__global__ void increment(float *out) {
  // CHECK: note: no fix of 'a' by index-macro: line [[#@LINE+7]]: the index in 'a[i++]' has a side effect
  __shared__ float a[1024];
  a[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 32 + threadIdx.y];
  int i = threadIdx.x;
  while (i < 8)
    out[i] += a[i++];
}

__global__ void called(float *out) {
  // CHECK: note: no fix of 'b' by index-macro: line [[#@LINE+5]]: the index in 'b[next() & 1023]' has a side effect
  __shared__ float b[1024];
  b[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x * 32 + threadIdx.y];
  out[0] = b[next() & 1023];
}

__global__ void ticket(float *out, int *head) {
  // CHECK: note: no fix of 'c' by index-macro: line [[#@LINE+5]]: the index in 'c[atomicAdd(head, 1) & 1023]' has a side effect
  __shared__ float c[1024];
  c[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x * 32 + threadIdx.y];
  out[0] = c[atomicAdd(head, 1) & 1023];
}

__global__ void changing(float *out) {
  // CHECK: note: no fix of 'd' by index-macro: line [[#@LINE+6]]:
  __shared__ float d[1024];
  d[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x * 32 + threadIdx.y];
  volatile int i = threadIdx.x;
  out[0] = d[i];
}

__global__ void nested(float *out) {
  // CHECK: note: no fix of 'f' by index-macro: line [[#@LINE+5]]: the index in 'f[f[threadIdx.x] & 1023]' reads shared memory itself
  __shared__ int f[1024];
  f[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x * 32 + threadIdx.y];
  out[0] = f[f[threadIdx.x] & 1023];
}

__global__ void fromBody(float *out) {
  // CHECK: note: no fix of 'g' by index-macro: line [[#@LINE+4]]: the access comes from the body of the macro 'FLAT_TRANSPOSE'
  // CHECK-NOT: no fix of 'g' by index-macro
  __shared__ float g[1024];
  FLAT_TRANSPOSE(g)
  FLAT_TRANSPOSE(out)
}

// CHECK-NOT: warning:

void launch(float *out, int *head) {
  dim3 block(32, 32);
  increment<<<1, block>>>(out);
  called<<<1, block>>>(out);
  ticket<<<1, block>>>(out, head);
  changing<<<1, block>>>(out);
  nested<<<1, block>>>(out);
  fromBody<<<1, block>>>(out);
}
