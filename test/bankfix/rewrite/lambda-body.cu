// Accesses in the body of a lambda are edited as others are, and a macro above
// it may move its lines.

// RUN: %bankfix --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix --strategy=index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// CHECK: #define BANKFIX_PAD32(i)
__global__ void body(float *out) {
  // CHECK: __shared__ float a[BANKFIX_PAD32(1024)];
  __shared__ float a[1024];
  // CHECK: { return a[BANKFIX_PAD32(threadIdx.x * 32 + i)]; };
  auto get = [&](int i) { return a[threadIdx.x * 32 + i]; };
  // CHECK: { a[BANKFIX_PAD32(i * 32 + threadIdx.x)] = v; };
  auto put = [&](int i, float v) mutable { a[i * 32 + threadIdx.x] = v; };
  put(threadIdx.y, out[0]);
  __syncthreads();
  out[threadIdx.x] = get(threadIdx.y);
}

// Variables of its own lead into it, too.
__global__ void locals(const float *in, float *out) {
  // CHECK: __shared__ float l[BANKFIX_PAD32(1024)];
  __shared__ float l[1024];
  auto put = [&](int i) {
    // CHECK: float *to = &l[BANKFIX_PAD32(i * 32 + threadIdx.x)];
    float *to = &l[i * 32 + threadIdx.x];
    *to = in[i];
  };
  auto get = [&](int i) {
    const float *from = l;
    // CHECK: return from[BANKFIX_PAD32(threadIdx.x * 32 + i)];
    return from[threadIdx.x * 32 + i];
  };
  put(threadIdx.y);
  __syncthreads();
  out[threadIdx.x] = get(threadIdx.y);
}

// A generic one is seen in its instances alone.
__global__ void generic(float *out) {
  // CHECK: __shared__ float b[1024];
  __shared__ float b[1024];
  auto get = [&](auto i) { return b[threadIdx.x * 32 + i]; };
  b[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = get(3) + get(4u);
}

// Another lambda's type has a place in its name.
__global__ void beside(float *out) {
  // CHECK: __shared__ float c[32][32];
  __shared__ float c[32][32];
  auto twice = [=](float v) { return 2 * v; };
  c[threadIdx.y][threadIdx.x] = twice(out[0]);
}

void launch(float *out) {
  body<<<1, dim3(32, 32)>>>(out);
  generic<<<1, 32>>>(out);
  beside<<<1, dim3(32, 32)>>>(out);
}
