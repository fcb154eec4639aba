// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on the vector types, as NVIDIA's samples have it.

#pragma once

#include <cuda_runtime.h>

#define __BANKFIX_HD __host__ __device__ inline

// Expression E of each element's name.
#define __BANKFIX_EACH2(__E) __E(x), __E(y)
#define __BANKFIX_EACH3(__E) __E(x), __E(y), __E(z)
#define __BANKFIX_EACH4(__E) __E(x), __E(y), __E(z), __E(w)

#define __BANKFIX_NEGATED(m) -a.m
#define __BANKFIX_SUM(m) a.m + b.m
#define __BANKFIX_DIFFERENCE(m) a.m - b.m
#define __BANKFIX_PRODUCT(m) a.m *b.m
#define __BANKFIX_QUOTIENT(m) a.m / b.m
#define __BANKFIX_SUM_S(m) a.m + s
#define __BANKFIX_DIFFERENCE_S(m) a.m - s
#define __BANKFIX_PRODUCT_S(m) a.m *s
#define __BANKFIX_QUOTIENT_S(m) a.m / s
#define __BANKFIX_S_QUOTIENT(m) s / a.m
#define __BANKFIX_MIN(m) a.m < b.m ? a.m : b.m
#define __BANKFIX_MAX(m) a.m > b.m ? a.m : b.m
#define __BANKFIX_ABS(m) a.m < 0 ? -a.m : a.m
#define __BANKFIX_FLOOR(m) __builtin_floorf(a.m)
#define __BANKFIX_FRACTION(m) a.m - __builtin_floorf(a.m)
#define __BANKFIX_MODULO(m) __builtin_fmodf(a.m, b.m)

