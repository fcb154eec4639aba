//===- HostFunctors.h - Kernels that are called as functions ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cl::KernelFunctor<cl::Buffer, cl::LocalSpaceArg> scan(program, "scan");
//   scan(cl::EnqueueArgs(queue, global, local), sums, cl::Local(bytes));
//
// Of OpenCL's C++ library: an object that sets all arguments of a kernel, and
// launches it, wherever it is called.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTORS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTORS_H

#include "Host/HostMentions.h"

namespace bankfix {

/// A local functor of which every mention is a call.
struct HostFunctor {
  size_t Type = 0, Name = 0; ///< Tokens: `KernelFunctor`, and the variable.
  std::string Kernel;        ///< Its name in OpenCL; empty: what Held is.
  /// Instead of a program and a name: `cl::Kernel(program, "scan")`, `kernel`.
  TokenSpan Held;
  std::vector<TokenSpan> Types;   ///< Of the kernel's arguments.
  std::vector<size_t> Calls;      ///< Tokens; each gives all arguments.
  std::vector<size_t> Understood; ///< Tokens of types that do nothing else.
};

std::vector<HostFunctor> hostFunctors(const HostMentions &M);

/// The bytes in `cl::Local(bytes)`, and in \p Name its token; empty where \p S
/// is something else.
TokenSpan localBytes(const HostTokens &T, TokenSpan S, size_t &Name);

/// `cl::NDRange(a, b)`, and a local variable that is one: the sizes of its
/// dimensions. Empty where \p S is something else.
std::vector<TokenSpan> ndRange(const HostMentions &M, TokenSpan S);

/// The work-group's sizes in `cl::EnqueueArgs(queue, global, local)`, \p S,
/// which \p Functors get; empty where they are not told.
std::vector<TokenSpan> localRange(const HostMentions &M, TokenSpan S,
                                  llvm::ArrayRef<HostFunctor> Functors);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTORS_H
