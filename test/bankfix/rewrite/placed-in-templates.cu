// A pointer at an offset into bytes that are words, in a template: the array is
// cast to what the text calls it.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s > %t.verify

template <typename T> __global__ void scaled(T *a, const T *r) {
  extern __shared__ char raw[];
  T *s = reinterpret_cast<T *>(raw);
  T *const root = s + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: ((T *)raw)[BANKFIX_PAD32((int)(root - (T *)raw) + (y))] = r[y];
  if (x == 0)
    root[y] = r[y];
  // CHECK: s[BANKFIX_PAD32(y + x * 32)] = a[y * 32 + x];
  s[y + x * 32] = a[y * 32 + x];
  __syncthreads();
  a[y * 32 + x] = s[y * 32 + x] * root[y];
}

void run(float *a, float *r) {
  // CHECK: BANKFIX_PAD32((1024 + 32)) * sizeof(float)
  scaled<float><<<1, dim3(32, 32), (1024 + 32) * sizeof(float)>>>(a, r);
}