#define __BANKFIX_OPERATOR(__V, __T, EACH, OP, NAME)                           \
  __BANKFIX_HD __V operator OP(__V a, __V b) { return __V{EACH(NAME)}; }       \
  __BANKFIX_HD __V operator OP(__V a, __T s) { return __V{EACH(NAME##_S)}; }   \
  __BANKFIX_HD void operator OP##=(__V &a, __V b) { a = __V{EACH(NAME)}; }     \
  __BANKFIX_HD void operator OP##=(__V &a, __T s) { a = __V{EACH(NAME##_S)}; }
#define __BANKFIX_ARITHMETIC(__V, __T, EACH)                                   \
  __BANKFIX_OPERATOR(__V, __T, EACH, +, __BANKFIX_SUM)                         \
  __BANKFIX_OPERATOR(__V, __T, EACH, -, __BANKFIX_DIFFERENCE)                  \
  __BANKFIX_OPERATOR(__V, __T, EACH, *, __BANKFIX_PRODUCT)                     \
  __BANKFIX_HD __V operator+(__T s, __V a) { return a + s; }                   \
  __BANKFIX_HD __V operator*(__T s, __V a) { return a * s; }
#define __BANKFIX_BOUNDS(__V, __T, EACH, MIN, MAX)                             \
  __BANKFIX_HD __V MIN(__V a, __V b) { return __V{EACH(__BANKFIX_MIN)}; }      \
  __BANKFIX_HD __V MAX(__V a, __V b) { return __V{EACH(__BANKFIX_MAX)}; }      \
  __BANKFIX_HD __V clamp(__V v, __V low, __V high) {                           \
    return MAX(low, MIN(v, high));                                             \
  }                                                                            \
  __BANKFIX_HD __V clamp(__V v, __T low, __T high) {                           \
    return clamp(v, make_##__V(low), make_##__V(high));                        \
  }
#define __BANKFIX_SIGNED(__V, EACH)                                            \
  __BANKFIX_HD __V operator-(const __V &a) {                                   \
    return __V{EACH(__BANKFIX_NEGATED)};                                       \
  }
#define __BANKFIX_FLOATS(__V, EACH)                                            \
  __BANKFIX_OPERATOR(__V, float, EACH, /, __BANKFIX_QUOTIENT)                  \
  __BANKFIX_HD __V operator/(float s, __V a) {                                 \
    return __V{EACH(__BANKFIX_S_QUOTIENT)};                                    \
  }                                                                            \
  __BANKFIX_HD __V fabs(__V a) { return __V{EACH(__BANKFIX_ABS)}; }            \
  __BANKFIX_HD __V floorf(__V a) { return __V{EACH(__BANKFIX_FLOOR)}; }        \
  __BANKFIX_HD __V fracf(__V a) { return __V{EACH(__BANKFIX_FRACTION)}; }      \
  __BANKFIX_HD __V fmodf(__V a, __V b) { return __V{EACH(__BANKFIX_MODULO)}; } \
  __BANKFIX_HD __V lerp(__V a, __V b, float t) { return a + t * (b - a); }     \
  __BANKFIX_HD float length(__V a) { return __builtin_sqrtf(dot(a, a)); }      \
  __BANKFIX_HD __V normalize(__V a) { return a * (1.0f / length(a)); }         \
  __BANKFIX_HD __V reflect(__V i, __V n) { return i - 2.0f * n * dot(n, i); }

// A vector from a scalar, from a shorter vector and from other elements.
#define __BANKFIX_MAKE(__N, __T)                                               \
  __BANKFIX_HD __N##2 make_##__N##2(__T s) { return __N##2 {s, s}; }           \
  __BANKFIX_HD __N##3 make_##__N##3(__T s) { return __N##3 {s, s, s}; }        \
  __BANKFIX_HD __N##4 make_##__N##4(__T s) { return __N##4 {s, s, s, s}; }     \
  __BANKFIX_HD __N##2 make_##__N##2(__N##3 a) { return __N##2 {a.x, a.y}; }    \
  __BANKFIX_HD __N##3 make_##__N##3(__N##2 a) { return __N##3 {a.x, a.y, 0}; } \
  __BANKFIX_HD __N##3 make_##__N##3(__N##2 a, __T s) {                         \
    return __N##3 {a.x, a.y, s};                                               \
  }                                                                            \
  __BANKFIX_HD __N##3 make_##__N##3(__N##4 a) {                                \
    return __N##3 {a.x, a.y, a.z};                                             \
  }                                                                            \
  __BANKFIX_HD __N##4 make_##__N##4(__N##3 a) {                                \
    return __N##4 {a.x, a.y, a.z, 0};                                          \
  }                                                                            \
  __BANKFIX_HD __N##4 make_##__N##4(__N##3 a, __T w) {                         \
    return __N##4 {a.x, a.y, a.z, w};                                          \
  }
#define __BANKFIX_CONVERT(TO, FROM, __T)                                       \
  __BANKFIX_HD TO##2 make_##TO##2(FROM##2 a) {                                 \
    return TO##2 {__T(a.x), __T(a.y)};                                         \
  }                                                                            \
  __BANKFIX_HD TO##3 make_##TO##3(FROM##3 a) {                                 \
    return TO##3 {__T(a.x), __T(a.y), __T(a.z)};                               \
  }                                                                            \
  __BANKFIX_HD TO##4 make_##TO##4(FROM##4 a) {                                 \
    return TO##4 {__T(a.x), __T(a.y), __T(a.z), __T(a.w)};                     \
  }
__BANKFIX_MAKE(int, int)
__BANKFIX_MAKE(uint, uint)
__BANKFIX_MAKE(float, float)
__BANKFIX_CONVERT(int, uint, int)
__BANKFIX_CONVERT(int, float, int)
__BANKFIX_CONVERT(uint, int, uint)
__BANKFIX_CONVERT(float, int, float)
__BANKFIX_CONVERT(float, uint, float)

