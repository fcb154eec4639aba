// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device intrinsics: integers, conversions, rounded and fast arithmetic,
// memory with cache hints, barriers and fences, clocks. The bodies give each
// its value in plain C++ where that is short; the rounding and cache modes
// that C++ cannot express are not modelled.

#pragma once

#include <host_defines.h>

// Integers.

__device__ inline int __popc(unsigned x) { return __builtin_popcount(x); }
__device__ inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
__device__ inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
__device__ inline int __clzll(long long x) {
  return x ? __builtin_clzll(x) : 64;
}
__device__ inline int __ffs(int x) { return __builtin_ffs(x); }
__device__ inline int __ffsll(long long x) { return __builtin_ffsll(x); }
__device__ inline unsigned __brev(unsigned x) {
  return __builtin_bitreverse32(x);
}
__device__ inline unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
// The position of the n-th set bit of mask, from base upwards (n > 0) or
// downwards (n < 0).
__device__ unsigned __fns(unsigned mask, unsigned base, int n);

__device__ inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) *
                          static_cast<unsigned>(b << 8 >> 8));
}
__device__ inline unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
__device__ inline int mul24(int a, int b) { return __mul24(a, b); }
__device__ inline unsigned umul24(unsigned a, unsigned b) {
  return __umul24(a, b);
}
__device__ inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
__device__ inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
__device__ inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
__device__ inline unsigned long long __umul64hi(unsigned long long a,
                                                unsigned long long b) {
  return static_cast<unsigned long long>(
      static_cast<unsigned __int128>(a) * b >> 64);
}
__device__ inline int mulhi(int a, int b) { return __mulhi(a, b); }
__device__ inline unsigned __sad(int a, int b, unsigned c) {
  return c + (a < b ? b - a : a - b);
}
__device__ inline unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return c + (a < b ? b - a : a - b);
}
__device__ inline int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
__device__ inline int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
__device__ inline unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
__device__ inline unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >>
                               1);
}
__device__ inline unsigned __funnelshift_l(unsigned lo, unsigned hi,
                                           unsigned n) {
  return static_cast<unsigned>(
      ((static_cast<unsigned long long>(hi) << 32 | lo) << (n & 31)) >> 32);
}
__device__ inline unsigned __funnelshift_r(unsigned lo, unsigned hi,
                                           unsigned n) {
  return static_cast<unsigned>(
      (static_cast<unsigned long long>(hi) << 32 | lo) >> (n & 31));
}
__device__ inline unsigned __funnelshift_lc(unsigned lo, unsigned hi,
                                            unsigned n) {
  return n < 32 ? __funnelshift_l(lo, hi, n) : lo;
}
__device__ inline unsigned __funnelshift_rc(unsigned lo, unsigned hi,
                                            unsigned n) {
  return n < 32 ? __funnelshift_r(lo, hi, n) : hi;
}
// Four bytes out of eight: nibble i of selector picks byte i of the result.
__device__ inline unsigned __byte_perm(unsigned a, unsigned b,
                                       unsigned selector) {
  unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |=
        static_cast<unsigned>(bytes >> (8 * (selector >> (4 * i) & 7)) & 0xff)
        << (8 * i);
  return result;
}
__device__ int __dp4a(int a, int b, int c);
__device__ unsigned __dp4a(unsigned a, unsigned b, unsigned c);
__device__ int __dp2a_lo(int a, int b, int c);
__device__ int __dp2a_hi(int a, int b, int c);

// SIMD within a word: two halves or four bytes.
#define __BANKFIX_SIMD2(NAME)                                                  \
  __device__ unsigned NAME##2(unsigned a, unsigned b);                         \
  __device__ unsigned NAME##4(unsigned a, unsigned b);
#define __BANKFIX_SIMD1(NAME)                                                  \
  __device__ unsigned NAME##2(unsigned a);                                     \
  __device__ unsigned NAME##4(unsigned a);
__BANKFIX_SIMD1(__vabs)
__BANKFIX_SIMD1(__vabsss)
__BANKFIX_SIMD1(__vneg)
__BANKFIX_SIMD1(__vnegss)
__BANKFIX_SIMD2(__vabsdiffs)
__BANKFIX_SIMD2(__vabsdiffu)
__BANKFIX_SIMD2(__vadd)
__BANKFIX_SIMD2(__vaddss)
__BANKFIX_SIMD2(__vaddus)
__BANKFIX_SIMD2(__vavgs)
__BANKFIX_SIMD2(__vavgu)
__BANKFIX_SIMD2(__vcmpeq)
__BANKFIX_SIMD2(__vcmpges)
__BANKFIX_SIMD2(__vcmpgeu)
__BANKFIX_SIMD2(__vcmpgts)
__BANKFIX_SIMD2(__vcmpgtu)
__BANKFIX_SIMD2(__vcmples)
__BANKFIX_SIMD2(__vcmpleu)
__BANKFIX_SIMD2(__vcmplts)
__BANKFIX_SIMD2(__vcmpltu)
__BANKFIX_SIMD2(__vcmpne)
__BANKFIX_SIMD2(__vhaddu)
__BANKFIX_SIMD2(__vmaxs)
__BANKFIX_SIMD2(__vmaxu)
__BANKFIX_SIMD2(__vmins)
__BANKFIX_SIMD2(__vminu)
__BANKFIX_SIMD2(__vsads)
__BANKFIX_SIMD2(__vsadu)
__BANKFIX_SIMD2(__vseteq)
__BANKFIX_SIMD2(__vsetgeu)
__BANKFIX_SIMD2(__vsetgtu)
__BANKFIX_SIMD2(__vsetltu)
__BANKFIX_SIMD2(__vsub)
__BANKFIX_SIMD2(__vsubss)
__BANKFIX_SIMD2(__vsubus)
#undef __BANKFIX_SIMD2
#undef __BANKFIX_SIMD1

