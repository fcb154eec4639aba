// Functions in an index that only return what they compute of their parameters
// may be called twice; others are called once.

// RUN: %exits 1 %bankfix check --strategy=index-macro --allow-occupancy-loss %s | %FileCheck %s
// RUN: %bankfix --strategy=index-macro --allow-occupancy-loss %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro --allow-occupancy-loss %s > %t.verify

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
  // FIXED: b[bankfix_pad32(counted(threadIdx.x) & 1023)]
  out[threadIdx.x] = b[counted(threadIdx.x) & 1023];
}

__device__ int global(int x) { return x + counter; }
__global__ void reads(float *out) {
  __shared__ float c[1024];
  c[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: c[bankfix_pad32(global(threadIdx.x) & 1023)]
  out[threadIdx.x] = c[global(threadIdx.x) & 1023];
}

__device__ int moved(int &x) { return x += 32; }
__global__ void byReference(float *out) {
  __shared__ float d[2048];
  int i = threadIdx.x * 32;
  // FIXED: d[bankfix_pad32(moved(i))]
  d[moved(i)] = 1;
  __syncthreads();
  out[threadIdx.x] = d[i];
}

__device__ int loaded(const volatile int *p) { return p[threadIdx.x]; }
__global__ void throughPointer(float *out, const int *in) {
  __shared__ float e[1024];
  e[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: e[bankfix_pad32(loaded(in) & 1023)]
  out[threadIdx.x] = e[loaded(in) & 1023];
}

__device__ int again(int x) { return x > 0 ? again(x - 1) : 0; }
__global__ void recursive(float *out) {
  __shared__ float f[1024];
  f[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: f[bankfix_pad32(again(5))]
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
  // FIXED: g[bankfix_pad32(ordered(threadIdx.x) & 1023)]
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
