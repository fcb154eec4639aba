// A pointer that may not write gives elements' addresses that may not, and the array
// others: where that is all, it is the same address. What a call or a declaration makes
// of its type is not the same.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --kernel=plain --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// SAME: the same results

__global__ void plain(const float *in, float *o) {
  __shared__ __align__(16) float s[32 * 16];
  s[threadIdx.x * 16] = in[threadIdx.x];
  s[threadIdx.x * 16 + 4] = in[threadIdx.x];
  const float *at = &s[threadIdx.x * 16];
  __syncthreads();
  // CHECK: float4 v = *(const float4 *)&s[BANKFIX_SWIZZLE_3_28((int)(at - s) + (4))];
  float4 v = *(const float4 *)&at[4];
  o[threadIdx.x] = v.x + at[0];
}

template <class T> __device__ float first(T *p) { return *p; }
__device__ float first(float *p) { return 2 * *p; }

// LOG: no fix of 'd' by {{.*}}: the proof failed: 'first' changed in more than the planned accesses
__global__ void deduced(const float *in, float *o) {
  __shared__ __align__(16) float d[32 * 16];
  d[threadIdx.x * 16] = in[threadIdx.x];
  const float *at = &d[threadIdx.x * 16];
  __syncthreads();
  // CHECK: o[threadIdx.x] = first(&at[1]);
  o[threadIdx.x] = first(&at[1]);
}

void f(const float *i, float *o) {
  plain<<<1, 32>>>(i, o);
  deduced<<<1, 32>>>(i, o);
}
