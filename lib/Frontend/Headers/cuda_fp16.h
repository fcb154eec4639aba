// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half precision: __half, __half2 and their arithmetic.

#pragma once

#include <cuda_runtime.h>

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  __half() = default;
  __host__ __device__ __half(__half_raw raw)
      : value(__builtin_bit_cast(_Float16, raw)) {}
  __host__ __device__ operator __half_raw() const {
    return __builtin_bit_cast(__half_raw, value);
  }
#define __BANKFIX_CONVERT(__T)                                                 \
  __host__ __device__ __half(__T x) : value(static_cast<_Float16>(x)) {}       \
  __host__ __device__ operator __T() const { return static_cast<__T>(value); }
  __BANKFIX_CONVERT(float)
  __BANKFIX_CONVERT(short)
  __BANKFIX_CONVERT(unsigned short)
  __BANKFIX_CONVERT(int)
  __BANKFIX_CONVERT(unsigned)
  __BANKFIX_CONVERT(long)
  __BANKFIX_CONVERT(unsigned long)
  __BANKFIX_CONVERT(long long)
  __BANKFIX_CONVERT(unsigned long long)
#undef __BANKFIX_CONVERT
  __host__ __device__ __half(double x) : value(static_cast<_Float16>(x)) {}
  __host__ __device__ operator bool() const { return value != 0; }

private:
  _Float16 value;
};

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half &x, const __half &y) : x(x), y(y) {}
  __host__ __device__ __half2(__half2_raw raw)
      : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  __host__ __device__ operator __half2_raw() const {
    return __builtin_bit_cast(__half2_raw, *this);
  }
};

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define __BANKFIX_H __half
#define __BANKFIX_H2 __half2
#define __BANKFIX_NAME(__A, __B) __A##half##__B
#include <bankfix_16bit.inc>
#undef __BANKFIX_NAME
#undef __BANKFIX_H2
#undef __BANKFIX_H

__host__ __device__ inline __half2 __half2half2(__half a) {
  return __half2(a, a);
}
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00)
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFF)
