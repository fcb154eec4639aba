//===- WordsFor.h - By which words text may name something ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_WORDSFOR_H
#define BANKFIX_LIB_FRONTEND_READ_WORDSFOR_H

#include "Read/Unit.h"
#include <optional>
#include <set>
#include <string>

namespace bankfix {

/// The words by which code, compiled or left out, may name one thing: its name,
/// and macros that stand for it, or that paste it out of pieces that some file
/// of the user's spells.
class WordsFor {
public:
  /// Keeps a reference to \p U.
  WordsFor(const Unit &U, std::string Name);
  std::set<std::string> all() const;
  /// The first of them that is one of \p Words; empty: none is.
  std::string in(const std::set<std::string> &Words) const;
  /// The first that is one of \p Words, which \p S has: what these paste, they
  /// spell, as far as calls of macros are whole there.
  std::string in(const SkippedCode &S,
                 const std::set<std::string> &Words) const;

private:
  bool mayBePasted() const;
  bool mayPasteOfItsOwn(const SkippedCode &S) const;

  const Unit &U;
  std::string Name;
  std::set<std::string> StandFor; ///< Macros that spell it, or one that does.
  std::set<std::string> Paste;    ///< Macros that may make any name.
  mutable std::optional<bool> IsPasted; ///< mayBePasted(), once it was asked.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_WORDSFOR_H
