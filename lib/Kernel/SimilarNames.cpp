//===- SimilarNames.cpp - What somebody may have meant --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/SimilarNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using llvm::StringRef;

std::string bankfix::didYouMean(StringRef Name, llvm::ArrayRef<StringRef> Names,
                                size_t Most) {
  const unsigned Limit = (Name.size() + 2) / 3; // Clang's.
  std::vector<std::pair<unsigned, std::string>> Near;
  for (StringRef Other : Names) {
    unsigned Distance = Name.edit_distance_insensitive(Other, true, Limit);
    if (Distance <= Limit)
      Near.emplace_back(Distance, "'" + Other.str() + "'");
  }
  llvm::sort(Near);
  std::vector<std::string> Texts;
  for (auto &[_, Text] : llvm::ArrayRef(Near).take_front(Most))
    Texts.push_back(Text);
  return Texts.empty() ? ""
                       : "; did you mean " + llvm::join(Texts, " or ") + "?";
}
