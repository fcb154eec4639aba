// What a rewrite declares stands before the whole declaration that uses it, in
// every configuration: before its comments, attributes, `template <...>` and the
// conditionals around these.

// RUN: %bankfix --strategy=pad-struct %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %s && %clang-device %t.cu
// RUN: %clang-device -DBOUNDS %s && %clang-device -DBOUNDS %t.cu
// RUN: %clang-device -DPLAIN %s && %clang-device -DPLAIN %t.cu
// RUN: %clang-device -DBOUNDS -DPLAIN %t.cu
// RUN: grep -B2 "Doc comment of" %t.cu | FileCheck %s --check-prefix=DOC
// RUN: %bankfix --strategy=pad-struct -DBOUNDS -DPLAIN %s -o %t.2.cu > %t.log 2>&1
// RUN: %clang-device -DBOUNDS %t.2.cu
// RUN: %clang-device %t.2.cu

#include <cuda_runtime.h>

// CHECK:      bankfix_float2_12;
// CHECK:      #ifdef BOUNDS
// CHECK-NEXT: __launch_bounds__(64)
// CHECK-NEXT: #endif
// CHECK-NEXT: __global__ void bounded
#ifdef BOUNDS
__launch_bounds__(64)
#endif
__global__ void bounded(const float2 *in, float *out) {
  __shared__ float2 a[64];
  a[threadIdx.x].x = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x].x;
}

// CHECK:      bankfix_int2_12;
// CHECK:      #ifdef PLAIN
// CHECK-NEXT: static
// CHECK-NEXT: #else
// CHECK-NEXT: template <int N>
// CHECK-NEXT: #endif
#ifdef PLAIN
static
#else
template <int N>
#endif
__device__ int chosen(const int2 *in) {
  __shared__ int2 a[64];
  a[threadIdx.x].x = in[threadIdx.x].x;
  __syncthreads();
  return a[63 - threadIdx.x].x;
}

__global__ void choose(const int2 *in, int *out) {
#ifdef PLAIN
  out[threadIdx.x] = chosen(in);
#else
  out[threadIdx.x] = chosen<2>(in);
#endif
}

#define KERNEL(bound) __global__ void __launch_bounds__(bound)
#define NOTHING

// DOC: bankfix_uint2_12;
// DOC-EMPTY:
// DOC-NEXT: Doc comment

/// Doc comment of this kernel.
NOTHING
KERNEL(64)
attributed(const uint2 *in, unsigned *out) {
  __shared__ uint2 a[64];
  a[threadIdx.x].x = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x].x;
}

// CHECK:      namespace inner {
// CHECK:      bankfix_short4_12;
// CHECK:      extern "C"
// CHECK-NEXT: #endif
// CHECK-NEXT: __global__ void linked
namespace inner {
#ifdef PLAIN
extern "C"
#endif
__global__ void linked(const short4 *in, short *out) {
  __shared__ short4 a[64];
  a[threadIdx.x].x = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x].x;
}
} // namespace inner

#ifdef __cplusplus
extern "C" {
#endif
// CHECK: int before;
// CHECK: } bankfix_ushort4_12;
// CHECK: __global__ void sameLine
__device__ int before; __global__ void sameLine(const ushort4 *in, short *out) {
  __shared__ ushort4 a[64];
  a[threadIdx.x].x = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x].x;
}
#ifdef __cplusplus
}
#endif

// CHECK:      bankfix_uint4_20;
// CHECK:      struct Holder {
struct Holder {
  int member;
  __device__ static unsigned within(const uint4 *in) {
    __shared__ uint4 a[64];
    a[threadIdx.x].x = in[threadIdx.x].x;
    __syncthreads();
    return a[63 - threadIdx.x].x;
  }
};

__global__ void hold(const uint4 *in, unsigned *out) {
  out[threadIdx.x] = Holder::within(in);
}

void launch(void *p) {
  bounded<<<1, 64>>>((float2 *)p, (float *)p);
  choose<<<1, 64>>>((int2 *)p, (int *)p);
  attributed<<<1, 64>>>((uint2 *)p, (unsigned *)p);
  inner::linked<<<1, 64>>>((short4 *)p, (short *)p);
  sameLine<<<1, 64>>>((ushort4 *)p, (short *)p);
  hold<<<1, 64>>>((uint4 *)p, (unsigned *)p);
}
