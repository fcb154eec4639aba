//===- CreatedNames.h - How hosts name the kernels they create --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   clCreateKernel(program, "scan", &error)       the text itself
//   clCreateKernel(program, name, &error)         as far as Clang follows it
//   k[i] = clCreateKernel(program, names[i], ..)  k[1] is the second of names
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_CREATEDNAMES_H
#define BANKFIX_LIB_FRONTEND_HOST_CREATEDNAMES_H

#include "Host/FollowHost.h"
#include "Host/HostMentions.h"

namespace bankfix {

class CreatedNames {
public:
  CreatedNames(const HostMentions &M, const FollowedHost &Followed)
      : M(M), T(M.T), Followed(Followed) {}

  /// What the kernels may be called that the call at token \p At, of
  /// clCreateKernel or a constructor, makes; empty: anything.
  std::vector<std::string> at(size_t At) const;
  /// Where the name is an element of a table, of number \p Index, which is a
  /// variable's name: those of all elements; else empty.
  std::vector<std::string> ofElements(size_t At, TokenSpan Index) const;

private:
  std::vector<std::string> tableOf(TokenSpan Name, TokenSpan &Index) const;
  std::vector<std::string> listed(size_t Declared) const;
  bool isConstant(size_t Declared) const;

  const HostMentions &M;
  const HostTokens &T;
  const FollowedHost &Followed;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_CREATEDNAMES_H
