// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C's math functions for the host and the device, and CUDA's own. The host
// declarations agree with <math.h>, which costs ten times as much to parse, so
// a file may include that as well.

#pragma once

#include <common_functions.h>

// The floating type that a C++ math function computes in: float for float,
// double for integers. Others (long double, classes) are not ours.
template <class __T, int Extra> struct __bankfix_float {};
template <> struct __bankfix_float<float, 0> {
  using type = float;
  template <class __R> using to = __R;
};
#define __BANKFIX_DOUBLE(__T)                                                  \
  template <> struct __bankfix_float<__T, 0> {                                 \
    using type = double;                                                       \
    template <class __R> using to = __R;                                       \
  };
__BANKFIX_DOUBLE(bool)
__BANKFIX_DOUBLE(char)
__BANKFIX_DOUBLE(signed char)
__BANKFIX_DOUBLE(unsigned char)
__BANKFIX_DOUBLE(short)
__BANKFIX_DOUBLE(unsigned short)
__BANKFIX_DOUBLE(int)
__BANKFIX_DOUBLE(unsigned int)
__BANKFIX_DOUBLE(long)
__BANKFIX_DOUBLE(unsigned long)
__BANKFIX_DOUBLE(long long)
__BANKFIX_DOUBLE(unsigned long long)
__BANKFIX_DOUBLE(double)
#undef __BANKFIX_DOUBLE

template <class __T, class __U>
using __bankfix_float2 = decltype(typename __bankfix_float<__T, 0>::type() +
                                  typename __bankfix_float<__U, 0>::type());

// Every function has the C names for both sides. Its C++ overloads are one
// template; the empty pack makes it lose to the overloads of <cmath>.
#define __BANKFIX_C(__R, NAME, ...)                                            \
  extern "C" __R NAME(__VA_ARGS__) noexcept;                                   \
  extern "C" __device__ __R NAME(__VA_ARGS__) noexcept;
#define __BANKFIX_STD(NAME)                                                    \
  namespace std {                                                              \
  using ::NAME;                                                                \
  }

#define __BANKFIX_CXX1(NAME)                                                   \
  template <class __T, class... None>                                          \
  __host__ __device__ inline                                                   \
      typename __bankfix_float<__T, sizeof...(None)>::type                     \
      NAME(__T x, None...) {                                                   \
    return NAME(static_cast<double>(x));                                       \
  }
