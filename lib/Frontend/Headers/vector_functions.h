// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_float4 and its kin.

#pragma once

#include <vector_types.h>

#define __BANKFIX_MAKE(T, N)                                                   \
  __host__ __device__ inline N##1 make_##N##1(T x) { return N##1 {x}; }        \
  __host__ __device__ inline N##2 make_##N##2(T x, T y) {                      \
    return N##2 {x, y};                                                        \
  }                                                                            \
  __host__ __device__ inline N##3 make_##N##3(T x, T y, T z) {                 \
    return N##3 {x, y, z};                                                     \
  }                                                                            \
  __host__ __device__ inline N##4 make_##N##4(T x, T y, T z, T w) {            \
    return N##4 {x, y, z, w};                                                  \
  }

__BANKFIX_MAKE(signed char, char)
__BANKFIX_MAKE(unsigned char, uchar)
__BANKFIX_MAKE(short, short)
__BANKFIX_MAKE(unsigned short, ushort)
__BANKFIX_MAKE(int, int)
__BANKFIX_MAKE(unsigned int, uint)
__BANKFIX_MAKE(long, long)
__BANKFIX_MAKE(unsigned long, ulong)
__BANKFIX_MAKE(long long, longlong)
__BANKFIX_MAKE(unsigned long long, ulonglong)
__BANKFIX_MAKE(float, float)
__BANKFIX_MAKE(double, double)
#undef __BANKFIX_MAKE
