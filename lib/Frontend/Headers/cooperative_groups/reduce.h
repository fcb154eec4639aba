// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over a group of lanes.

#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class __T> struct plus {
  __device__ __T operator()(__T a, __T b) const { return a + b; }
};
template <class __T> struct less {
  __device__ __T operator()(__T a, __T b) const { return b < a ? b : a; }
};
template <class __T> struct greater {
  __device__ __T operator()(__T a, __T b) const { return a < b ? b : a; }
};
template <class __T> struct bit_and {
  __device__ __T operator()(__T a, __T b) const { return a & b; }
};
template <class __T> struct bit_or {
  __device__ __T operator()(__T a, __T b) const { return a | b; }
};
template <class __T> struct bit_xor {
  __device__ __T operator()(__T a, __T b) const { return a ^ b; }
};

template <class Group, class __T, class Op>
__device__ inline __T reduce(const Group &group, __T value, Op op) {
  __T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    result = op(result, group.shfl(value, rank));
  return result;
}

template <class Group, class Atomic, class __T, class Op>
__device__ inline void reduce_update_async(const Group &group, Atomic &atomic,
                                           __T value, Op op) {
  __T result = reduce(group, value, op);
  if (group.thread_rank() == 0)
    atomic.fetch_add(result);
}
template <class Group, class __T, class Op>
__device__ inline void reduce_store_async(const Group &group, __T *p, __T value,
                                          Op op) {
  __T result = reduce(group, value, op);
  if (group.thread_rank() == 0)
    *p = result;
}

} // namespace cooperative_groups
