// Pointers into an array that are used in another way than to access elements.

// RUN: %bankfix check --fail-on=never --strategy=index-macro,swizzle %s | FileCheck %s

template <class T> __device__ T first(const T *p) { return p[threadIdx.x * 32]; }
template <> __device__ double first(const double *p) { return *p; } // Another text.

// CHECK: no fix of 's' by index-macro: line [[@LINE-3]]: 'p[threadIdx.x * 32]' is a pointer into it
__global__ void given(const float *in, float *out) {
  __shared__ float s[2048];
  float *p = s + 1024;
  s[threadIdx.x * 32] = in[threadIdx.x];
  out[threadIdx.x] = first(p);
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+6]]: 'p < &s[2 * threadIdx.x]' depends on addresses in it
__global__ void compared(const float *in, float *out) {
  __shared__ float s[2048];
  float *p = s + 1024;
  float *q = s + threadIdx.x;
  s[threadIdx.x * 32] = in[threadIdx.x];
  out[threadIdx.x] = p < &s[2 * threadIdx.x] ? q[0] : s[threadIdx.x];
}

// CHECK: no fix of '{{[st]}}' by index-macro: line [[@LINE+3]]: 'which ? s + 1 : t + 1' is a pointer into it
__global__ void several(const float *in, float *out, bool which) {
  __shared__ float s[2048], t[2048];
  float *p = which ? s + 1 : t + 1;
  s[threadIdx.x * 32] = in[threadIdx.x];
  t[threadIdx.x * 32] = in[threadIdx.x];
  out[threadIdx.x] = p[threadIdx.x];
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+4]]: '(short *)(s + 1024)' is a pointer into it
__global__ void other_type(const float *in, float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 32] = in[threadIdx.x];
  short *p = (short *)(s + 1024);
  out[threadIdx.x] = p[threadIdx.x];
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+4]]: 's + 1024' is a pointer into it
__global__ void is_volatile(const float *in, float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 32] = in[threadIdx.x];
  float *volatile p = s + 1024;
  out[threadIdx.x] = p[threadIdx.x];
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+6]]: 's + 1024' is a pointer into it
__global__ void hidden(const float *in, float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 32] = in[threadIdx.x];
  float *p;
  {
    p = s + 1024;
    float s = 1;
    out[threadIdx.x] = p[threadIdx.x] + s;
  }
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+6]]: 's + 1024' is a pointer into it
__global__ void inner(const float *in, float *out) {
  float *p = nullptr;
  {
    __shared__ float s[2048];
    s[threadIdx.x * 32] = in[threadIdx.x];
    p = s + 1024;
  }
  out[threadIdx.x] = p[threadIdx.x];
}

// CHECK: no fix of 's' by index-macro: line [[@LINE+6]]: '&e' is a pointer into it
__global__ void referred(const float *in, float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 32] = in[threadIdx.x];
  float &e = s[1024];
  float *q = s + 1;
  float *p = &e;
  out[threadIdx.x] = p[threadIdx.x] + q[threadIdx.x];
}
