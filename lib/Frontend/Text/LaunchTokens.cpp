//===- LaunchTokens.cpp - Launches as nvcc reads them ---------------------===//
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

/// Between \p Begin and \p End, the arguments of a launch: one in braces that
/// has a blank before it becomes a call.
static void nameBlocks(std::string &Text, size_t Begin, size_t End) {
  unsigned Depth = 0;
  size_t Open = 0;   ///< Of such an argument.
  char Before = ','; ///< What is no blank.
  for (size_t I = Begin; I < End; ++I) {
    const char C = Text[I];
    if (C == ' ' || C == '\t' || C == '\n' || C == '\r')
      continue;
    if (C == '{' && Depth == 0 && Before == ',' &&
        (Text[I - 1] == ' ' || Text[I - 1] == '\t'))
      Open = I;
    Depth += C == '(' || C == '[' || C == '{';
    if (C == ')' || C == ']' || C == '}') {
      if (Depth == 0)
        return;
      if (--Depth == 0 && Open) {
        Text[Open - 1] = '$';
        Text[Open] = '(';
        Text[I] = ')';
        Open = 0;
      }
    }
    Before = C;
  }
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
        nameBlocks(Out, At + Open, To);
        break;
      }
    At += Open - 1;
  }
  return Out;
}