#define __BANKFIX_TYPE(__N, __T, MIN, MAX)                                     \
  __BANKFIX_ARITHMETIC(__N##2, __T, __BANKFIX_EACH2)                           \
  __BANKFIX_ARITHMETIC(__N##3, __T, __BANKFIX_EACH3)                           \
  __BANKFIX_ARITHMETIC(__N##4, __T, __BANKFIX_EACH4)                           \
  __BANKFIX_BOUNDS(__N##2, __T, __BANKFIX_EACH2, MIN, MAX)                     \
  __BANKFIX_BOUNDS(__N##3, __T, __BANKFIX_EACH3, MIN, MAX)                     \
  __BANKFIX_BOUNDS(__N##4, __T, __BANKFIX_EACH4, MIN, MAX)                     \
  __BANKFIX_HD __T clamp(__T v, __T low, __T high) {                           \
    return v < low ? low : v > high ? high : v;                                \
  }                                                                            \
  __BANKFIX_HD __T dot(__N##2 a, __N##2 b) { return a.x * b.x + a.y * b.y; }   \
  __BANKFIX_HD __T dot(__N##3 a, __N##3 b) {                                   \
    return a.x * b.x + a.y * b.y + a.z * b.z;                                  \
  }                                                                            \
  __BANKFIX_HD __T dot(__N##4 a, __N##4 b) {                                   \
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;                      \
  }
__BANKFIX_TYPE(int, int, min, max)
__BANKFIX_TYPE(uint, uint, min, max)
__BANKFIX_TYPE(float, float, fminf, fmaxf)
__BANKFIX_SIGNED(int2, __BANKFIX_EACH2)
__BANKFIX_SIGNED(int3, __BANKFIX_EACH3)
__BANKFIX_SIGNED(int4, __BANKFIX_EACH4)
__BANKFIX_SIGNED(float2, __BANKFIX_EACH2)
__BANKFIX_SIGNED(float3, __BANKFIX_EACH3)
__BANKFIX_SIGNED(float4, __BANKFIX_EACH4)
__BANKFIX_FLOATS(float2, __BANKFIX_EACH2)
__BANKFIX_FLOATS(float3, __BANKFIX_EACH3)
__BANKFIX_FLOATS(float4, __BANKFIX_EACH4)

// A template, so that C++20's own lerp is preferred to it.
template <class... None>
__BANKFIX_HD float lerp(float a, float b, float t, None...) {
  return a + t * (b - a);
}
__BANKFIX_HD float fracf(float a) { return a - __builtin_floorf(a); }
__BANKFIX_HD float3 cross(float3 a, float3 b) {
  return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                a.x * b.y - a.y * b.x};
}
__BANKFIX_HD float smoothstep(float a, float b, float x) {
  float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

#undef __BANKFIX_HD
#undef __BANKFIX_EACH2
#undef __BANKFIX_EACH3
#undef __BANKFIX_EACH4
#undef __BANKFIX_NEGATED
#undef __BANKFIX_SUM
#undef __BANKFIX_DIFFERENCE
#undef __BANKFIX_PRODUCT
#undef __BANKFIX_QUOTIENT
#undef __BANKFIX_SUM_S
#undef __BANKFIX_DIFFERENCE_S
#undef __BANKFIX_PRODUCT_S
#undef __BANKFIX_QUOTIENT_S
#undef __BANKFIX_S_QUOTIENT
#undef __BANKFIX_MIN
#undef __BANKFIX_MAX
#undef __BANKFIX_ABS
#undef __BANKFIX_FLOOR
#undef __BANKFIX_FRACTION
#undef __BANKFIX_MODULO
#undef __BANKFIX_OPERATOR
#undef __BANKFIX_ARITHMETIC
#undef __BANKFIX_BOUNDS
#undef __BANKFIX_SIGNED
#undef __BANKFIX_FLOATS
#undef __BANKFIX_MAKE
#undef __BANKFIX_CONVERT
#undef __BANKFIX_TYPE
