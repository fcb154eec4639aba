// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc declares and Clang, with the same toolkit, does not: C's headers
// that nvcc includes on its own, the host's min and max, and a few intrinsics. Included behind the toolkit's
// cuda_runtime.h.

#pragma once
#pragma GCC system_header

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// As in host_defines.h beside this.
#undef __managed__
#define __managed__ __attribute__((device, annotate("bankfix-managed")))

// What a launch's `{8, 8}` is read as: see LaunchTokens.h.
#define $ dim3

#define __BANKFIX_PAIR(__R, __A, __B)                                          \
  __host__ __R min(__A, __B) noexcept;                                         \
  __host__ __R max(__A, __B) noexcept;
#define __BANKFIX_PAIRS(__T)                                                   \
  __BANKFIX_PAIR(__T, __T, __T)                                                \
  __BANKFIX_PAIR(unsigned __T, unsigned __T, unsigned __T)                     \
  __BANKFIX_PAIR(unsigned __T, __T, unsigned __T)                              \
  __BANKFIX_PAIR(unsigned __T, unsigned __T, __T)
__BANKFIX_PAIRS(int)
__BANKFIX_PAIRS(long)
__BANKFIX_PAIRS(long long)
__BANKFIX_PAIR(float, float, float)
__BANKFIX_PAIR(double, double, double)
__BANKFIX_PAIR(double, float, double)
__BANKFIX_PAIR(double, double, float)
#undef __BANKFIX_PAIRS
#undef __BANKFIX_PAIR

#define __BANKFIX_STORE(NAME)                                                  \
  template <class __T, class __U> __device__ inline void NAME(__T *p, __U v) { \
    *p = v;                                                                    \
  }
__BANKFIX_STORE(__stcg)
__BANKFIX_STORE(__stcs)
__BANKFIX_STORE(__stwb)
__BANKFIX_STORE(__stwt)
#undef __BANKFIX_STORE