#define __BANKFIX_MATH1(NAME)                                                  \
  __BANKFIX_C(double, NAME, double)                                            \
  __BANKFIX_C(float, NAME##f, float)                                           \
  __BANKFIX_CXX1(NAME)                                                         \
  __BANKFIX_STD(NAME)

#define __BANKFIX_CXX2(NAME)                                                   \
  template <class __T, class __U, class... None>                               \
  __host__ __device__ inline __bankfix_float2<__T, __U> NAME(__T x, __U y,     \
                                                             None...) {        \
    return NAME(static_cast<double>(x), static_cast<double>(y));               \
  }
#define __BANKFIX_MATH2(NAME)                                                  \
  __BANKFIX_C(double, NAME, double, double)                                    \
  __BANKFIX_C(float, NAME##f, float, float)                                    \
  __BANKFIX_CXX2(NAME)                                                         \
  __BANKFIX_STD(NAME)

__BANKFIX_MATH1(acos)
__BANKFIX_MATH1(acosh)
__BANKFIX_MATH1(asin)
__BANKFIX_MATH1(asinh)
__BANKFIX_MATH1(atan)
__BANKFIX_MATH1(atanh)
__BANKFIX_MATH1(cbrt)
__BANKFIX_MATH1(ceil)
__BANKFIX_MATH1(cos)
__BANKFIX_MATH1(cosh)
__BANKFIX_MATH1(erf)
__BANKFIX_MATH1(erfc)
__BANKFIX_MATH1(exp)
__BANKFIX_MATH1(exp2)
__BANKFIX_MATH1(expm1)
__BANKFIX_MATH1(fabs)
__BANKFIX_MATH1(floor)
__BANKFIX_MATH1(lgamma)
__BANKFIX_MATH1(log)
__BANKFIX_MATH1(log10)
__BANKFIX_MATH1(log1p)
__BANKFIX_MATH1(log2)
__BANKFIX_MATH1(logb)
__BANKFIX_MATH1(nearbyint)
__BANKFIX_MATH1(rint)
__BANKFIX_MATH1(round)
__BANKFIX_MATH1(sin)
__BANKFIX_MATH1(sinh)
__BANKFIX_MATH1(sqrt)
__BANKFIX_MATH1(tan)
__BANKFIX_MATH1(tanh)
__BANKFIX_MATH1(tgamma)
__BANKFIX_MATH1(trunc)

__BANKFIX_MATH2(atan2)
__BANKFIX_MATH2(copysign)
__BANKFIX_MATH2(fdim)
__BANKFIX_MATH2(fmax)
__BANKFIX_MATH2(fmin)
__BANKFIX_MATH2(fmod)
__BANKFIX_MATH2(hypot)
__BANKFIX_MATH2(nextafter)
__BANKFIX_MATH2(pow)
__BANKFIX_MATH2(remainder)

// CUDA's own functions, in the same two forms but outside namespace std.
#define __BANKFIX_CUDA1(NAME)                                                  \
  __BANKFIX_C(double, NAME, double)                                            \
  __BANKFIX_C(float, NAME##f, float)                                           \
  __BANKFIX_CXX1(NAME)
__BANKFIX_CUDA1(cospi)
__BANKFIX_CUDA1(cyl_bessel_i0)
__BANKFIX_CUDA1(cyl_bessel_i1)
__BANKFIX_CUDA1(erfcinv)
__BANKFIX_CUDA1(erfcx)
__BANKFIX_CUDA1(erfinv)
__BANKFIX_CUDA1(exp10)
__BANKFIX_CUDA1(j0)
__BANKFIX_CUDA1(j1)
__BANKFIX_CUDA1(normcdf)
__BANKFIX_CUDA1(normcdfinv)
__BANKFIX_CUDA1(rcbrt)
__BANKFIX_CUDA1(rsqrt)
__BANKFIX_CUDA1(sinpi)
__BANKFIX_CUDA1(y0)
__BANKFIX_CUDA1(y1)

// Functions of other shapes: R and the parameters for double, then for float.
#define __BANKFIX_BOTH(NAME, RD, PD, RF, PF)                                   \
  extern "C" RD NAME PD noexcept;                                              \
  extern "C" __device__ RD NAME PD noexcept;                                   \
  extern "C" RF NAME##f PF noexcept;                                           \
  extern "C" __device__ RF NAME##f PF noexcept;
__BANKFIX_BOTH(fma, double, (double, double, double), float,
               (float, float, float))
__BANKFIX_BOTH(frexp, double, (double, int *), float, (float, int *))
__BANKFIX_BOTH(ilogb, int, (double), int, (float))
__BANKFIX_BOTH(ldexp, double, (double, int), float, (float, int))
__BANKFIX_BOTH(llrint, long long, (double), long long, (float))
__BANKFIX_BOTH(llround, long long, (double), long long, (float))
__BANKFIX_BOTH(lrint, long, (double), long, (float))
__BANKFIX_BOTH(lround, long, (double), long, (float))
__BANKFIX_BOTH(modf, double, (double, double *), float, (float, float *))
__BANKFIX_BOTH(nan, double, (const char *), float, (const char *))
__BANKFIX_BOTH(remquo, double, (double, double, int *), float,
               (float, float, int *))
__BANKFIX_BOTH(scalbln, double, (double, long), float, (float, long))
__BANKFIX_BOTH(scalbn, double, (double, int), float, (float, int))
__BANKFIX_BOTH(sincos, void, (double, double *, double *), void,
               (float, float *, float *))
__BANKFIX_BOTH(sincospi, void, (double, double *, double *), void,
               (float, float *, float *))
__BANKFIX_BOTH(jn, double, (int, double), float, (int, float))
__BANKFIX_BOTH(yn, double, (int, double), float, (int, float))
__BANKFIX_BOTH(norm, double, (int, const double *), float, (int, const float *))
__BANKFIX_BOTH(norm3d, double, (double, double, double), float,
               (float, float, float))
__BANKFIX_BOTH(norm4d, double, (double, double, double, double), float,
               (float, float, float, float))
__BANKFIX_BOTH(rnorm, double, (int, const double *), float,
               (int, const float *))
__BANKFIX_BOTH(rnorm3d, double, (double, double, double), float,
               (float, float, float))
__BANKFIX_BOTH(rnorm4d, double, (double, double, double, double), float,
               (float, float, float, float))
__BANKFIX_BOTH(rhypot, double, (double, double), float, (float, float))
__BANKFIX_C(float, fdividef, float, float)

// Their overloads on float and, where one is common, on integers.
#define __BANKFIX_TO_INT(__R, NAME)                                            \
  template <class __T, class... None>                                          \
  __host__ __device__ inline                                                   \
      typename __bankfix_float<__T, sizeof...(None)>::template to<__R>         \
      NAME(__T x, None...) {                                                   \
    return NAME(static_cast<double>(x));                                       \
  }                                                                            \
  __BANKFIX_STD(NAME)
__BANKFIX_TO_INT(int, ilogb)
__BANKFIX_TO_INT(long long, llrint)
__BANKFIX_TO_INT(long long, llround)
__BANKFIX_TO_INT(long, lrint)
__BANKFIX_TO_INT(long, lround)
// Predicates have no C form of their own.
#define __BANKFIX_PREDICATE(NAME)                                              \
  template <class __T, class... None>                                          \
  __host__ __device__ inline                                                   \
      typename __bankfix_float<__T, sizeof...(None)>::template to<bool>        \
      NAME(__T x, None...) {                                                   \
    return __builtin_##NAME(static_cast<double>(x));                           \
  }                                                                            \
  __BANKFIX_STD(NAME)
#undef isnan
#undef isinf
#undef isfinite
#undef signbit
__BANKFIX_PREDICATE(isnan)
__BANKFIX_PREDICATE(isinf)
__BANKFIX_PREDICATE(isfinite)
__BANKFIX_PREDICATE(signbit)

template <class __T, class __U, class __V, class... None>
__host__ __device__ inline __bankfix_float2<__T, decltype(__U() + __V())>
fma(__T x, __U y, __V z, None...) {
  return fma(static_cast<double>(x), static_cast<double>(y),
             static_cast<double>(z));
}
template <class __T, class... None>
__host__ __device__ inline typename __bankfix_float<__T, sizeof...(None)>::type
frexp(__T x, int *e, None...) {
  return frexp(static_cast<double>(x), e);
}
template <class __T, class... None>
__host__ __device__ inline typename __bankfix_float<__T, sizeof...(None)>::type
ldexp(__T x, int e, None...) {
  return ldexp(static_cast<double>(x), e);
}
template <class __T, class... None>
__host__ __device__ inline typename __bankfix_float<__T, sizeof...(None)>::type
scalbn(__T x, int e, None...) {
  return scalbn(static_cast<double>(x), e);
}
template <class... None>
__host__ __device__ inline float modf(float x, float *i, None...) {
  return modff(x, i);
}
template <class... None>
__host__ __device__ inline void sincos(float x, float *s, float *c, None...) {
  sincosf(x, s, c);
}
template <class... None>
__host__ __device__ inline void sincospi(float x, float *s, float *c, None...) {
  sincospif(x, s, c);
}
template <class... None>
__host__ __device__ inline float rhypot(float x, float y, None...) {
  return rhypotf(x, y);
}

// abs keeps its argument's type.
__BANKFIX_C(int, abs, int)
__BANKFIX_C(long, labs, long)
__BANKFIX_C(long long, llabs, long long)
template <class __T, class... None>
__host__ __device__ inline
    typename __bankfix_float<__T, sizeof...(None)>::template to<__T>
    abs(__T x, None...) {
  return x < __T(0) ? __T(-x) : x;
}

#define __BANKFIX_USING_STD                                                    \
  using ::abs;                                                                 \
  using ::fma;                                                                 \
  using ::frexp;                                                               \
  using ::ldexp;                                                               \
  using ::modf;                                                                \
  using ::scalbn;
namespace std {
__BANKFIX_USING_STD
}
#undef __BANKFIX_USING_STD

// min and max: of the same type, or one signed and one unsigned of a width, or
// float and double.
#define __BANKFIX_MINMAX(__R, __A, __B)                                        \
  __host__ __device__ inline __R min(__A a, __B b) {                           \
    __R x = a, y = b;                                                          \
    return x < y ? x : y;                                                      \
  }                                                                            \
  __host__ __device__ inline __R max(__A a, __B b) {                           \
    __R x = a, y = b;                                                          \
    return x > y ? x : y;                                                      \
  }
#define __BANKFIX_MINMAX_INT(__T)                                              \
  __BANKFIX_MINMAX(__T, __T, __T)                                              \
  __BANKFIX_MINMAX(unsigned __T, unsigned __T, unsigned __T)                   \
  __BANKFIX_MINMAX(unsigned __T, __T, unsigned __T)                            \
  __BANKFIX_MINMAX(unsigned __T, unsigned __T, __T)
__BANKFIX_MINMAX_INT(int)
__BANKFIX_MINMAX_INT(long)
__BANKFIX_MINMAX_INT(long long)
__BANKFIX_MINMAX(float, float, float)
__BANKFIX_MINMAX(double, double, double)
__BANKFIX_MINMAX(double, float, double)
__BANKFIX_MINMAX(double, double, float)

__host__ __device__ inline unsigned umin(unsigned a, unsigned b) {
  return a < b ? a : b;
}
__host__ __device__ inline unsigned umax(unsigned a, unsigned b) {
  return a > b ? a : b;
}
__host__ __device__ inline long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
__host__ __device__ inline long long llmax(long long a, long long b) {
  return a > b ? a : b;
}
__host__ __device__ inline unsigned long long ullmin(unsigned long long a,
                                                     unsigned long long b) {
  return a < b ? a : b;
}
__host__ __device__ inline unsigned long long ullmax(unsigned long long a,
                                                     unsigned long long b) {
  return a > b ? a : b;
}

// What a file that includes no <math.h> may still use of it.
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_LN2 0.69314718055994530942
#endif
#ifndef INFINITY
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#endif

#undef __BANKFIX_MINMAX_INT
#undef __BANKFIX_MINMAX
#undef __BANKFIX_PREDICATE
#undef __BANKFIX_TO_INT
#undef __BANKFIX_BOTH
#undef __BANKFIX_CUDA1
#undef __BANKFIX_MATH2
#undef __BANKFIX_CXX2
#undef __BANKFIX_MATH1
#undef __BANKFIX_CXX1
#undef __BANKFIX_STD
#undef __BANKFIX_C
