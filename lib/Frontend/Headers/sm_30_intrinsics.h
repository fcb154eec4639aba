// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp primitives: shuffles, votes, matches and reductions, with and without
// a mask of lanes.

#pragma once

#include <host_defines.h>

// A shuffle moves a value of any size in words of 32 bits. CLAMP is the lane
// bound of PTX's shfl: 0 for up, 31 otherwise; the segment mask follows width.
#define __BANKFIX_SHUFFLE(NAME, OLD, OP, LANE, CLAMP)                          \
  template <class __T>                                                         \
  __device__ inline __T NAME(unsigned mask, __T value, LANE lane,              \
                             int width = 32) {                                 \
    int words[(sizeof(__T) + 3) / 4] = {};                                     \
    __builtin_memcpy(words, &value, sizeof(__T));                              \
    for (int &word : words)                                                    \
      word = OP(mask, word, lane, ((32 - width) << 8) | CLAMP);                \
    __builtin_memcpy(&value, words, sizeof(__T));                              \
    return value;                                                              \
  }                                                                            \
  template <class __T>                                                         \
  __device__ inline __T OLD(__T value, LANE lane, int width = 32) {            \
    return NAME(0xffffffffu, value, lane, width);                              \
  }

__BANKFIX_SHUFFLE(__shfl_sync, __shfl, __nvvm_shfl_sync_idx_i32, int, 31)
__BANKFIX_SHUFFLE(__shfl_up_sync, __shfl_up, __nvvm_shfl_sync_up_i32, unsigned,
                  0)
__BANKFIX_SHUFFLE(__shfl_down_sync, __shfl_down, __nvvm_shfl_sync_down_i32,
                  unsigned, 31)
__BANKFIX_SHUFFLE(__shfl_xor_sync, __shfl_xor, __nvvm_shfl_sync_bfly_i32, int,
                  31)
#undef __BANKFIX_SHUFFLE

__device__ inline void __syncwarp(unsigned mask = 0xffffffffu) {
  __nvvm_bar_warp_sync(mask);
}
__device__ inline unsigned __activemask() { return __nvvm_activemask(); }

__device__ inline int __all_sync(unsigned mask, int pred) {
  return __nvvm_vote_all_sync(mask, pred);
}
__device__ inline int __any_sync(unsigned mask, int pred) {
  return __nvvm_vote_any_sync(mask, pred);
}
__device__ inline int __uni_sync(unsigned mask, int pred) {
  return __nvvm_vote_uni_sync(mask, pred);
}
__device__ inline unsigned __ballot_sync(unsigned mask, int pred) {
  return __nvvm_vote_ballot_sync(mask, pred);
}
__device__ inline int __all(int pred) { return __all_sync(0xffffffffu, pred); }
__device__ inline int __any(int pred) { return __any_sync(0xffffffffu, pred); }
__device__ inline unsigned __ballot(int pred) {
  return __ballot_sync(0xffffffffu, pred);
}

// Lanes whose value has the same bits.
template <class __T>
__device__ inline unsigned __match_any_sync(unsigned mask, __T value) {
  if constexpr (sizeof(__T) <= 4) {
    unsigned bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(__T));
    return __nvvm_match_any_sync_i32(mask, bits);
  } else {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(__T));
    return __nvvm_match_any_sync_i64(mask, bits);
  }
}
template <class __T>
__device__ inline unsigned __match_all_sync(unsigned mask, __T value,
                                            int *pred) {
  if constexpr (sizeof(__T) <= 4) {
    unsigned bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(__T));
    return __nvvm_match_all_sync_i32p(mask, bits, pred);
  } else {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(__T));
    return __nvvm_match_all_sync_i64p(mask, bits, pred);
  }
}

// Older devices do not have them.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __BANKFIX_REDUCE(TYPE, NAME, BUILTIN)                                  \
  __device__ inline TYPE __reduce_##NAME##_sync(unsigned mask, TYPE v) {       \
    return __nvvm_redux_sync_##BUILTIN(v, mask);                               \
  }
#else
#define __BANKFIX_REDUCE(TYPE, NAME, BUILTIN)                                  \
  __device__ TYPE __reduce_##NAME##_sync(unsigned mask, TYPE v);
#endif
__BANKFIX_REDUCE(unsigned, add, add)
__BANKFIX_REDUCE(int, add, add)
__BANKFIX_REDUCE(unsigned, min, umin)
__BANKFIX_REDUCE(int, min, min)
__BANKFIX_REDUCE(unsigned, max, umax)
__BANKFIX_REDUCE(int, max, max)
__BANKFIX_REDUCE(unsigned, and, and)
__BANKFIX_REDUCE(unsigned, or, or)
__BANKFIX_REDUCE(unsigned, xor, xor)
#undef __BANKFIX_REDUCE
