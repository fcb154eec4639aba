// Arrays that are passed to functions: the functions' parameters and accesses
// change along, where every call passes the start of an array.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED: #define BANKFIX_PAD32(i)

// FIXED: __device__ float column(const float (*rows)[33], int x);
__device__ float column(const float (*rows)[32], int x);
// FIXED: __device__ float open(float rows[][33]) {
__device__ float open(float rows[][32]) { return rows[threadIdx.x][threadIdx.y]; }
// FIXED: __device__ float whole(float (&rows)[32][33]) {
__device__ float whole(float (&rows)[32][32]) { return rows[threadIdx.x][threadIdx.y]; }
// A row or an element has no size of its own.
__device__ float inRow(const float *row) { return row[threadIdx.y]; }
__device__ void increase(float &element) { element += 1; }

__global__ void tiles(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  increase(tile[threadIdx.y][threadIdx.x]);
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = column(tile, threadIdx.x) + open(tile) + whole(tile) + inRow(tile[threadIdx.x]);
}

// FIXED: __device__ float column(const float (*rows)[33], int x) {
__device__ float column(const float (*rows)[32], int x) {
  return rows[x][threadIdx.y];
}

// Index macros in functions; two arrays of two kernels are one group.
__device__ float at(const float *values, int i) {
  // FIXED: return values[BANKFIX_PAD32(i)];
  return values[i];
}
__device__ void put(float *values, int i, float to) {
  // FIXED: values[BANKFIX_PAD32(i)] = to;
  values[i] = to;
}
__device__ void exchange(float &a, float &b) {
  float c = a;
  a = b;
  b = c;
}

__global__ void first(float *out) {
  // FIXED: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  put(s, threadIdx.y * 32 + threadIdx.x, 1);
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = at(s, threadIdx.x * 32 + threadIdx.y);
}

__global__ void second(float *out) {
  // FIXED: float t[BANKFIX_PAD32(2048)];
  __shared__ float t[2048];
  put(t, threadIdx.x, 1);
  put(t, threadIdx.x + 1024, 1);
  __syncthreads();
  // FIXED: exchange(t[BANKFIX_PAD32(2 * threadIdx.x)], t[BANKFIX_PAD32(2 * threadIdx.x + 1)]);
  exchange(t[2 * threadIdx.x], t[2 * threadIdx.x + 1]);
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = at(t, threadIdx.x);
}

// Refused: the same function gets other memory, too.
__device__ float any(const float *values, int i) { return values[i]; }
__global__ void mixed(float *out) {
  // CHECK: note: no fix of 'm' by index-macro: line [[#@LINE-2]]: 'values[i]' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  __shared__ float m[1024];
  m[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = any(m, threadIdx.x * 32 + threadIdx.y) + any(out, 3);
}

// Not at the start: the function gets that, too.
// FIXED: float behind(const float *values_base, const float *values, int i) { return values_base[BANKFIX_PAD32((int)(values - values_base) + (i))]; }
__device__ float behind(const float *values, int i) { return values[i]; }
__global__ void middle(float *out) {
  // FIXED: float n[BANKFIX_PAD32(1024)];
  __shared__ float n[1024];
  n[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = behind(n + 32 * threadIdx.x, threadIdx.y);
}

// Refused: somebody else may call it, with a pointer that is not seen.
__device__ float pointed(const float *values, int i) { return values[i]; }
__global__ void named(float *out) {
  // CHECK: note: no fix of 'p' by index-macro: line [[#@LINE-2]]: 'values[i]' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  __shared__ float p[1024];
  p[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = pointed(p, threadIdx.x * 32 + threadIdx.y);
  float (*again)(const float *, int) = pointed;
  out[2000] = again(out, 3);
}

void launch(float *out) {
  dim3 block(32, 32);
  tiles<<<1, block>>>(out);
  first<<<1, block>>>(out);
  second<<<1, 1024>>>(out);
  mixed<<<1, block>>>(out);
  middle<<<1, block>>>(out);
  named<<<1, block>>>(out);
}
