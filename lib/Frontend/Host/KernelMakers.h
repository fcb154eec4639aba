//===- KernelMakers.h - Functions that return kernels -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cl_kernel make(cl_program program, const char *name) {
//     cl_int error;
//     cl_kernel k = clCreateKernel(program, name, &error);
//     return k;
//   }
//   ... scan = make(program, "scan");
//
// A maker, by its name. Which kernel a call of it makes, Clang follows
// (HostRun); the tokens say that nobody else gets it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_KERNELMAKERS_H
#define BANKFIX_LIB_FRONTEND_HOST_KERNELMAKERS_H

#include "Host/HostMentions.h"

namespace bankfix {

using KernelMakers = std::set<std::string>;

/// What \p T declares with `cl_kernel` before, and a parenthesis behind its
/// name; and clCloneKernel, which makes another one of a kernel.
KernelMakers kernelMakers(const HostTokens &T);

/// Where the call of one of \p Makers ends, `lib.make(program)`, that begins
/// with token \p Begin; nothing for another expression.
std::optional<size_t> endOfMaking(const HostTokens &T, size_t Begin,
                                  const KernelMakers &Makers);

/// The maker that returns what begins at token \p Begin; empty where that is
/// not what it returns.
std::string returningMaker(const HostMentions &M, size_t Begin);

/// Every mention of \p Maker declares it, or calls it and sets a variable to
/// the kernel, which \p IsVariable says of the token that names it, or gives it
/// to OpenCL, or drops it.
bool areHeld(const HostMentions &M, const std::string &Maker,
             llvm::function_ref<bool(size_t At)> IsVariable);

/// The parameters that are kernels, `cl_kernel k`, of the function whose name
/// is token \p Name: their numbers.
std::set<size_t> kernelParameters(const HostTokens &T, size_t Name);

/// The number of the argument that is a kernel, of calls of OpenCL that have
/// one.
std::optional<size_t> kernelArgument(llvm::StringRef Callee);

/// All of \p Kernel, an expression, is that argument of such a call.
bool isGivenToOpenCL(const HostTokens &T, TokenSpan Kernel);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_KERNELMAKERS_H
