// Copies of 16 bytes to places that sums of pointers say, in helpers, and through
// pointers to one place.

// RUN: %bankfix --objective=wavefronts --target=sm_80 %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --target=sm_80 %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

constexpr int D = 64, R = 32;

// FIXED: define [[MAP:BANKFIX_SWIZZLE_3_56]](i)
__device__ void fetch(half *to, const half *from) {
  for (int i = threadIdx.x * 8; i < R * D; i += blockDim.x * 8)
    // FIXED: __pipeline_memcpy_async(to + [[MAP]](i), from + i, sizeof(int4));
    __pipeline_memcpy_async(to + i, from + i, sizeof(int4));
  __pipeline_commit();
}

__global__ void buffers(const half *in, float *out, int n) {
  // CHECK-DAG: 's[2][2048], indexed through BANKFIX_SWIZZLE_3_56' (swizzle)
  __shared__ half s[2][R * D];
  float sum = 0;
  fetch(s[0], in);
  for (int k = 0; k < n; k++) {
    if (k + 1 < n)
      fetch(s[(k + 1) % 2], in + (k + 1) * R * D);
    __pipeline_wait_prior(k + 1 < n ? 1 : 0);
    __syncthreads();
    for (int d = 0; d < D; d++)
      // FIXED: sum += __half2float(s[k % 2][[[MAP]](threadIdx.x % R * D + d)]);
      sum += __half2float(s[k % 2][threadIdx.x % R * D + d]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// What is copied, the call says, and not the pointers' type.
__device__ void copy(void *to, const void *from) {
  // FIXED: __pipeline_memcpy_async(to, from, 16);
  __pipeline_memcpy_async(to, from, 16);
}
__device__ void copyHalves(half *to, const half *from) {
  __pipeline_memcpy_async(to, from, 16);
}

__global__ void places(const half *in, float *out) {
  // CHECK-DAG: 'a[2048], indexed through BANKFIX_SWIZZLE_3_56' (swizzle)
  __shared__ half a[R * D];
  // CHECK-DAG: 'b[2048], indexed through BANKFIX_SWIZZLE_3_56' (swizzle)
  __shared__ half b[R * D];
  float sum = 0;
  for (int i = threadIdx.x * 8; i < R * D; i += blockDim.x * 8) {
    // FIXED: copy(&a[BANKFIX_SWIZZLE_3_56(i)], in + i);
    copy(&a[i], in + i);
    // FIXED: copyHalves(b + BANKFIX_SWIZZLE_3_56(i), in + i);
    copyHalves(b + i, in + i);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int d = 0; d < D; d++)
    sum += __half2float(a[threadIdx.x % R * D + d]) *
           __half2float(b[threadIdx.x % R * D + d]);
  out[threadIdx.x] = sum;
}

// How much is copied, nobody knows.
__device__ void some(half *to, const half *from, int bytes) {
  // CHECK-DAG: no fix of 'c' {{.*}}'__pipeline_memcpy_async(to, from, bytes)' copies to places that have to lie side by side; use one copy for each element
  __pipeline_memcpy_async(to, from, bytes);
}

__global__ void unknown(const half *in, float *out, int bytes) {
  // FIXED: half c[R * D];
  __shared__ half c[R * D];
  float sum = 0;
  for (int i = threadIdx.x * 8; i < R * D; i += blockDim.x * 8)
    some(c + i, in + i, bytes);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int d = 0; d < D; d++)
    sum += __half2float(c[threadIdx.x % R * D + d]);
  out[threadIdx.x] = sum;
}

void launch(const half *in, float *out, int n) {
  buffers<<<1, 128>>>(in, out, n);
  places<<<1, 128>>>(in, out);
  unknown<<<1, 128>>>(in, out, n);
}
