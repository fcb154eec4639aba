// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_float4 and its kin.

#pragma once

#include <vector_types.h>

#define __BANKFIX_MAKE4(T, N)                                                  \
  __host__ __device__ inline N make_##N(T x, T y, T z, T w) {                  \
    return N{x, y, z, w};                                                      \
  }
#define __BANKFIX_MAKE(T, N)                                                   \
  __host__ __device__ inline N##1 make_##N##1(T x) { return N##1{x}; }         \
  __host__ __device__ inline N##2 make_##N##2(T x, T y) { return N##2{x, y}; } \
  __host__ __device__ inline N##3 make_##N##3(T x, T y, T z) {                 \
    return N##3{x, y, z};                                                      \
  }                                                                            \
  __BANKFIX_MAKE4(T, N##4)

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
__BANKFIX_MAKE4(long, long4_16a)
__BANKFIX_MAKE4(long, long4_32a)
__BANKFIX_MAKE4(unsigned long, ulong4_16a)
__BANKFIX_MAKE4(unsigned long, ulong4_32a)
__BANKFIX_MAKE4(long long, longlong4_16a)
__BANKFIX_MAKE4(long long, longlong4_32a)
__BANKFIX_MAKE4(unsigned long long, ulonglong4_16a)
__BANKFIX_MAKE4(unsigned long long, ulonglong4_32a)
__BANKFIX_MAKE4(double, double4_16a)
__BANKFIX_MAKE4(double, double4_32a)
#undef __BANKFIX_MAKE
#undef __BANKFIX_MAKE4