// The bits of one type as another.

#define __BANKFIX_BITS(NAME, TO, FROM)                                         \
  __device__ inline TO NAME(FROM x) { return __builtin_bit_cast(TO, x); }
__BANKFIX_BITS(__float_as_int, int, float)
__BANKFIX_BITS(__float_as_uint, unsigned, float)
__BANKFIX_BITS(__int_as_float, float, int)
__BANKFIX_BITS(__uint_as_float, float, unsigned)
__BANKFIX_BITS(__double_as_longlong, long long, double)
__BANKFIX_BITS(__longlong_as_double, double, long long)
__BANKFIX_BITS(float_as_int, int, float)
__BANKFIX_BITS(int_as_float, float, int)
#undef __BANKFIX_BITS
__device__ inline int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
__device__ inline int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
__device__ inline double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(
      double, static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 |
                  static_cast<unsigned>(lo));
}

// Conversions, in the four rounding modes.

#define __BANKFIX_TO_INTEGER(NAME, TO, FROM, SUFFIX)                           \
  __device__ inline TO NAME##_rn(FROM x) {                                     \
    return static_cast<TO>(__builtin_rint##SUFFIX(x));                         \
  }                                                                            \
  __device__ inline TO NAME##_rz(FROM x) { return static_cast<TO>(x); }        \
  __device__ inline TO NAME##_ru(FROM x) {                                     \
    return static_cast<TO>(__builtin_ceil##SUFFIX(x));                         \
  }                                                                            \
  __device__ inline TO NAME##_rd(FROM x) {                                     \
    return static_cast<TO>(__builtin_floor##SUFFIX(x));                        \
  }
__BANKFIX_TO_INTEGER(__float2int, int, float, f)
__BANKFIX_TO_INTEGER(__float2uint, unsigned, float, f)
__BANKFIX_TO_INTEGER(__float2ll, long long, float, f)
__BANKFIX_TO_INTEGER(__float2ull, unsigned long long, float, f)
__BANKFIX_TO_INTEGER(__double2int, int, double, )
__BANKFIX_TO_INTEGER(__double2uint, unsigned, double, )
__BANKFIX_TO_INTEGER(__double2ll, long long, double, )
__BANKFIX_TO_INTEGER(__double2ull, unsigned long long, double, )
#undef __BANKFIX_TO_INTEGER

#define __BANKFIX_ROUNDED(__R, NAME, PARAMETERS, VALUE)                        \
  __device__ inline __R NAME##_rn PARAMETERS { return VALUE; }                 \
  __device__ inline __R NAME##_rz PARAMETERS { return VALUE; }                 \
  __device__ inline __R NAME##_ru PARAMETERS { return VALUE; }                 \
  __device__ inline __R NAME##_rd PARAMETERS { return VALUE; }
__BANKFIX_ROUNDED(float, __int2float, (int x), x)
__BANKFIX_ROUNDED(float, __uint2float, (unsigned x), x)
__BANKFIX_ROUNDED(float, __ll2float, (long long x), x)
__BANKFIX_ROUNDED(float, __ull2float, (unsigned long long x), x)
__BANKFIX_ROUNDED(double, __ll2double, (long long x), x)
__BANKFIX_ROUNDED(double, __ull2double, (unsigned long long x), x)
__BANKFIX_ROUNDED(float, __double2float, (double x), x)
__device__ inline double __int2double_rn(int x) { return x; }
__device__ inline double __uint2double_rn(unsigned x) { return x; }

// Arithmetic, in the four rounding modes.

__BANKFIX_ROUNDED(float, __fadd, (float x, float y), x + y)
__BANKFIX_ROUNDED(float, __fsub, (float x, float y), x - y)
__BANKFIX_ROUNDED(float, __fmul, (float x, float y), x *y)
__BANKFIX_ROUNDED(float, __fdiv, (float x, float y), x / y)
__BANKFIX_ROUNDED(float, __frcp, (float x), 1.0f / x)
__BANKFIX_ROUNDED(float, __fsqrt, (float x), __builtin_sqrtf(x))
__BANKFIX_ROUNDED(float, __fmaf, (float x, float y, float z),
                  __builtin_fmaf(x, y, z))
