//===- HostKernels.h - Kernels that variables hold --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTKERNELS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTKERNELS_H

#include "Host/CreatedNames.h"
#include "Host/HostFunctors.h"
#include "Host/KernelMakers.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// Functions of all hosts, as what they do with a kernel is seen where they do
/// it; and those that return kernels.
struct HostNames {
  /// The parameters that are kernels, in all functions of a name.
  std::map<std::string, std::set<size_t>> Functions;
  KernelMakers Makers;
};

/// Which kernels the variables of a source hold. A variable holds what it is
/// created as, as long as every place that names it is one that creates it, or
/// gives it to OpenCL; a local one that is set to another, what that holds. One
/// that is no local variable is every other variable and member of its name,
/// too.
class HostKernels {
public:
  /// What one variable may hold.
  struct Choice {
    std::vector<std::string> Names; ///< By their names in OpenCL.
    bool MayBeOther = false;        ///< Any kernel besides.
    bool IsUnnamed = false;         ///< One is, of which the name is not known.

    /// The kernel that it is for certain; null if it may be several.
    const std::string *only() const {
      return Names.size() == 1 && !MayBeOther ? &Names.front() : nullptr;
    }
  };

  HostKernels(const HostMentions &M, const HostNames &Known,
              const FollowedHost &Followed,
              llvm::ArrayRef<HostFunctor> Functors);

  /// What the expression \p S may be.
  Choice in(TokenSpan S) const { return in(S, 0); }
  /// Adds what \p Other does with variables that are not local.
  void join(const HostKernels &Other);
  /// Where each kernel is created first: a token.
  std::map<std::string, size_t> Created;
  /// A kernel is created of which the name is not known.
  bool CreatesAny = false;
  /// Tokens that name a kernel, and give it to what may set its arguments or
  /// launch it without being seen.
  std::vector<size_t> Escapes;
  /// Tokens that name a kernel, or make one, which the function then returns.
  std::vector<std::pair<size_t, std::string>> Returned;
  /// What calls of \p Maker return stays in variables of kernels here.
  bool areHeld(const std::string &Maker) const;
  /// What goes away by token \p At, one of Escapes.
  Choice escaped(size_t At) const;

private:
  /// A function, or null for all else, and the variable as text.
  using Key = std::pair<const HostFunction *, std::string>;
  enum class Use : uint8_t {
    Declares,
    Creates,
    Makes, ///< By a function of the host.
    Gets,  ///< As a function's parameter.
    Copies,
    Returns,
    Keeps,
    Passes,
    Other
  };

  Key keyOf(size_t At) const;
  std::string textOf(size_t At) const;
  size_t behindVariable(size_t At) const;
  bool declaresIn(const HostFunction &F, size_t At) const;
  bool isDeclared(size_t At) const;
  bool isInitialized(size_t At) const;
  bool isParameter(size_t At) const;
  bool isHiddenInPart(const HostFunction &F, size_t At) const;
  Use useOf(size_t At, size_t &Made) const;
  Use assigned(size_t Value, size_t &Made) const;
  Use argument(size_t At, size_t End) const;
  bool isOwn(size_t At) const;
  TokenSpan pathIn(TokenSpan S) const;
  std::vector<TokenSpan> copied(size_t At) const;
  bool isCopied(size_t Begin, size_t End) const;
  Choice in(TokenSpan S, unsigned Depth) const;
  void add(size_t At);
  void addElements(size_t At, llvm::ArrayRef<std::string> Names);
  void addLoose(size_t At);
  bool createsUnnamed(size_t At, llvm::ArrayRef<HostFunctor> Functors) const;

  const HostTokens &T;
  const HostMentions &M;
  const std::map<std::string, std::set<size_t>> &Known;
  const KernelMakers &Makers;
  const std::set<size_t> &Passed; ///< See FollowedHost.
  const CreatedNames Names;
  std::set<size_t> InFunctors; ///< Tokens of HostFunctor::Held.
  std::set<std::string> Candidates;
  std::map<Key, Choice> Variables;
  /// The variables that local ones are copies of, as text.
  std::map<Key, std::vector<TokenSpan>> Copies;
  std::set<Key> Declared;
  bool IsLoose = false;  ///< A kernel may be in any variable of some struct.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTKERNELS_H
