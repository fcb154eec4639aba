//===- UnseenMemory.cpp - Shared memory that no kernel uses ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/UnseenMemory.h"
#include "Text/RawTokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// Words that put a variable into memory that a block shares.
constexpr StringRef Words[] = {"__shared__", "__local", "threadgroup",
                               "groupshared", "tile_static"};

class TextSearch {
public:
  TextSearch(StringRef Text, bool IsOpenCL)
      : Text(Text), IsOpenCL(IsOpenCL), Options(options()),
        Lexer(clang::SourceLocation(), Options, Text.begin(), Text.begin(),
              Text.end()) {}

  /// Nothing where there is no such word.
  std::optional<UnreadKernel> run();

private:
  static clang::LangOptions options() {
    clang::LangOptions O;
    O.CPlusPlus = O.CPlusPlus11 = true; // Raw strings.
    return O;
  }
  bool next() {
    bool IsLast = Lexer.LexFromRawLexer(Token);
    At = Lexer.getCurrentBufferOffset() - Token.getLength();
    return !IsLast;
  }
  StringRef spelling() const { return Text.substr(At, Token.getLength()); }
  void directive();
  StringRef wordIn(StringRef Spelling) const;
  UnreadKernel found(StringRef Word, bool InString) const;

  StringRef Text;
  bool IsOpenCL;
  clang::LangOptions Options;
  clang::Lexer Lexer;
  clang::Token Token;
  size_t At = 0; ///< Where Token begins.
  bool HasToken = false;
  unsigned Dead = 0; ///< Conditions that enclose this, from `#if 0` inwards.
};

} // namespace

/// Leaves Token at the first one behind the directive that it begins.
void TextSearch::directive() {
  llvm::SmallVector<StringRef, 4> Line;
  while ((HasToken = next()) && !Token.isAtStartOfLine())
    if (Line.size() < 3)
      Line.push_back(spelling());
  if (Line.empty())
    return;
  StringRef Name = Line[0];
  bool Opens = Name == "if" || Name == "ifdef" || Name == "ifndef";
  bool IsFalse = Name == "if" && Line.size() == 2 && Line[1] == "0";
  if (Opens && (Dead || IsFalse))
    ++Dead;
  else if (Dead && Name == "endif")
    --Dead;
  else if (Dead == 1 && Name.starts_with("el"))
    Dead = 0;
}

/// The word that \p Spelling is, or holds if it is a string.
StringRef TextSearch::wordIn(StringRef Spelling) const {
  if (Token.is(clang::tok::raw_identifier)) {
    if (IsOpenCL && Spelling == "local")
      return Spelling;
    return llvm::is_contained(Words, Spelling) ? Spelling : StringRef();
  }
  if (clang::tok::isStringLiteral(Token.getKind()))
    for (StringRef Word : Words)
      if (Word.starts_with("__") && Spelling.contains(Word))
        return Word;
  return StringRef();
}

UnreadKernel TextSearch::found(StringRef Word, bool InString) const {
  StringRef Before = Text.take_front(At);
  SourcePlace P;
  P.Line = 1 + Before.count('\n');
  P.Column = 1 + Before.size() - (Before.rfind('\n') + 1);
  std::string Start = "'" + Word.str() + "' in line " + std::to_string(P.Line);
  if (InString)
    return {"", P,
            Start + " is in a string, which bankfix does not read; give it the "
                    "kernel as a file"};
  if (Word == "threadgroup" || Word == "groupshared" || Word == "tile_static")
    return {"", P,
            Start + " is of a language that bankfix does not read; it reads "
                    "CUDA and OpenCL C"};
  return {"", P,
          Start + " is in no kernel that bankfix sees; give the macros that "
                  "its code needs with -D, or a file with a kernel that uses "
                  "it"};
}

std::optional<UnreadKernel> TextSearch::run() {
  HasToken = next();
  while (HasToken) {
    if (Token.is(clang::tok::hash) && Token.isAtStartOfLine()) {
      directive();
      continue;
    }
    StringRef Word = Dead ? StringRef() : wordIn(spelling());
    if (!Word.empty())
      return found(Word, !Token.is(clang::tok::raw_identifier));
    HasToken = next();
  }
  return std::nullopt;
}

void bankfix::noteUnseenMemory(ParsedFile &File, StringRef Text,
                               bool IsOpenCL) {
  // A kernel may well have single variables there, which need no look.
  if (!File.Ok || !File.KernelNames.empty() || !File.Unread.empty())
    return;
  std::optional<UnreadKernel> New = TextSearch(Text, IsOpenCL).run();
  if (!New)
    return;
  File.Diagnostics.push_back({Severity::Note, New->Place, New->Reason});
  File.Unread.push_back(std::move(*New));
}

std::vector<UnreadKernel> bankfix::leftOutKernels(StringRef Code, unsigned Line,
                                                  bool IsOpenCL) {
  const std::string Ended = Code.str(); // By a zero byte.
  const std::vector<RawToken> All = rawTokens(Ended);
  std::vector<UnreadKernel> Out;
  for (size_t I = 0; I < All.size(); ++I) {
    const bool IsKernel =
        IsOpenCL ? All[I].Text == "__kernel" ||
                       (All[I].Text == "kernel" && I + 1 < All.size() &&
                        (All[I + 1].Text == "void" ||
                         All[I + 1].Text == "__attribute__"))
                 : All[I].Text == "__global__";
    if (!IsKernel)
      continue;
    // `void __launch_bounds__(256) name(..) {`
    const RawToken *Name = nullptr;
    size_t At = I + 1;
    while (At < All.size() && All[At].Text != ";" && All[At].Text != "{") {
      if (All[At].Text == "(")
        Name = &All[At - 1];
      At = All[At].Text == "(" ? behindBracket(All, At) : At + 1;
    }
    if (At >= All.size() || All[At].Text != "{" || !Name)
      continue;
    const size_t End = behindBracket(All, At);
    const bool UsesMemory = llvm::any_of(
        llvm::ArrayRef(All).slice(I, End - I), [&](const RawToken &T) {
          return llvm::is_contained(Words, T.Text) ||
                 (IsOpenCL && T.Text == "local");
        });
    SourcePlace Place;
    Place.Line = Line + StringRef(Ended)
                            .take_front(Name->Text.begin() - Ended.data())
                            .count('\n');
    if (UsesMemory)
      Out.push_back({Name->Text.str(), Place,
                     "the preprocessor leaves it out; give the macros that it "
                     "asks for with -D, or another --target"});
    I = End - 1;
  }
  return Out;
}
