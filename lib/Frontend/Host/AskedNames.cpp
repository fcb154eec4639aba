//===- AskedNames.cpp - What a source may ask its build for ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/AskedNames.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// Of a text: what begins a line. A header is guarded by its first condition,
/// if it then defines the macro that it asks for.
enum Part {
  Code,
  Begun,
  Condition,
  Guard,
  Definition,
  Guarded,
  Inclusion,
  Other
};

/// What directives of that name are.
Part kindOf(StringRef Name) {
  if (Name == "define")
    return Definition;
  if (Name.starts_with("include") || Name == "import")
    return Inclusion;
  return Name.starts_with("if") || Name.starts_with("el") ? Condition : Other;
}

/// What a compiler sees of a name that is parted by the ends of lines.
std::string joinedLines(StringRef Spelling) {
  std::string Out;
  llvm::copy_if(Spelling, std::back_inserter(Out), isNamePart);
  return Out;
}

/// The name in `"k.h"` or `<k.h>`; empty for what is none.
std::string headerAt(StringRef Text) {
  const char Close = Text.starts_with("<") ? '>' : '"';
  if (!Text.consume_front("\"") && !Text.consume_front("<"))
    return "";
  return Text.take_until([&](char C) { return C == Close || C == '\n'; }).str();
}

} // namespace

void AskedNames::add(StringRef Text, bool IsHeader) {
  clang::LangOptions Options;
  Options.LineComment = Options.Digraphs = true;
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                     Text.begin(), Text.end());
  Part In = Code;
  std::string GuardedBy;
  unsigned Directives = 0;
  size_t Behind = 0; // The token before.
  clang::Token T;
  for (Lexer.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Lexer.LexFromRawLexer(T)) {
    const size_t End = Lexer.getCurrentBufferOffset();
    for (char C : Text.slice(Behind, End - T.getLength()))
      if (llvm::isSpace(C))
        Plain += C;
    Plain += Text.slice(End - T.getLength(), End);
    Behind = End;
    Pastes |= T.is(clang::tok::hashhash);
    if (In == Guarded && T.isAtStartOfLine())
      GuardedBy.clear(); // By the header itself, which gives it no value.
    In = In == Guarded ? Definition : In;
    if (T.isAtStartOfLine()) {
      In = T.is(clang::tok::hash) ? Begun : Code;
      Directives += In == Begun;
    }
    if (In == Inclusion) {
      In = Other;
      Included.insert(headerAt(Text.drop_front(End - T.getLength())));
    }
    if (T.isNot(clang::tok::raw_identifier))
      continue;
    const std::string Name = joinedLines(Text.slice(End - T.getLength(), End));
    if (In == Begun) {
      In = Name == "ifndef" && IsHeader && Directives == 1 ? Guard
                                                           : kindOf(Name);
      continue;
    }
    Spelled.insert(Name);
    if (In == Guard)
      GuardedBy = Name;
    else if (In == Definition && Directives == 2 && Name == GuardedBy)
      In = Guarded;
    else if (In == Condition && !isFixMacro(Name) && Name != "defined")
      Tested.insert(Name);
    else if (In == Definition && !isFixMacro(Name))
      InBodies.insert(Name);
  }
  if (!GuardedBy.empty())
    Tested.insert(GuardedBy);
  if (!Tested.empty())
    Tested.insert(InBodies.begin(), InBodies.end());
}
