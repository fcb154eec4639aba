//===- HostVariants.cpp - A host's text as its flags make it --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostVariants.h"
#include "Text/Conditionals.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace bankfix;
using llvm::StringRef;

namespace {

/// More macros are left to be in doubt: each doubles the variants.
constexpr size_t MostMacros = 3;

/// `#ifdef NAME`, with or without `#else`.
struct Choice {
  std::string Macro;
  bool IsFirstDefined = true; ///< The first branch is the one with the macro.
  /// Of the first branch and the other one, which may be empty: what stands
  /// between the directives.
  FileRange Branches[2];
  std::vector<FileRange> Directives;
};

/// Finds the choices in one text.
class ChoiceFinder {
public:
  explicit ChoiceFinder(StringRef Text)
      : Text(Text), Manager("host.cpp", Text) {
    Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  }
  std::vector<Choice> run(size_t Start);

private:
  std::optional<Choice> choiceOf(const Conditional &C) const;
  FileRange directiveAt(unsigned Name) const;
  std::map<std::string, unsigned> names() const;

  StringRef Text;
  mutable clang::SourceManagerForFile Manager;
  clang::LangOptions Options;
};

/// From the `#` to the end of the line of the directive whose name is at byte
/// \p Name.
FileRange ChoiceFinder::directiveAt(unsigned Name) const {
  const size_t Hash = Text.take_front(Name).rfind('#');
  size_t End = Name;
  while (End < Text.size() && Text[End] != '\n')
    End += Text[End] == '\\' && End + 1 < Text.size() ? 2 : 1;
  return {unsigned(Hash), unsigned(End)};
}

/// The macro that \p Condition, all of a line behind `if`, asks for, if it does
/// nothing else; and whether it asks for its absence.
std::optional<std::pair<StringRef, bool>> definitionAsked(StringRef Condition) {
  const bool IsNegated = Condition.consume_front("!");
  Condition = Condition.trim();
  if (!Condition.consume_front("defined"))
    return std::nullopt;
  Condition = Condition.trim();
  if (Condition.consume_front("(") && !Condition.consume_back(")"))
    return std::nullopt;
  Condition = Condition.trim();
  bool IsName = !Condition.empty() && llvm::all_of(Condition, isNamePart);
  return IsName ? std::optional(std::pair(Condition, IsNegated)) : std::nullopt;
}

std::optional<Choice> ChoiceFinder::choiceOf(const Conditional &C) const {
  if (C.IsGuard || C.Branches.size() != 2)
    return std::nullopt;
  const ConditionalBranch &First = C.Branches[0], &Other = C.Branches[1];
  if (!Other.IsAbsence && !Text.substr(Other.Range.Begin).starts_with("else"))
    return std::nullopt;
  const FileRange If = directiveAt(First.Range.Begin);
  StringRef Line = Text.slice(First.Range.Begin, If.End);
  Line = Line.split("//").first.split("/*").first.rtrim();
  const StringRef Kind = Line.take_while(llvm::isAlpha);
  Line = Line.drop_front(Kind.size()).trim();
  std::string Asked = Line.str();
  if (Kind == "ifdef" || Kind == "ifndef")
    Asked = (Kind == "ifdef" ? "defined " : "!defined ") + Asked;
  else if (Kind != "if")
    return std::nullopt;
  auto Macro = definitionAsked(Asked);
  if (!Macro)
    return std::nullopt;
  Choice Out;
  Out.Macro = Macro->first.str();
  Out.IsFirstDefined = !Macro->second;
  const FileRange Else = directiveAt(First.Range.End);
  Out.Directives = {If, Else};
  Out.Branches[0] = {If.End, Else.Begin};
  if (!Other.IsAbsence) {
    const FileRange End = directiveAt(Other.Range.End);
    Out.Directives.push_back(End);
    Out.Branches[1] = {Else.End, End.Begin};
  }
  return Out;
}

/// How often the text has each identifier.
std::map<std::string, unsigned> ChoiceFinder::names() const {
  std::map<std::string, unsigned> Out;
  clang::SourceManager &SM = Manager.get();
  clang::FileID File = SM.getMainFileID();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, Options);
  clang::Token T;
  do {
    Raw.LexFromRawLexer(T);
    if (T.is(clang::tok::raw_identifier))
      ++Out[T.getRawIdentifier().str()];
  } while (T.isNot(clang::tok::eof));
  return Out;
}

std::vector<Choice> ChoiceFinder::run(size_t Start) {
  clang::SourceManager &SM = Manager.get();
  const ConditionalText All =
      readConditionals(SM, Options, SM.getMainFileID(),
                       /*IsNamed=*/[](StringRef) { return false; });
  std::vector<Choice> Out;
  std::map<std::string, unsigned> Asked;
  std::set<std::string> Wanted;
  for (const Conditional &C : All.Conditionals)
    if (std::optional<Choice> Of = choiceOf(C)) {
      ++Asked[Of->Macro];
      if (Of->Directives.front().Begin >= Start)
        Wanted.insert(Of->Macro);
      Out.push_back(std::move(*Of));
    }
  // What the text defines, or uses, is more than a choice.
  const std::map<std::string, unsigned> Named = names();
  std::erase_if(Wanted, [&](const std::string &Macro) {
    return Named.at(Macro) != Asked.at(Macro);
  });
  llvm::erase_if(Out, [&](const Choice &C) { return !Wanted.count(C.Macro); });
  return Out;
}

/// \p Text with the branches that \p Defined, the macros that there are, takes.
std::string variantOf(StringRef Text, llvm::ArrayRef<Choice> Choices,
                      const std::set<std::string> &Defined) {
  std::string Out = Text.str();
  auto Blank = [&](FileRange R) {
    for (unsigned At = R.Begin; At < R.End; ++At)
      if (Out[At] != '\n' && Out[At] != '\r')
        Out[At] = ' ';
  };
  for (const Choice &C : Choices) {
    llvm::for_each(C.Directives, Blank);
    Blank(C.Branches[Defined.count(C.Macro) == C.IsFirstDefined]);
  }
  return Out;
}

} // namespace

std::vector<std::string> bankfix::hostVariants(StringRef Text, size_t Start) {
  const std::vector<Choice> Choices = ChoiceFinder(Text).run(Start);
  std::set<std::string> Macros;
  for (const Choice &C : Choices)
    Macros.insert(C.Macro);
  if (Macros.empty() || Macros.size() > MostMacros)
    return {Text.str()};
  std::vector<std::string> Out;
  for (unsigned Bits = 0; Bits < 1u << Macros.size(); ++Bits) {
    std::set<std::string> Defined;
    for (auto [I, Macro] : llvm::enumerate(Macros))
      if (Bits >> I & 1)
        Defined.insert(Macro);
    Out.push_back(variantOf(Text, Choices, Defined));
  }
  return Out;
}
