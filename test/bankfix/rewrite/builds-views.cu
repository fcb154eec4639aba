// How large an object is that several elements are looked at as, a build may say.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED

#ifndef VIEW
#define VIEW float4
#endif
#ifndef COUNT
#define COUNT 4
#endif
struct alignas(16) Several {
  float x[COUNT];
};

// CHECK-DAG: no fix of 't' by {{.*}}: a build may define 'VIEW', see line 7, otherwise, which decides where its elements are and is no integer
__global__ void types(const float *in, float *o) {
  __shared__ __align__(16) float t[32 * 16];
  for (int j = 0; j < 16; j++)
    t[threadIdx.x * 16 + j] = in[threadIdx.x * 16 + j];
  __syncthreads();
  VIEW v = *(VIEW *)(t + threadIdx.x * 16);
  o[threadIdx.x] = v.x + t[threadIdx.x * 16 + 3];
}

// CHECK-DAG: 's[512], indexed through BANKFIX_SWIZZLE_3_28'
__global__ void sizes(const float *in, float *o) {
  // FIXED: static_assert(((COUNT) == 1 || (COUNT) == 2 || (COUNT) == 4) && (9999 / COUNT * 3) == 9999 / (COUNT) * 3, "bankfix: the layout of 's' is proved for these values alone");
  __shared__ __align__(16) float s[32 * 16];
  for (int j = 0; j < 16; j++)
    s[threadIdx.x * 16 + j] = in[threadIdx.x * 16 + j];
  __syncthreads();
  Several v = *(Several *)(s + threadIdx.x * 16);
  o[threadIdx.x] = v.x[COUNT - 1] + s[threadIdx.x * 16 + 3];
}

void f(const float *in, float *o) {
  types<<<1, 32>>>(in, o);
  sizes<<<1, 32>>>(in, o);
}
