// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on global and shared memory. Each is a template over what
// the pointer points at, so that one declaration serves every type; a kernel's
// own overload (double on old devices) is preferred to it.

#pragma once

#include <host_defines.h>
#include <vector_types.h>

// T where no template argument may be deduced, so that the value converts.
template <class __T> struct __bankfix_same { using type = __T; };

#define __BANKFIX_ATOMIC_FETCH(NAME, OP)                                       \
  template <class __T>                                                         \
  __device__ inline __T NAME(__T *p, typename __bankfix_same<__T>::type v) {   \
    return OP(p, v, __ATOMIC_RELAXED);                                         \
  }
#define __BANKFIX_ATOMIC_EXCHANGE(NAME)                                        \
  template <class __T>                                                         \
  __device__ inline __T NAME(__T *p, typename __bankfix_same<__T>::type v) {   \
    __T old;                                                                   \
    __atomic_exchange(p, &v, &old, __ATOMIC_RELAXED);                          \
    return old;                                                                \
  }
#define __BANKFIX_ATOMIC_CAS(NAME)                                             \
  template <class __T>                                                         \
  __device__ inline __T NAME(__T *p,                                           \
                             typename __bankfix_same<__T>::type expected,      \
                             typename __bankfix_same<__T>::type v) {           \
    __atomic_compare_exchange(p, &expected, &v, false, __ATOMIC_RELAXED,       \
                              __ATOMIC_RELAXED);                               \
    return expected;                                                           \
  }
#define __BANKFIX_ATOMIC_WRAP(NAME, OP)                                        \
  __device__ inline unsigned NAME(unsigned *p, unsigned v) { return OP(p, v); }

#define __BANKFIX_ATOMICS(SCOPE)                                               \
  __BANKFIX_ATOMIC_FETCH(atomicAdd##SCOPE, __atomic_fetch_add)                 \
  __BANKFIX_ATOMIC_FETCH(atomicSub##SCOPE, __atomic_fetch_sub)                 \
  __BANKFIX_ATOMIC_FETCH(atomicMin##SCOPE, __atomic_fetch_min)                 \
  __BANKFIX_ATOMIC_FETCH(atomicMax##SCOPE, __atomic_fetch_max)                 \
  __BANKFIX_ATOMIC_FETCH(atomicAnd##SCOPE, __atomic_fetch_and)                 \
  __BANKFIX_ATOMIC_FETCH(atomicOr##SCOPE, __atomic_fetch_or)                   \
  __BANKFIX_ATOMIC_FETCH(atomicXor##SCOPE, __atomic_fetch_xor)                 \
  __BANKFIX_ATOMIC_EXCHANGE(atomicExch##SCOPE)                                 \
  __BANKFIX_ATOMIC_CAS(atomicCAS##SCOPE)                                       \
  __BANKFIX_ATOMIC_WRAP(atomicInc##SCOPE, __nvvm_atom_inc_gen_ui)              \
  __BANKFIX_ATOMIC_WRAP(atomicDec##SCOPE, __nvvm_atom_dec_gen_ui)

__BANKFIX_ATOMICS()
__BANKFIX_ATOMICS(_block)
__BANKFIX_ATOMICS(_system)
#undef __BANKFIX_ATOMICS
#undef __BANKFIX_ATOMIC_WRAP
#undef __BANKFIX_ATOMIC_CAS
#undef __BANKFIX_ATOMIC_EXCHANGE
#undef __BANKFIX_ATOMIC_FETCH

// Atomic for each component, as compute capability 9.0 has it for
// global memory.
__device__ inline float2 atomicAdd(float2 *p, float2 v) {
  return {atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)};
}
__device__ inline float4 atomicAdd(float4 *p, float4 v) {
  return {atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
          atomicAdd(&p->w, v.w)};
}