__device__ inline float __frsqrt_rn(float x) {
  return 1.0f / __builtin_sqrtf(x);
}
__BANKFIX_ROUNDED(double, __dadd, (double x, double y), x + y)
__BANKFIX_ROUNDED(double, __dsub, (double x, double y), x - y)
__BANKFIX_ROUNDED(double, __dmul, (double x, double y), x *y)
__BANKFIX_ROUNDED(double, __ddiv, (double x, double y), x / y)
__BANKFIX_ROUNDED(double, __drcp, (double x), 1.0 / x)
__BANKFIX_ROUNDED(double, __dsqrt, (double x), __builtin_sqrt(x))
__BANKFIX_ROUNDED(double, __fma, (double x, double y, double z),
                  __builtin_fma(x, y, z))
#undef __BANKFIX_ROUNDED

// Fast approximations.

#define __BANKFIX_FAST(NAME)                                                   \
  __device__ inline float __##NAME##f(float x) {                               \
    return __builtin_##NAME##f(x);                                             \
  }
__BANKFIX_FAST(cos)
__BANKFIX_FAST(exp)
__BANKFIX_FAST(log)
__BANKFIX_FAST(log10)
__BANKFIX_FAST(log2)
__BANKFIX_FAST(sin)
__BANKFIX_FAST(tan)
__BANKFIX_FAST(tanh)
#undef __BANKFIX_FAST
__device__ inline float __exp10f(float x) { return __builtin_exp10f(x); }
__device__ inline float __powf(float x, float y) {
  return __builtin_powf(x, y);
}
__device__ inline float __fdividef(float x, float y) { return x / y; }
__device__ inline void __sincosf(float x, float *s, float *c) {
  *s = __builtin_sinf(x);
  *c = __builtin_cosf(x);
}
__device__ inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
__device__ inline float saturate(float x) { return __saturatef(x); }

// Memory with cache hints.

#define __BANKFIX_LOAD(NAME)                                                   \
  template <class __T> __device__ inline __T NAME(const __T *p) { return *p; }
__BANKFIX_LOAD(__ldg)
__BANKFIX_LOAD(__ldca)
__BANKFIX_LOAD(__ldcg)
__BANKFIX_LOAD(__ldcs)
__BANKFIX_LOAD(__ldcv)
__BANKFIX_LOAD(__ldlu)
#undef __BANKFIX_LOAD
#define __BANKFIX_STORE(NAME)                                                  \
  template <class __T, class __U> __device__ inline void NAME(__T *p, __U v) { \
    *p = v;                                                                    \
  }
__BANKFIX_STORE(__stcg)
__BANKFIX_STORE(__stcs)
__BANKFIX_STORE(__stwb)
__BANKFIX_STORE(__stwt)
#undef __BANKFIX_STORE

__device__ inline unsigned __isGlobal(const void *p) {
  return __nvvm_isspacep_global(p);
}
__device__ inline unsigned __isShared(const void *p) {
  return __nvvm_isspacep_shared(p);
}
__device__ inline unsigned __isConstant(const void *p) {
  return __nvvm_isspacep_const(p);
}
__device__ inline unsigned __isLocal(const void *p) {
  return __nvvm_isspacep_local(p);
}
__device__ inline unsigned __isGridConstant(const void *) { return 0; }
// An address within its own space, and back.
#define __BANKFIX_SPACE(NAME)                                                  \
  __device__ __SIZE_TYPE__ __cvta_generic_to_##NAME(const void *p);            \
  __device__ void *__cvta_##NAME##_to_generic(__SIZE_TYPE__ address);
__BANKFIX_SPACE(shared)
__BANKFIX_SPACE(global)
__BANKFIX_SPACE(constant)
__BANKFIX_SPACE(local)
__BANKFIX_SPACE(grid_constant)
#undef __BANKFIX_SPACE

// Barriers and fences; __syncthreads itself is Clang's.

__device__ inline int __syncthreads_count(int pred) {
  return __nvvm_bar0_popc(pred);
}
__device__ inline int __syncthreads_and(int pred) {
  return __nvvm_bar0_and(pred);
}
__device__ inline int __syncthreads_or(int pred) {
  return __nvvm_bar0_or(pred);
}
__device__ inline void __threadfence_block() { __nvvm_membar_cta(); }
__device__ inline void __threadfence() { __nvvm_membar_gl(); }
__device__ inline void __threadfence_system() { __nvvm_membar_sys(); }

// Clocks and the rest.

__device__ inline long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__device__ inline unsigned long long globaltimer() {
  return __nvvm_read_ptx_sreg_globaltimer();
}
__device__ inline void __nanosleep(unsigned ns) { __nvvm_nanosleep(ns); }

// Grids that may start before the one before them has ended: as if it had.
__device__ inline void cudaTriggerProgrammaticLaunchCompletion() {}
__device__ inline void cudaGridDependencySynchronize() {}
__device__ inline unsigned __smid() { return __nvvm_read_ptx_sreg_smid(); }
__device__ inline void __trap() { __builtin_trap(); }
__device__ inline void __brkpt(int = 0) {}
__device__ inline void __prof_trigger(int) {}
#ifndef __nv_assume
#define __nv_assume(condition) __builtin_assume(condition)
#endif
#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif
