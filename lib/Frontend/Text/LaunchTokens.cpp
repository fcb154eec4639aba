//===- LaunchTokens.cpp - Launches written with blanks --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/LaunchTokens.h"

using namespace bankfix;

/// The length of three \p C at the start of \p Text, blanks between them; 0 if
/// they are not there.
static size_t spacedTriple(llvm::StringRef Text, char C) {
  size_t I = 0;
  for (unsigned Count = 0; I < Text.size(); ++I) {
    if (Text[I] == C && ++Count == 3)
      return I + 1;
    if (Text[I] != C && Text[I] != ' ' && Text[I] != '\t')
      return 0;
  }
  return 0;
}

std::string bankfix::joinLaunchTokens(llvm::StringRef Text) {
  std::string Out = Text.str();
  for (size_t At = Out.find('<'); At != std::string::npos;
       At = Out.find('<', At + 1)) {
    size_t Open = spacedTriple(llvm::StringRef(Out).substr(At), '<');
    if (!Open)
      continue;
    // The first `>>>` before the statement ends closes it.
    size_t End = std::min(Out.find(';', At), Out.size());
    for (size_t To = At + Open; To < End; ++To)
      if (size_t Close = spacedTriple(llvm::StringRef(Out).substr(To), '>')) {
        std::string Blanks(Close - 3, ' ');
        Out.replace(To, Close, Blanks + ">>>");
        Out.replace(At, Open, "<<<" + std::string(Open - 3, ' '));
        break;
      }
    At += Open - 1;
  }
  return Out;
}
