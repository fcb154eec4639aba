//===- Words.h - Whole words of C-like text ---------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_WORDS_H
#define BANKFIX_KERNEL_WORDS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace bankfix {

/// True for what C's names are made of, of ASCII.
inline bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// \p Text is a name, whole.
inline bool isName(llvm::StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text.front()) &&
         llvm::all_of(Text, isNamePart);
}

/// Where \p Text has \p Word as a whole, not as a part of a name, at \p From or
/// behind it; npos: nowhere.
inline size_t findWord(llvm::StringRef Text, llvm::StringRef Word,
                       size_t From = 0) {
  size_t At = Text.find(Word, From);
  for (; At != llvm::StringRef::npos; At = Text.find(Word, At + 1)) {
    const llvm::StringRef Behind = Text.drop_front(At + Word.size());
    if ((At == 0 || !isNamePart(Text[At - 1])) &&
        (Behind.empty() || !isNamePart(Behind.front())))
      break;
  }
  return At;
}

inline bool hasWord(llvm::StringRef Text, llvm::StringRef Word) {
  return findWord(Text, Word) != llvm::StringRef::npos;
}

/// \p Name is made of parts and numbers, one behind the other, as macros paste
/// and programs join them.
inline bool isMadeOf(llvm::StringRef Name,
                     llvm::function_ref<bool(llvm::StringRef)> IsPart) {
  std::vector<bool> IsMade(Name.size() + 1); // Of what is in front of it.
  IsMade[0] = true;
  for (size_t To = 1; To <= Name.size(); ++To)
    for (size_t From = 0; From < To && !IsMade[To]; ++From) {
      const llvm::StringRef Part = Name.slice(From, To);
      IsMade[To] =
          IsMade[From] && (llvm::all_of(Part, llvm::isDigit) || IsPart(Part));
    }
  return IsMade.back();
}

} // namespace bankfix

#endif // BANKFIX_KERNEL_WORDS_H
