// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers as pairs.

#pragma once

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __BANKFIX_HD __host__ __device__ inline
// T and its pair C; F ends the names of float's functions, and nothing ends
// those of double's.
#define __BANKFIX_COMPLEX(__T, __C, NAME, __F)                                 \
  __BANKFIX_HD __T cuCreal##__F(__C a) { return a.x; }                         \
  __BANKFIX_HD __T cuCimag##__F(__C a) { return a.y; }                         \
  __BANKFIX_HD __C make_##NAME(__T x, __T y) { return __C{x, y}; }             \
  __BANKFIX_HD __C cuConj##__F(__C a) { return __C{a.x, -a.y}; }               \
  __BANKFIX_HD __C cuCadd##__F(__C a, __C b) {                                 \
    return __C{a.x + b.x, a.y + b.y};                                          \
  }                                                                            \
  __BANKFIX_HD __C cuCsub##__F(__C a, __C b) {                                 \
    return __C{a.x - b.x, a.y - b.y};                                          \
  }                                                                            \
  __BANKFIX_HD __C cuCmul##__F(__C a, __C b) {                                 \
    return __C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                  \
  }                                                                            \
  __BANKFIX_HD __C cuCdiv##__F(__C a, __C b) {                                 \
    __T norm = b.x * b.x + b.y * b.y;                                          \
    return __C{(a.x * b.x + a.y * b.y) / norm,                                 \
               (a.y * b.x - a.x * b.y) / norm};                                \
  }                                                                            \
  __BANKFIX_HD __T cuCabs##__F(__C a) { return hypot##__F(a.x, a.y); }         \
  __BANKFIX_HD __C cuCfma##__F(__C a, __C b, __C c) {                          \
    return cuCadd##__F(cuCmul##__F(a, b), c);                                  \
  }
__BANKFIX_COMPLEX(float, cuFloatComplex, cuFloatComplex, f)
__BANKFIX_COMPLEX(double, cuDoubleComplex, cuDoubleComplex, )
#undef __BANKFIX_COMPLEX
__BANKFIX_HD cuComplex make_cuComplex(float x, float y) {
  return cuComplex{x, y};
}
__BANKFIX_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return cuDoubleComplex{a.x, a.y};
}
__BANKFIX_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return cuFloatComplex{static_cast<float>(a.x), static_cast<float>(a.y)};
}
#undef __BANKFIX_HD
