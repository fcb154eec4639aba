//===- NamedFunctions.cpp - How a text names a function -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/NamedFunctions.h"
#include "Text/RawTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;
namespace tok = clang::tok;

namespace {

/// A type may end with it, so that what follows is declared.
bool endsType(const RawToken &T) {
  if (T.Kind == tok::raw_identifier)
    return !llvm::is_contained({"return", "else", "do", "case", "co_return"},
                               T.Text);
  return T.Kind == tok::star || T.Kind == tok::amp || T.Kind == tok::greater ||
         T.Kind == tok::coloncolon;
}

/// The declaration whose name is behind \p Before is a kernel's; macros that
/// may say so have capitals.
bool isOfKernel(llvm::ArrayRef<RawToken> Before) {
  for (const RawToken &T : llvm::reverse(Before)) {
    if (T.Kind == tok::semi || T.Kind == tok::l_brace || T.Kind == tok::r_brace)
      return false;
    const bool IsMacro = T.Kind == tok::raw_identifier && T.Text.size() > 1 &&
                         T.Text.upper() == T.Text;
    if (T.Text == "__global__" || IsMacro)
      return true;
  }
  return false;
}

} // namespace

NamedFunction bankfix::namedFunction(StringRef Text, StringRef Name) {
  NamedFunction Out;
  const std::vector<RawToken> All = rawTokens(Text);
  auto LineOf = [&](const RawToken &T) {
    return unsigned(1 +
                    Text.take_front(T.Text.begin() - Text.begin()).count('\n'));
  };
  for (size_t I = 0; I != All.size(); ++I) {
    if (All[I].Kind != tok::raw_identifier || All[I].Text != Name)
      continue;
    if (!Out.Named)
      Out.Named = LineOf(All[I]);
    if (I + 1 == All.size() || All[I + 1].Kind != tok::l_paren)
      continue;
    size_t Next = behindBracket(All, I + 1);
    while (Next < All.size() && All[Next].Kind == tok::raw_identifier) {
      const bool HasArguments =
          Next + 1 < All.size() && All[Next + 1].Kind == tok::l_paren;
      Next = HasArguments ? behindBracket(All, Next + 1) : Next + 1;
    }
    if (Next == All.size())
      continue;
    Out.IsDefined |= All[Next].Kind == tok::l_brace;
    if (!I || All[Next].Kind != tok::semi || !endsType(All[I - 1]))
      continue;
    if (!Out.Declared)
      Out.Declared = LineOf(All[I]);
    if (!Out.DeclaredKernel && isOfKernel(llvm::ArrayRef(All).take_front(I)))
      Out.DeclaredKernel = LineOf(All[I]);
  }
  return Out;
}
