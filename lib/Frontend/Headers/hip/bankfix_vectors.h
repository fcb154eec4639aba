// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of vectors, component by component, which CUDA lacks.

#pragma once

#include <vector_types.h>

template <class __V> struct __bankfix_hip_vector {};
#define __BANKFIX_VECTOR(__V, __T, __N)                                        \
  template <> struct __bankfix_hip_vector<__V> {                               \
    using scalar = __T;                                                        \
    static constexpr unsigned size = __N;                                      \
  };
#define __BANKFIX_VECTORS(NAME, __T)                                           \
  __BANKFIX_VECTOR(NAME##1, __T, 1)                                            \
  __BANKFIX_VECTOR(NAME##2, __T, 2)                                            \
  __BANKFIX_VECTOR(NAME##3, __T, 3)                                            \
  __BANKFIX_VECTOR(NAME##4, __T, 4)
__BANKFIX_VECTORS(char, signed char)
__BANKFIX_VECTORS(uchar, unsigned char)
__BANKFIX_VECTORS(short, short)
__BANKFIX_VECTORS(ushort, unsigned short)
__BANKFIX_VECTORS(int, int)
__BANKFIX_VECTORS(uint, unsigned)
__BANKFIX_VECTORS(long, long)
__BANKFIX_VECTORS(ulong, unsigned long)
__BANKFIX_VECTORS(longlong, long long)
__BANKFIX_VECTORS(ulonglong, unsigned long long)
__BANKFIX_VECTORS(float, float)
__BANKFIX_VECTORS(double, double)
#undef __BANKFIX_VECTORS
#undef __BANKFIX_VECTOR

// The scalar is not deduced, so that it converts.
#define __BANKFIX_HEAD                                                         \
  template <class __V, unsigned __N = __bankfix_hip_vector<__V>::size>         \
  __host__ __device__ inline
#define __BANKFIX_SCALAR typename __bankfix_hip_vector<__V>::scalar

__BANKFIX_HEAD __V __bankfix_hip_all(__V *, __BANKFIX_SCALAR value) {
  __V a;
  a.x = value;
  if constexpr (__N > 1)
    a.y = value;
  if constexpr (__N > 2)
    a.z = value;
  if constexpr (__N > 3)
    a.w = value;
  return a;
}

#define __BANKFIX_OPERATOR(OP)                                                 \
  __BANKFIX_HEAD __V &operator OP##=(__V &a, const __V &b) {                   \
    a.x = a.x OP b.x;                                                          \
    if constexpr (__N > 1)                                                     \
      a.y = a.y OP b.y;                                                        \
    if constexpr (__N > 2)                                                     \
      a.z = a.z OP b.z;                                                        \
    if constexpr (__N > 3)                                                     \
      a.w = a.w OP b.w;                                                        \
    return a;                                                                  \
  }                                                                            \
  __BANKFIX_HEAD __V &operator OP##=(__V &a, __BANKFIX_SCALAR b) {             \
    return a OP## = __bankfix_hip_all((__V *)nullptr, b);                      \
  }                                                                            \
  __BANKFIX_HEAD __V operator OP(__V a, const __V &b) { return a OP## = b; }   \
  __BANKFIX_HEAD __V operator OP(__V a, __BANKFIX_SCALAR b) {                  \
    return a OP## = b;                                                         \
  }                                                                            \
  __BANKFIX_HEAD __V operator OP(__BANKFIX_SCALAR a, const __V &b) {           \
    return __bankfix_hip_all((__V *)nullptr, a) OP b;                          \
  }
__BANKFIX_OPERATOR(+)
__BANKFIX_OPERATOR(-)
__BANKFIX_OPERATOR(*)
__BANKFIX_OPERATOR(/)
__BANKFIX_OPERATOR(%)
__BANKFIX_OPERATOR(&)
__BANKFIX_OPERATOR(|)
__BANKFIX_OPERATOR(^)
__BANKFIX_OPERATOR(<<)
__BANKFIX_OPERATOR(>>)
#undef __BANKFIX_OPERATOR

__BANKFIX_HEAD __V operator-(__V a) {
  return __bankfix_hip_all((__V *)nullptr, 0) - a;
}
__BANKFIX_HEAD bool operator==(const __V &a, const __V &b) {
  bool same = a.x == b.x;
  if constexpr (__N > 1)
    same = same && a.y == b.y;
  if constexpr (__N > 2)
    same = same && a.z == b.z;
  if constexpr (__N > 3)
    same = same && a.w == b.w;
  return same;
}
__BANKFIX_HEAD bool operator!=(const __V &a, const __V &b) { return !(a == b); }
#undef __BANKFIX_SCALAR
#undef __BANKFIX_HEAD
