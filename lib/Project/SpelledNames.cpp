//===- SpelledNames.cpp - Names that programs make of text ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/SpelledNames.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace bankfix;
using clang::tok::TokenKind;
using llvm::StringRef;

namespace {

struct Word {
  TokenKind Kind;
  StringRef Text;
  bool BeginsLine;
  unsigned Line;

  bool is(TokenKind K) const { return Kind == K; }
  bool isName() const { return is(clang::tok::raw_identifier); }
  /// Other languages have texts where C has characters.
  bool isText() const {
    return clang::tok::isStringLiteral(Kind) || is(clang::tok::char_constant);
  }
};

using Words = std::vector<Word>;
using Parts = llvm::StringMap<unsigned>; ///< And the lines of the first.
using Definitions =
    llvm::function_ref<void(StringRef Macro, const Words &Body)>;

/// Without comments. \p Text is followed by a zero byte.
Words wordsOf(StringRef Text) {
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.RawStringLiterals = true;
  Options.LineComment = true;
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                     Text.begin(), Text.end());
  Words Out;
  clang::Token T;
  unsigned Line = 1;
  size_t Counted = 0;
  for (Lexer.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Lexer.LexFromRawLexer(T)) {
    const size_t End = Lexer.getCurrentBufferOffset();
    const StringRef Spelled = Text.slice(End - T.getLength(), End);
    Line += Text.slice(Counted, End - T.getLength()).count('\n');
    Counted = End - T.getLength();
    Out.push_back({T.getKind(), Spelled, T.isAtStartOfLine(), Line});
  }
  return Out;
}

/// What is in the quotes of \p Literal.
StringRef contentOf(StringRef Literal) {
  const char Quote = Literal.contains('"') ? '"' : '\'';
  StringRef Text = Literal.split(Quote).second.rsplit(Quote).first;
  if (Literal.take_until([](char C) { return C == '"'; }).ends_with("R"))
    Text = Text.split('(').second.rsplit(')').first;
  return Text;
}

/// Adds the names in \p Text, between which stand signs or what printf and its
/// like put something for, unless it is for people.
void addParts(StringRef Text, unsigned Line, Parts &Into) {
  Text = Text.take_until([](char C) { return C == '<'; });
  if (llvm::any_of(Text, llvm::isSpace))
    return;
  while (!Text.empty()) {
    const bool IsFormat = Text.front() == '%', IsEscape = Text.front() == '\\';
    StringRef Name = Text.take_while(isNamePart);
    if (!Name.empty())
      Into.try_emplace(Name, Line);
    Text = Text.drop_front(std::max<size_t>(Name.size(), 1));
    if (IsFormat)
      Text = Text.ltrim("0123456789.-+#hlzjt");
    Text = Text.drop_front((IsFormat || IsEscape) && !Text.empty());
  }
}

/// The texts that \p From begins with, which are one.
std::string joinedText(llvm::ArrayRef<Word> From) {
  std::string Out;
  for (const Word &W :
       From.take_while([](const Word &W) { return W.isText(); }))
    Out += contentOf(W.Text);
  return Out;
}

void addTexts(const Words &In, Parts &Into) {
  for (size_t I = 0; I < In.size(); ++I) {
    if (!In[I].isText())
      continue;
    addParts(contentOf(In[I].Text), In[I].Line, Into);
    if (I == 0 || !In[I - 1].isText())
      addParts(joinedText(llvm::ArrayRef(In).drop_front(I)), In[I].Line, Into);
  }
}

void forEachDefinition(const Words &In, Definitions Do) {
  for (size_t I = 0; I + 2 < In.size(); ++I) {
    if (!In[I].is(clang::tok::hash) || !In[I].BeginsLine ||
        In[I + 1].Text != "define")
      continue;
    auto End = std::find_if(In.begin() + I + 2, In.end(),
                            [](const Word &W) { return W.BeginsLine; });
    Do(In[I + 2].Text, Words(In.begin() + I + 3, End));
  }
}

bool makesText(const Words &Body) {
  for (size_t I = 0; I + 1 < Body.size(); ++I)
    if (Body[I].is(clang::tok::hash) && Body[I + 1].isName())
      return true;
  return false;
}

