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
#define __BANKFIX_COMPLEX(T, C, NAME, F)                                       \
  __BANKFIX_HD T cuCreal##F(C a) { return a.x; }                               \
  __BANKFIX_HD T cuCimag##F(C a) { return a.y; }                               \
  __BANKFIX_HD C make_##NAME(T x, T y) { return C{x, y}; }                     \
  __BANKFIX_HD C cuConj##F(C a) { return C{a.x, -a.y}; }                       \
  __BANKFIX_HD C cuCadd##F(C a, C b) { return C{a.x + b.x, a.y + b.y}; }       \
  __BANKFIX_HD C cuCsub##F(C a, C b) { return C{a.x - b.x, a.y - b.y}; }       \
  __BANKFIX_HD C cuCmul##F(C a, C b) {                                         \
    return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                    \
  }                                                                            \
  __BANKFIX_HD C cuCdiv##F(C a, C b) {                                         \
    T norm = b.x * b.x + b.y * b.y;                                            \
    return C{(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};  \
  }                                                                            \
  __BANKFIX_HD T cuCabs##F(C a) { return hypot##F(a.x, a.y); }                 \
  __BANKFIX_HD C cuCfma##F(C a, C b, C c) {                                    \
    return cuCadd##F(cuCmul##F(a, b), c);                                      \
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
