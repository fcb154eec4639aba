// A macro's argument that is an index of the array and something else, too: the
// macro's body is edited, where the index is written.

// RUN: %bankfix --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro %s | FileCheck %s --check-prefix=SAME

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// CHECK: #define BOTH(i) (a[BANKFIX_PAD32(i)] + other[i])
#define BOTH(i) (a[i] + other[i])
// CHECK: #define LOGGED(i) (out[(i) + 2048] = 1, b[BANKFIX_PAD32(i)])
#define LOGGED(i) (out[(i) + 2048] = 1, b[i])
// CHECK: #define SCALED(i) c[BANKFIX_PAD32((i) * 2)]
#define SCALED(i) c[(i) * 2]

__global__ void twoArrays(float *out) {
  // CHECK: float a[BANKFIX_PAD32(1024)], other[1024];
  __shared__ float a[1024], other[1024];
  a[threadIdx.y * 32 + threadIdx.x] = 1;
  if (threadIdx.y == 0)
    other[threadIdx.x] = 2;
  __syncthreads();
  // CHECK: BOTH(threadIdx.x);
  out[threadIdx.y * blockDim.x + threadIdx.x] = a[threadIdx.x * 32 + threadIdx.y] + BOTH(threadIdx.x);
}

__global__ void value(float *out) {
  __shared__ float b[1024];
  b[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: LOGGED(threadIdx.x);
  out[threadIdx.y * blockDim.x + threadIdx.x] = b[threadIdx.x * 32 + threadIdx.y] + LOGGED(threadIdx.x);
}

__global__ void scaled(float *out) {
  __shared__ float c[1024];
  c[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: SCALED(threadIdx.x);
  out[threadIdx.y * blockDim.x + threadIdx.x] = c[threadIdx.x * 32 + threadIdx.y] + SCALED(threadIdx.x);
}

void launch(float *out) {
  dim3 block(32, 32);
  twoArrays<<<1, block>>>(out);
  value<<<1, block>>>(out);
  scaled<<<1, block>>>(out);
}
