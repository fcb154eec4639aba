//===- HostReach.h - What may size or launch without being seen -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule that a host is read by: every name that may lead to a call which
// gives a kernel an argument or launches it is part of a call that is
// understood, in the code, in each macro and in the branches that conditionals
// leave out; else sizes and shapes are not known.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTREACH_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTREACH_H

#include "Host/HostTokens.h"

namespace bankfix {

/// What code may do to kernels that are not known.
struct HostEffect {
  bool Sizes = false;    ///< Gives a `__local` argument bytes.
  bool Values = false;   ///< Gives another argument a value.
  bool Launches = false; ///< With any shape.

  explicit operator bool() const { return Sizes || Values || Launches; }
  HostEffect &operator|=(const HostEffect &O) {
    Sizes |= O.Sizes;
    Values |= O.Values;
    Launches |= O.Launches;
    return *this;
  }
};

/// What a pointer for an argument's value may be.
enum class HostPointer : uint8_t { Null, Address, Unknown };

/// What \p S is, the value of an argument of \p Size.
HostPointer hostPointer(const HostTokens &In, TokenSpan S, TokenSpan Size);

/// One place with such an effect: bytes of the text.
struct HostEffectPlace {
  HostEffect Effect;
  size_t Begin = 0, End = 0;
};

/// What names lead to in one source.
class HostReach {
public:
  HostReach(const HostTokens &T, llvm::StringRef Text, bool IsCpp);

  /// Token \p At may be called as the function that it names in OpenCL.
  bool isCall(size_t At) const;
  /// Everything that has an effect, but the tokens in \p Understood, and what
  /// may have any.
  std::vector<HostEffectPlace> places(const std::set<size_t> &Understood) const;

private:
  HostEffect ofName(const HostTokens &In, size_t At) const;
  HostEffect ofBody(llvm::StringRef Body) const;
  HostEffect ofHidden(const HostToken &H) const;
  void addMacros();

  const HostTokens &T;
  llvm::StringRef Text;
  bool IsCpp;
  bool Renames = false; ///< A word of C means something else.
  std::map<std::string, HostEffect> Macros;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTREACH_H
