//===- SeenNames.h - What Clang makes of names in a host --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens do not say what binds a reference: the type of a parameter, or of what
// is declared, may be written elsewhere. Clang knows, as far as it sees the
// code.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_SEENNAMES_H
#define BANKFIX_LIB_FRONTEND_HOST_SEENNAMES_H

#include <cstddef>
#include <set>

namespace bankfix {

struct Unit;

/// Places that name an integer, or an array of such: bytes of the text. Of one
/// that Clang does not see, there is nothing.
struct SeenNames {
  std::set<size_t> Read; ///< Its value is copied.
  /// It gets another name, or changes where no token says so. One text may be
  /// both, as in a macro.
  std::set<size_t> Bound;

  /// It is read, and nothing else.
  bool isRead(size_t At) const { return Read.count(At) && !Bound.count(At); }
  void merge(SeenNames Other) {
    Read.merge(Other.Read);
    Bound.merge(Other.Bound);
  }
};

/// Adds those of \p U, a host.
void findSeenNames(const Unit &U, SeenNames &Out);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_SEENNAMES_H