/// Adds the names that a macro makes text of where \p From, behind its name,
/// are its arguments: of each one what begins it, if it is nothing but a name.
void addArguments(llvm::ArrayRef<Word> From, Parts &Into) {
  if (From.empty() || !From.front().is(clang::tok::l_paren))
    return;
  unsigned Depth = 0;
  std::string Argument;
  for (const Word &W : From) {
    const bool Opens = W.is(clang::tok::l_paren);
    Depth += Opens;
    Depth -= W.is(clang::tok::r_paren);
    const bool Ends = Depth == 0 || (Depth == 1 && W.is(clang::tok::comma));
    if (Ends || (Opens && Depth == 1)) {
      addParts(Argument, W.Line, Into);
      Argument.clear();
    } else {
      Argument += W.Text;
      Argument += Opens ? " " : ""; // A call is no name.
    }
    if (Depth == 0)
      return;
  }
}

/// Adds the names before the parentheses, outside of others, of each
/// declaration that is a kernel's and has a body.
void addKernels(const Words &In, llvm::StringSet<> &Into) {
  for (size_t I = 0; I < In.size(); ++I) {
    // `kernel` may be a variable's name.
    const bool IsOpenCL =
        In[I].Text == "kernel" && I + 1 < In.size() &&
        (In[I + 1].Text == "void" || In[I + 1].Text == "__attribute__");
    if (In[I].Text != "__global__" && In[I].Text != "__kernel" && !IsOpenCL)
      continue;
    StringRef Name;
    unsigned Depth = 0;
    for (++I; I < In.size() && !In[I].is(clang::tok::semi) &&
              !In[I].is(clang::tok::l_brace);
         ++I) {
      if (In[I].is(clang::tok::l_paren) && Depth++ == 0 && In[I - 1].isName())
        Name = In[I - 1].Text; // Behind those of attributes.
      Depth -= In[I].is(clang::tok::r_paren) && Depth;
    }
    if (I < In.size() && In[I].is(clang::tok::l_brace) && !Name.empty())
      Into.insert(Name);
  }
}

/// Languages that are no kin of C have other comments, and more quotes: what is
/// between any two is taken for a text.
void addTextsOfAny(StringRef Text, Parts &Into) {
  unsigned Line = 1;
  while (!Text.empty()) {
    const StringRef Piece =
        Text.take_until([](char C) { return StringRef("\"'`\n").contains(C); });
    addParts(Piece, Line, Into);
    Text = Text.drop_front(Piece.size());
    Line += Text.starts_with("\n");
    Text = Text.drop_front(!Text.empty());
  }
}

} // namespace

SpelledNames::SpelledNames(llvm::ArrayRef<std::string> Paths) {
  std::vector<std::pair<std::unique_ptr<llvm::MemoryBuffer>, Words>> Read;
  for (const std::string &Path : Paths)
    if (auto Buffer = llvm::MemoryBuffer::getFile(Path)) {
      Files.push_back({Path, {}});
      Read.emplace_back(std::move(*Buffer), Words());
      Read.back().second = wordsOf(Read.back().first->getBuffer());
    }
  llvm::StringSet<> Making; // And the macros that hand on to them.
  bool IsNew = true;
  while (std::exchange(IsNew, false))
    for (const auto &Of : Read)
      forEachDefinition(Of.second, [&](StringRef Macro, const Words &Body) {
        if (!Making.contains(Macro) &&
            (makesText(Body) || llvm::any_of(Body, [&](const Word &W) {
               return W.isName() && Making.contains(W.Text);
             })))
          IsNew = Making.insert(Macro).second;
      });
  for (auto [To, Of] : llvm::zip_equal(Files, Read)) {
    forEachDefinition(Of.second, [&](StringRef Macro, const Words &Body) {
      if (Making.contains(Macro))
        addTexts(Body, OfMacros);
    });
    addKernels(Of.second, Kernels);
    if (sourceKind(To.Path))
      addTexts(Of.second, To.Parts);
    else
      addTextsOfAny(Of.first->getBuffer(), To.Parts);
    for (size_t I = 0; I < Of.second.size(); ++I)
      if (Of.second[I].isName() && Making.contains(Of.second[I].Text))
        addArguments(llvm::ArrayRef(Of.second).drop_front(I + 1), To.Parts);
  }
}

std::optional<SpelledNames::Place>
SpelledNames::spelling(StringRef Name) const {
  for (const File &F : Files) {
    auto IsPart = [&](StringRef Part) {
      return F.Parts.contains(Part) || OfMacros.contains(Part);
    };
    if (!isMadeOf(Name, IsPart))
      continue;
    // The longest that begins or ends it stands for all.
    for (size_t Size = Name.size(); Size > 0; --Size)
      for (StringRef Part : {Name.take_front(Size), Name.take_back(Size)})
        if (auto It = F.Parts.find(Part); It != F.Parts.end())
          return Place{F.Path, It->second};
  }
  return std::nullopt;
}
