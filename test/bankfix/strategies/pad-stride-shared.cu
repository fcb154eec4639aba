// pad-stride, where several instances, kernels and functions have rows of the
// same length.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s > %t.verify
// RUN: %bankfix --sort=source --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

template <class T> __global__ void instances(T *out, const T *in) {
  // CHECK: :[[#@LINE+2]]:16: note: 'tile[1024] -> tile[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: T tile[32 * 33];
  __shared__ T tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  // FIXED: tile[y * 33 + x] = in[y * 32 + x];
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Of equal factors the size has one more, whatever they are in other instances.
template <class T, int N> __global__ void sized(T *out, const T *in) {
  // CHECK: :[[#@LINE+2]]:16: note: 'square[1024] -> square[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: T square[N * (N + 1)];
  __shared__ T square[N * N];
  int x = threadIdx.x, y = threadIdx.y;
  square[y * N + x] = in[y * N + x];
  __syncthreads();
  // FIXED: out[y * N + x] = square[x * (N + 1) + y];
  out[y * N + x] = square[x * N + y];
}

// Which of several factors is a row's, the accesses say.
template <int H, int W> __global__ void spelt(int *out, const int *in) {
  // CHECK: :[[#@LINE+2]]:18: note: 'named[1024] -> named[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: int named[(W + 1) * H];
  __shared__ int named[W * H];
  int x = threadIdx.x, y = threadIdx.y;
  named[y * W + x] = in[y * W + x];
  __syncthreads();
  out[y * W + x] = named[x * W + y];
}

// Rows that are of another length in another instance stay.
template <class T, int N> __global__ void differs(T *out, const T *in) {
  // CHECK: :[[#@LINE+1]]:16: note: 'other[1024], indexed through {{.*}} (swizzle)
  __shared__ T other[N * N];
  int x = threadIdx.x, y = threadIdx.y;
  other[y * N + x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = other[x * N + y];
}

// FIXED: return t[row * 33 + column];
__device__ float pick(const float *t, int row, int column) { return t[row * 32 + column]; }

__global__ void helped(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:20: note: 'a[1024] -> a[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: float a[32 * 33], b[32 * 33];
  __shared__ float a[32 * 32], b[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  float *p = a;
  // FIXED: p[y * 33 + x] = in[y * 32 + x];
  p[y * 32 + x] = in[y * 32 + x];
  b[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = pick(a, x, y) + pick(b, x, y);
}

// One that is called with two lengths has none.
__device__ float any(const float *t, int row, int column, int w) { return t[row * w + column]; }

__global__ void two(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: {{.*}}'c{{.*}}(index-macro)
  __shared__ float c[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  c[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = any(c, x, y, 32) + any(c, x, y / 2, 16);
}

// Dynamic memory of two kernels, each of which is launched.
extern __shared__ float dynamic[];

__global__ void first(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  // FIXED: dynamic[y * 33 + x] = in[y * 32 + x];
  dynamic[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = dynamic[x * 32 + y];
}

__global__ void second(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  dynamic[y * 32 + x] = 2 * in[y * 32 + x];
  __syncthreads();
  // FIXED: out[y * 32 + x] = dynamic[x * 33 + y];
  out[y * 32 + x] = dynamic[x * 32 + y];
}

void launch(float *f, double *d, int *i) {
  dim3 block(32, 32);
  instances<float><<<1, block>>>(f, f);
  instances<double><<<1, block>>>(d, d);
  sized<float, 32><<<1, block>>>(f, f);
  sized<double, 32><<<1, block>>>(d, d);
  spelt<32, 32><<<1, block>>>(i, i);
  differs<float, 32><<<1, block>>>(f, f);
  differs<float, 16><<<1, dim3(16, 16)>>>(f, f);
  helped<<<1, block>>>(f, f);
  two<<<1, block>>>(f, f);
  // FIXED: first<<<1, block, 32 * 33 * sizeof(float)>>>(f, f);
  first<<<1, block, 32 * 32 * sizeof(float)>>>(f, f);
  // FIXED: second<<<1, block, 4096 + 4096 / 32>>>(f, f);
  second<<<1, block, 4096>>>(f, f);
}
