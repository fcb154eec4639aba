//===- HostFunctions.cpp - Functions and variables of a host program ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

std::vector<HostFunction> bankfix::hostFunctions(const HostTokens &T) {
  std::vector<HostFunction> Out;
  size_t Head = 0;
  for (size_t I = 0; I < T.size(); ++I) {
    StringRef Text = T[I].IsString ? "" : StringRef(T[I].Text);
    if (Text == ";" || Text == "}")
      Head = I + 1;
    if (Text != "{")
      continue;
    StringRef Before = I ? StringRef(T[I - 1].Text) : "";
    bool IsBody = Before == ")" || Before == "const" || Before == "noexcept" ||
                  Before == "override" || Before == "final";
    bool IsValue = Before == "=" || Before == "]" || Before == ",";
    if (IsBody)
      Out.push_back({{Head, I}, {I, T.behind(I)}});
    if (IsBody || IsValue)
      I = T.behind(I) - 1;
    Head = I + 1;
  }
  return Out;
}

bool bankfix::isMention(const HostTokens &T, size_t I, StringRef Name) {
  return T[I].IsName && T[I].Text == Name &&
         (I == 0 || (T[I - 1].Text != "." && T[I - 1].Text != "->"));
}

std::string bankfix::nameOf(const HostTokens &T, const HostFunction &F) {
  for (size_t I = F.Head.Begin; I + 1 < F.Head.End; ++I)
    if (T.isName(I) && T.word(I + 1) == "(")
      return T[I].Text;
  return "";
}
