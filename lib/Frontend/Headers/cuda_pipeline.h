// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies to shared memory, through the pipeline primitives. A
// copy is complete when the call returns.

#pragma once

#include <cuda_runtime.h>

__device__ inline void __pipeline_memcpy_async(void *__restrict dst,
                                               const void *__restrict src,
                                               size_t bytes,
                                               size_t zeroFill = 0) {
  __builtin_memcpy(dst, src, bytes - zeroFill);
  __builtin_memset(static_cast<char *>(dst) + (bytes - zeroFill), 0, zeroFill);
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(unsigned) {}

namespace nvcuda {
namespace experimental {
class pipeline {
public:
  __device__ void commit() {}
  template <unsigned __N> __device__ void wait_prior() {}
  __device__ void commit_and_wait() {}
};
template <class __T>
__device__ inline void memcpy_async(__T &dst, const __T &src, pipeline &) {
  dst = src;
}
} // namespace experimental
} // namespace nvcuda
