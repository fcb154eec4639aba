// Functions in an index that only return what they compute of their parameters
// may be called twice; others may not.

// RUN: %exits 1 %bankfix check --strategy=index-macro %s | %FileCheck %s
// RUN: %bankfix --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro %s > %t.verify

constexpr int Pitch = 32;
__device__ int counter;
__device__ __host__ inline int square(int x) { return x * Pitch; }
__device__ int at(int row, int column) { return square(row) + column; }
template <typename T> __device__ T swapped(T row, T column) {
  return at(column, row);
}

__global__ void pure(float *out) {
  // FIXED: float a[BANKFIX_PAD32(1024)];
  __shared__ float a[1024];
  // FIXED: a[BANKFIX_PAD32(at(threadIdx.y, threadIdx.x))] = 1;
  a[at(threadIdx.y, threadIdx.x)] = 1;
  __syncthreads();
  // CHECK: warning: load of 'a[swapped<int>(threadIdx.y, threadIdx.x)]' has 32-way
  // CHECK: note: 'a[1024] -> a[1056], indexed through BANKFIX_PAD32' (index-macro) leaves 64 wavefronts of 1056
  out[threadIdx.x] = a[swapped<int>(threadIdx.y, threadIdx.x)];
}

__device__ int counted(int x) { return x + counter++; }
__global__ void writes(float *out) {
  __shared__ float b[1024];
  b[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: no fix of 'b' by index-macro: line [[#@LINE+1]]: the index in 'b[counted(threadIdx.x) & 1023]' has a side effect
  out[threadIdx.x] = b[counted(threadIdx.x) & 1023];
}

__device__ int global(int x) { return x + counter; }
__global__ void reads(float *out) {
  __shared__ float c[1024];
  c[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: no fix of 'c' by index-macro: line [[#@LINE+1]]: the index in 'c[global(threadIdx.x) & 1023]' has a side effect
  out[threadIdx.x] = c[global(threadIdx.x) & 1023];
}

__device__ int moved(int &x) { return x += 32; }
__global__ void byReference(float *out) {
  __shared__ float d[2048];
  int i = threadIdx.x * 32;
  // CHECK: no fix of 'd' by index-macro: line [[#@LINE+1]]: the index in 'd[moved(i)]' has a side effect
  d[moved(i)] = 1;
  __syncthreads();
  out[threadIdx.x] = d[i];
}

__device__ int loaded(const volatile int *p) { return p[threadIdx.x]; }
__global__ void throughPointer(float *out, const int *in) {
  __shared__ float e[1024];
  e[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: no fix of 'e' by index-macro: line [[#@LINE+1]]: the index in 'e[loaded(in) & 1023]' has a side effect
  out[threadIdx.x] = e[loaded(in) & 1023];
}

__device__ int again(int x) { return x > 0 ? again(x - 1) : 0; }
__global__ void recursive(float *out) {
  __shared__ float f[1024];
  f[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: no fix of 'f' by index-macro: line [[#@LINE+1]]: the index in 'f[again(5)]' has a side effect
  out[threadIdx.x] = f[again(5)];
}

// Shared memory that the function reads would be read twice.
__shared__ int order[32];
__device__ int ordered(int x) { return order[x]; }
__global__ void readsShared(float *out) {
  __shared__ float g[1024];
  order[threadIdx.x] = threadIdx.x;
  g[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: no fix of 'g' by index-macro: line [[#@LINE+1]]: the index in 'g[ordered(threadIdx.x) & 1023]' has a side effect
  out[threadIdx.x] = g[ordered(threadIdx.x) & 1023];
}

void launch(float *out, int *in) {
  pure<<<1, dim3(32, 32)>>>(out);
  writes<<<1, 32>>>(out);
  reads<<<1, 32>>>(out);
  byReference<<<1, 32>>>(out);
  throughPointer<<<1, 32>>>(out, in);
  recursive<<<1, 32>>>(out);
  readsShared<<<1, 32>>>(out);
}
