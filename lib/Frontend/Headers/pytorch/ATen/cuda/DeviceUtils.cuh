// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <torch/bankfix_torch.h>

inline __device__ unsigned ACTIVE_MASK() { return __activemask(); }
inline __device__ void WARP_SYNC(unsigned mask = ~0u) { __syncwarp(mask); }
inline __device__ unsigned WARP_BALLOT(int is, unsigned mask = ~0u) {
  return __ballot_sync(mask, is);
}
#define BANKFIX_TORCH_SHUFFLE(Name, Function)                                  \
  template <typename __T>                                                        \
  __device__ __T Name(__T value, int lane, int width = warpSize,                   \
                    unsigned mask = ~0u) {                                     \
    return Function(mask, value, lane, width);                                 \
  }
BANKFIX_TORCH_SHUFFLE(WARP_SHFL, __shfl_sync)
BANKFIX_TORCH_SHUFFLE(WARP_SHFL_XOR, __shfl_xor_sync)
BANKFIX_TORCH_SHUFFLE(WARP_SHFL_UP, __shfl_up_sync)
BANKFIX_TORCH_SHUFFLE(WARP_SHFL_DOWN, __shfl_down_sync)
#undef BANKFIX_TORCH_SHUFFLE
