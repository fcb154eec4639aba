// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16: __nv_bfloat16, __nv_bfloat162 and their arithmetic.

#pragma once

#include <cuda_runtime.h>

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

// The upper half of a float.
struct __align__(2) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(__nv_bfloat16_raw raw) : bits(raw.x) {}
  __host__ __device__ operator __nv_bfloat16_raw() const { return {bits}; }
  __host__ __device__ __nv_bfloat16(float x) : bits(rounded(x)) {}
  __host__ __device__ operator float() const {
    return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16);
  }
#define __BANKFIX_CONVERT(__T)                                                 \
  __host__ __device__ __nv_bfloat16(__T x)                                     \
      : bits(rounded(static_cast<float>(x))) {}                                \
  __host__ __device__ operator __T() const {                                   \
    return static_cast<__T>(operator float());                                 \
  }
  __BANKFIX_CONVERT(short)
  __BANKFIX_CONVERT(unsigned short)
  __BANKFIX_CONVERT(int)
  __BANKFIX_CONVERT(unsigned)
  __BANKFIX_CONVERT(long)
  __BANKFIX_CONVERT(unsigned long)
  __BANKFIX_CONVERT(long long)
  __BANKFIX_CONVERT(unsigned long long)
#undef __BANKFIX_CONVERT
  __host__ __device__ __nv_bfloat16(double x)
      : bits(rounded(static_cast<float>(x))) {}
  __host__ __device__ operator bool() const { return operator float() != 0; }

private:
  unsigned short bits;

  // To the nearest, ties to even.
  __host__ __device__ static unsigned short rounded(float x) {
    unsigned u = __builtin_bit_cast(unsigned, x);
    if (x != x)
      return 0x7fff;
    return static_cast<unsigned short>((u + 0x7fff + (u >> 16 & 1)) >> 16);
  }
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &x,
                                     const __nv_bfloat16 &y)
      : x(x), y(y) {}
  __host__ __device__ __nv_bfloat162(__nv_bfloat162_raw raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  __host__ __device__ operator __nv_bfloat162_raw() const {
    return __builtin_bit_cast(__nv_bfloat162_raw, *this);
  }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define __BANKFIX_H __nv_bfloat16
#define __BANKFIX_H2 __nv_bfloat162
#define __BANKFIX_NAME(__A, __B) __A##bfloat16##__B
#include <bankfix_16bit.inc>
#undef __BANKFIX_NAME
#undef __BANKFIX_H2
#undef __BANKFIX_H

__host__ __device__ inline __nv_bfloat162
__bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
