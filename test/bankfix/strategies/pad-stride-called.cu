// pad-stride, where functions are told how long rows are: the same by each call.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --strategy=pad-stride --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --objective=wavefronts --strategy=pad-stride --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --strategy=pad-stride --cuda-headers=builtin %s > %t.verify
// RUN: %bankfix --sort=source --objective=wavefronts --strategy=pad-stride --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

__device__ void fill(float *t, const float *in, int w) {
  for (int y = threadIdx.y; y < 32; y += 8)
    // FIXED: t[y * (w + 1) + threadIdx.x] = in[y * w + threadIdx.x];
    t[y * w + threadIdx.x] = in[y * w + threadIdx.x];
}

// FIXED: return t[row * (w + 1) + column];
__device__ float get(const float *t, int row, int column, int w) { return t[row * w + column]; }

__global__ void called(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:20: note: 's[1024] -> s[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: float s[32 * 33];
  __shared__ float s[32 * 32];
  int x = threadIdx.x;
  fill(s, in, 32);
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8)
    // FIXED: out[y * 32 + x] = get(s, x, y, 32) + s[y * 33 + x];
    out[y * 32 + x] = get(s, x, y, 32) + s[y * 32 + x];
}

// By a template's argument.
template <int P> __device__ void load(float *t, const float *in) {
  // FIXED: t[threadIdx.y * (P + 1) + threadIdx.x] = in[threadIdx.y * P + threadIdx.x];
  t[threadIdx.y * P + threadIdx.x] = in[threadIdx.y * P + threadIdx.x];
}

template <int P> __global__ void instance(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:20: note: 's[1024] -> s[1056], rows of 32 -> 33 elements' (pad-stride)
  // FIXED: float s[P * (P + 1)];
  __shared__ float s[P * P];
  load<P>(s, in);
  __syncthreads();
  out[threadIdx.y * P + threadIdx.x] = s[threadIdx.x * P + threadIdx.y];
}

// It is another length later on.
__device__ void changed(float *t, const float *in, int w) {
  t[threadIdx.y * w + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  w = 16;
  t[threadIdx.y * w + threadIdx.x / 2] += 1;
}

__global__ void becomes(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by pad-stride: {{.*}} is not written as rows of one length
  __shared__ float s[32 * 32];
  changed(s, in, 32);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

// Each call says another.
__device__ float either(const float *t, int row, int column, int w) { return t[row * w + column]; }

__global__ void differ(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by pad-stride: {{.*}} is not written as rows of one length
  __shared__ float s[32 * 32];
  s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      either(s, threadIdx.x, threadIdx.y, 32) + either(s, threadIdx.x, threadIdx.y / 2, 16);
}

void launch(float *out, const float *in) {
  dim3 square(32, 32);
  called<<<1, dim3(32, 8)>>>(out, in);
  instance<32><<<1, square>>>(out, in);
  becomes<<<1, square>>>(out, in);
  differ<<<1, square>>>(out, in);
}
