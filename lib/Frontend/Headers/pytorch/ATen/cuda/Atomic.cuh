// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <torch/bankfix_torch.h>

// Half and BFloat16 are added in a loop, as other small types are.
template <typename __T> __device__ __T gpuAtomicAdd(__T *at, __T value) {
  return atomicAdd(at, value);
}
