// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies into shared memory, done by the threads of a group. The
// copy is complete when the call returns; wait() is the group's barrier.

#pragma once

#include <cooperative_groups.h>

namespace cuda {
template <__SIZE_TYPE__ Alignment> struct aligned_size_t {
  static constexpr __SIZE_TYPE__ align = Alignment;
  __SIZE_TYPE__ value;
  __host__ __device__ explicit constexpr aligned_size_t(__SIZE_TYPE__ size)
      : value(size) {}
  __host__ __device__ constexpr operator __SIZE_TYPE__() const { return value; }
};
} // namespace cuda

namespace cooperative_groups {

template <class Group, class __T>
__device__ inline void memcpy_async(const Group &group, __T *dst,
                                    const __T *src, __SIZE_TYPE__ bytes) {
  for (__SIZE_TYPE__ i = group.thread_rank(); i < bytes / sizeof(__T);
       i += group.size())
    dst[i] = src[i];
}
template <class Group, class __T>
__device__ inline void memcpy_async(const Group &group, __T *dst,
                                    __SIZE_TYPE__ dstCount, const __T *src,
                                    __SIZE_TYPE__ srcCount) {
  __SIZE_TYPE__ count = dstCount < srcCount ? dstCount : srcCount;
  memcpy_async(group, dst, src, count * sizeof(__T));
}
template <class Group> __device__ inline void wait(const Group &group) {
  group.sync();
}
template <unsigned Stages, class Group>
__device__ inline void wait_prior(const Group &group) {
  group.sync();
}

} // namespace cooperative_groups
