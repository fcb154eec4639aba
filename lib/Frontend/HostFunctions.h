//===- HostFunctions.h - Functions and variables of a host program ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOSTFUNCTIONS_H
#define BANKFIX_LIB_FRONTEND_HOSTFUNCTIONS_H

#include "HostTokens.h"

namespace bankfix {

/// A function as tokens.
struct HostFunction {
  TokenSpan Head; ///< Return type, name, and parameters.
  TokenSpan Body; ///< With its braces.

  bool contains(size_t At) const { return Body.Begin <= At && At < Body.End; }
};

/// The functions of a source, in its order; methods of classes are among them.
std::vector<HostFunction> hostFunctions(const HostTokens &T);

/// Token \p I names a variable, and no member of something.
bool isMention(const HostTokens &T, size_t I, llvm::StringRef Name);

/// Which kernels the variables of a source hold.
class HostKernels {
public:
  /// What one variable may hold.
  struct Choice {
    std::vector<std::string> Names; ///< By their names in OpenCL.
    bool MayBeOther = false;        ///< Any kernel besides.

    /// The kernel that it is for certain; null if it may be several.
    const std::string *only() const {
      return Names.size() == 1 && !MayBeOther ? &Names.front() : nullptr;
    }
  };

  explicit HostKernels(const HostTokens &T);

  /// What the expression \p S may be.
  Choice in(TokenSpan S) const;
  /// The function whose body token \p At stands in; null outside of all.
  const HostFunction *around(size_t At) const;
  /// Where each kernel is created first: a token.
  std::map<std::string, size_t> Created;

private:
  /// A function, or null for the whole file, and the variable as text.
  using Key = std::pair<const HostFunction *, std::string>;
  Key keyOf(TokenSpan Variable) const;
  void create(const HostCall &C, size_t At);
  void construct(size_t At);
  bool isConstructed(size_t At) const;
  void hold(TokenSpan Variable, const std::string &Kernel);
  void spoil(size_t At);
  void spoilObject(size_t At);

  const HostTokens &T;
  std::vector<HostFunction> Functions;
  std::map<Key, Choice> Variables;
};

/// The value of `i`, `i++` or `++i`, where \p Index says one of these within
/// \p F: a local variable that starts from a constant and is stepped by
/// statements that run once, one after another. Nothing where that is not so.
std::optional<int64_t> counterValue(const HostTokens &T,
                                    const HostConstants &Constants,
                                    const HostFunction &F, TokenSpan Index);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOSTFUNCTIONS_H
