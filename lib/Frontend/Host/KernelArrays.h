//===- KernelArrays.h - Kernels by an index that is not known ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (i = 0; i < devices; ++i)
//     k[i] = clCreateKernel(program, "scan", 0);    what k[i] is, all k are
//   clEnqueueNDRangeKernel(queue, k[j], ..);        some k that was stored
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_KERNELARRAYS_H
#define BANKFIX_LIB_FRONTEND_HOST_KERNELARRAYS_H

#include "Host/HostState.h"
#include <functional>

namespace bankfix {

/// Local arrays of kernels: what an element holds was stored to the array, as
/// OpenCL takes no other value.
class KernelArrays {
public:
  /// \p Unknown makes a value of which nothing is known.
  KernelArrays(ExprPool &Pool, std::function<const Expr *()> Unknown)
      : Pool(Pool), Unknown(std::move(Unknown)) {}

  /// What stands for the element of \p Array at \p Index, which is not known;
  /// nothing where it is no array of kernels.
  std::optional<HostPlace> element(const HostPlace &Array, const Expr *Index);
  /// What \p P holds, which nothing was noted of; null where that may be
  /// anything.
  const Expr *some(const HostState &In, const HostPlace &P) const;
  /// Notes what else may be \p Value now that \p Element is.
  void store(HostState &In, const HostPlace &Element, const Expr *Value);

  /// \p Element may have been set to anything, and so may any other.
  void forget(HostState &In, const HostPlace &Element);

  /// A loop that is followed once, for any iteration.
  void enterLoop() { StoredInLoops.emplace_back(); }
  /// In \p Behind, elements hold what they did \p Before the loop, or what some
  /// iteration stored.
  void leaveLoop(HostState &Behind, const HostState &Before);

private:
  ExprPool &Pool;
  std::function<const Expr *()> Unknown;
  /// By index: what stands for the elements.
  std::map<const Expr *, uint64_t> Numbers;
  /// By array, for each loop around: what is stored in it.
  std::vector<std::map<const clang::Decl *, const Expr *>> StoredInLoops;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_KERNELARRAYS_H
