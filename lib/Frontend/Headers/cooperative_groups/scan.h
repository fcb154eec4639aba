// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums over a group of lanes.

#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <class Group, class __T, class Op>
__device__ inline __T inclusive_scan(const Group &group, __T value, Op op) {
  __T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) {
    __T next = group.shfl(value, rank);
    if (rank <= group.thread_rank())
      result = op(result, next);
  }
  return result;
}
template <class Group, class __T>
__device__ inline __T inclusive_scan(const Group &group, __T value) {
  return inclusive_scan(group, value, plus<__T>());
}
template <class Group, class __T, class Op>
__device__ inline __T exclusive_scan(const Group &group, __T value, Op op) {
  __T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? __T() : before;
}
template <class Group, class __T>
__device__ inline __T exclusive_scan(const Group &group, __T value) {
  return exclusive_scan(group, value, plus<__T>());
}

} // namespace cooperative_groups
