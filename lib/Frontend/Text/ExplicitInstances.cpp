//===- ExplicitInstances.cpp - `template void f<int>(..);` ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template __global__ void f<float>(float *, const float *);
//                            ^ names the template, and uses it for nothing
//
// The tree keeps no such declaration, but the instance that it makes. Where a
// declaration starts with `template` and no `<`, it is one: the first name in
// it that a bracket follows is what it declares, unless a type before that has
// brackets of its own.
//
//===----------------------------------------------------------------------===//

#include "Text/ExplicitInstances.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;
namespace tok = clang::tok;

namespace {

/// What has been read of a declaration.
enum class Read : uint8_t {
  Nothing,   ///< It may begin here.
  Extern,    ///< Of `extern template`.
  Template,  ///< `template`, behind which a `<` would be another thing.
  ItsNames,  ///< Of an instance's, nothing but names behind that.
  OtherParts ///< All that it tells has been read.
};

Read after(Read Before, const clang::Token &T) {
  const bool IsName = T.is(tok::raw_identifier);
  const llvm::StringRef Word = IsName ? T.getRawIdentifier() : "";
  if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
    return Read::Nothing;
  if (Before == Read::Nothing && Word == "extern")
    return Read::Extern;
  if (Before <= Read::Extern)
    return Word == "template" ? Read::Template : Read::OtherParts;
  const bool IsPart = IsName || T.is(tok::coloncolon);
  return Before != Read::OtherParts && IsPart ? Read::ItsNames
                                              : Read::OtherParts;
}

} // namespace

std::vector<unsigned>
bankfix::explicitInstances(llvm::StringRef Text,
                           const clang::LangOptions &Options,
                           llvm::StringRef Name) {
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                     Text.begin(), Text.end());
  std::vector<unsigned> Out;
  Read State = Read::Nothing;
  bool InDirective = false;
  std::optional<unsigned> Named; // By the token before.
  clang::Token T;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Lexer.LexFromRawLexer(T);
    const unsigned Offset = Lexer.getCurrentBufferOffset() - T.getLength();
    InDirective &= !T.isAtStartOfLine();
    InDirective |= T.is(tok::hash) && T.isAtStartOfLine();
    if (InDirective) {
      State = State == Read::Nothing ? State : Read::OtherParts;
      Named.reset();
      continue;
    }
    if (Named && T.isOneOf(tok::less, tok::l_paren))
      Out.push_back(*Named);
    State = after(State, T);
    const bool IsNamed = State == Read::ItsNames && T.is(tok::raw_identifier) &&
                         T.getRawIdentifier() == Name;
    Named = IsNamed ? std::optional(Offset) : std::nullopt;
  }
  return Out;
}
