// A copy is the same function in every build, or is not made.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --objective=wavefronts --cuda-headers=builtin %s -o %t.cu -- -I%S > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#include "Inputs/build-helpers.cuh"

// FIXED-NOT: _shared(
// FIXED:     b_get_shared(const float *a, int i) { return a[BANKFIX_PAD32(i ^ B_OFF)]; }
// FIXED-NOT: _shared(const

// Another definition: it is a part of a conditional.
__global__ void a_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by index-macro: {{.*}}build-helpers.cuh:7: 'a[i]' is in another file
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = a_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// Another constant, which both have.
__global__ void b_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32, with a copy of b_get' (index-macro)
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = b_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// Another constant behind the one, and before the other.
#ifdef C_LATE
#undef C_OFF
#define C_OFF 1
#endif
__global__ void c_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by index-macro: it would not hold in a build with -DC_LATE: a copy of 'c_get' would not be the same function
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = c_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// A function that calls would rather mean.
#ifdef D_MORE
__device__ float d_get(const float *a, unsigned i) { return a[i ^ 1]; }
#endif
__global__ void d_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by index-macro: it would not hold in a build with -DD_MORE: a copy of 'd_get' would not be the same function
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// A macro that calls would be.
#ifdef E_MACRO
#define e_get(a, i) a[(i) ^ 1]
#endif
__global__ void e_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by index-macro: it would not hold in a build with -DE_MACRO: a copy of 'e_get' would not be the same function
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = e_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// A call that only another build has.
__global__ void f_turn(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 's' by index-macro: it would not hold in a build with -DF_OTHER: 's': {{.*}}build-helpers.cuh:24: 'a[i]' is in another file
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#ifdef F_OTHER
  out[threadIdx.x] = f_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32) + f_get(s, 0);
#else
  out[threadIdx.x] = f_get(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
#endif
}

void run(float *out, const float *in) {
  a_turn<<<1, 1024>>>(out, in);
  b_turn<<<1, 1024>>>(out, in);
  c_turn<<<1, 1024>>>(out, in);
  d_turn<<<1, 1024>>>(out, in);
  e_turn<<<1, 1024>>>(out, in);
  f_turn<<<1, 1024>>>(out, in);
}
