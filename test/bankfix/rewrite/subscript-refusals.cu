// Indices that no text may have twice, where a layout needs two of them, and a
// function could not tell which is evaluated first; and those of macros.

// RUN: %bankfix --sort=source --strategy=swizzle,index-macro %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define FLAT_TRANSPOSE(array)                                                  \
  array[threadIdx.y * 32 + threadIdx.x] = 1;                                   \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x * 32 + threadIdx.y];

__device__ int counter;
__device__ int next() { return counter++; }
template <int A, int B> __device__ int affine(int x) { return A * x + B; }

__global__ void increment(float *out) {
  // CHECK: note: no fix of 'a' by swizzle: line [[#@LINE+7]]: the index in 'a[0][i++]' has a side effect
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  int i = threadIdx.x;
  while (i < 8)
    out[i] += a[0][i++];
}

__global__ void called(float *out) {
  // CHECK: note: no fix of 'b' by swizzle: line [[#@LINE+5]]: the index in 'b[next() & 31][0]' has a side effect
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  out[0] = b[next() & 31][0];
}

__global__ void ticket(float *out, int *head) {
  // CHECK: note: no fix of 'c' by swizzle: line [[#@LINE+5]]: the index in 'c[0][atomicAdd(head, 1) & 31]' has a side effect
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
  out[0] = c[0][atomicAdd(head, 1) & 31];
}

__global__ void changing(float *out) {
  // CHECK: note: no fix of 'd' by swizzle: line [[#@LINE+6]]: the index in 'd[i][0]' has a side effect
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x][threadIdx.y];
  volatile int i = threadIdx.x & 31;
  out[0] = d[i][0];
}

__global__ void nested(float *out) {
  // CHECK: note: no fix of 'f' by swizzle: line [[#@LINE+5]]: the index in 'f[0][f[0][threadIdx.x] & 31]' reads shared memory itself
  __shared__ int f[32][32];
  f[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x][threadIdx.y];
  out[0] = f[0][f[0][threadIdx.x] & 31];
}

// Through a pointer, which the index may move.
__global__ void placed(float *out) {
  // CHECK: note: no fix of 'h' by {{.*}}: line [[#@LINE+6]]: the index in 'p[(++p, i)]' has a side effect
  __shared__ float h[1024];
  h[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  float *p = h + threadIdx.y;
  int i = threadIdx.x * 31;
  out[threadIdx.x] = p[(++p, i)];
  out[i] = h[threadIdx.x * 32 + threadIdx.y];
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
  placed<<<1, block>>>(out);
  fromBody<<<1, block>>>(out);
}
