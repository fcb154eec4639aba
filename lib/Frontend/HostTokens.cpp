//===- HostTokens.cpp - C source as tokens and constants ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTokens.h"
#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

static bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

void HostTokens::define(StringRef Directive) {
  StringRef Name = Directive.take_while(isNamePart);
  Directive = Directive.drop_front(Name.size());
  bool IsObject = !Directive.starts_with("(");
  if (!IsObject) {
    HostMacro M;
    auto [Parameters, Rest] = Directive.drop_front().split(')');
    llvm::SmallVector<StringRef, 4> Each;
    Parameters.split(Each, ',');
    for (StringRef P : Each)
      M.Parameters.push_back(P.trim().str());
    M.Body = Rest.split("//").first.split("/*").first.trim().str();
    auto [It, New] = Functions.try_emplace(Name.str(), M);
    if (!New && It->second.Body != M.Body)
      It->second.Body = "";
  }
  StringRef Body = Directive.split("//").first.split("/*").first.trim();
  auto [It, New] = Macros.try_emplace(Name.str(), IsObject ? Body.str() : "");
  if (!New && It->second != Body)
    It->second = "";
}

/// Whether `#if \p Condition` holds; nothing where that is not known.
std::optional<bool> HostTokens::holds(StringRef Condition) const {
  Condition = Condition.split("//").first.split("/*").first.trim();
  bool Negated = Condition.consume_front("!");
  if (Condition == "0" || Condition == "1")
    return (Condition == "1") != Negated;
  if (!Condition.consume_front("defined"))
    return std::nullopt;
  Condition = Condition.trim(" \t()");
  if (!llvm::all_of(Condition, isNamePart))
    return std::nullopt;
  return (Macros.count(Condition.str()) != 0) != Negated;
}

static bool isNumber(StringRef Condition) {
  Condition = Condition.split("//").first.split("/*").first.trim();
  return Condition == "0" || Condition == "1";
}

/// Notes a call in code that conditionals leave out.
void HostTokens::skip(StringRef Token, size_t Begin) {
  bool Never = llvm::any_of(Conditions, [](const Conditional &C) {
    return C.Fixed && !C.Active;
  });
  if (Token == "clSetKernelArg" && !Never)
    SkippedCalls.push_back(Begin);
}

/// Follows conditionals as a compiler without -D would; both branches of one
/// that is not understood count.
void HostTokens::directive(StringRef Text) {
  Text = Text.ltrim();
  StringRef Word = Text.take_while(llvm::isAlpha);
  StringRef Rest = Text.drop_front(Word.size()).trim();
  NumConditionals += Word.starts_with("if") || Word.starts_with("el") ||
                     Word == "endif";
  if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
    std::string Condition = Rest.str();
    if (Word != "if")
      Condition = (Word == "ifdef" ? "defined " : "!defined ") + Condition;
    std::optional<bool> Holds = holds(Condition);
    Conditions.push_back(
        {Holds.value_or(true), Holds, isActive(), isNumber(Rest)});
  } else if ((Word == "elif" || Word == "else") && !Conditions.empty()) {
    Conditional &C = Conditions.back();
    C.Fixed &= Word == "else" || isNumber(Rest);
    std::optional<bool> Now = Word == "else" ? true : holds(Rest);
    bool Before = C.Taken.value_or(false); // Some branch was surely taken.
    C.Active = !Before && Now.value_or(true);
    if (!Before)
      C.Taken = C.Taken.has_value() ? Now : C.Taken;
  } else if (Word == "endif" && !Conditions.empty()) {
    Conditions.pop_back();
  } else if (Word == "define" && isActive()) {
    define(Rest);
  }
}

/// A string without the line breaks that a backslash hides.
static std::string joined(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text.substr(I).starts_with("\\\n"))
      ++I;
    else
      Out += Text[I];
  return Out;
}

std::string HostTokens::text(TokenSpan S) const {
  std::string Out;
  for (size_t I = S.Begin; I < S.End; ++I) {
    Out += I == S.Begin ? "" : " ";
    Out += Tokens[I].IsString ? "\"" + Tokens[I].Text + "\"" : Tokens[I].Text;
  }
  return Out;
}

/// Moves MacroOffset behind the directive \p Line, which ends at byte \p End, if
/// it may stand there; before the file's first token otherwise.
void HostTokens::placeMacros(StringRef All, StringRef Line, size_t End) {
  size_t At = Line.data() - All.data();
  if (At < Start || HasOwnTokens)
    return;
  if (Conditions.empty())
    OutermostIf = All.rfind('\n', At) == StringRef::npos
                      ? Start
                      : std::max(Start, All.rfind('\n', At) + 1);
  StringRef Word = Line.drop_front().ltrim().take_while(llvm::isAlpha);
  if (Word == "include" && Conditions.empty())
    MacroOffset = std::min(End + 1, All.size());
}

void HostTokens::lex(StringRef Text) {
  const StringRef All = Text;
  bool StartsLine = true;
  auto Add = [&](StringRef Token, bool IsString, size_t Length) {
    StartsLine = false;
    size_t Begin = Text.data() - All.data();
    if (!isActive())
      return skip(Token, Begin);
    if (Begin >= Start && !HasOwnTokens) {
      HasOwnTokens = true;
      size_t Line = All.rfind('\n', Begin);
      if (MacroOffset == Start) // No #include before it.
        MacroOffset = !Conditions.empty() ? OutermostIf
                      : Line == StringRef::npos
                          ? Start
                          : std::max(Start, Line + 1);
    }
    bool IsName = !IsString && (llvm::isAlpha(Token[0]) || Token[0] == '_');
    // Strings beside each other are one.
    if (IsString && !Tokens.empty() && Tokens.back().IsString) {
      Tokens.back().Text += Token.str();
      Tokens.back().End = Begin + Length;
    } else {
      Tokens.push_back({Token.str(), IsString, IsName, Begin, Begin + Length,
                        NumConditionals});
    }
  };
  while (!Text.empty()) {
    char C = Text[0];
    if (C == '\n') {
      StartsLine = true;
      Text = Text.drop_front();
    } else if (llvm::isSpace(C) || C == '\\') {
      Text = Text.drop_front();
    } else if (Text.starts_with("//")) {
      Text = Text.drop_front(std::min(Text.find('\n'), Text.size()));
    } else if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Text = Text.drop_front(End == StringRef::npos ? Text.size() : End + 2);
    } else if (C == '#' && StartsLine) {
      size_t End = 0;
      do
        End = Text.find('\n', End + 1);
      while (End != StringRef::npos && Text[End - 1] == '\\');
      StringRef Line = Text.take_front(End);
      Directives.push_back(Line.str());
      placeMacros(All, Line, Line.end() - All.begin());
      directive(Line.drop_front());
      Text = Text.drop_front(std::min(End, Text.size()));
    } else if (C == '"' || C == '\'') {
      size_t End = 1;
      while (End < Text.size() && Text[End] != C && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End = std::min(End, Text.size());
      if (C == '"')
        Add(joined(Text.slice(1, End)), true, End + 1);
      else
        Add("'", false, End + 1);
      Text = Text.drop_front(std::min(End + 1, Text.size()));
    } else {
      size_t Length = Text.take_while(isNamePart).size();
      for (StringRef Long :
           {"<<=", ">>=", "<<", ">>", "->", "::", "++", "--", "+=", "-=", "*=",
            "/=",  "%=",  "&=", "|=", "^=", "==", "!=", "<=", ">=", "&&", "||"})
        if (!Length && Text.starts_with(Long))
          Length = Long.size();
      Length = std::max<size_t>(Length, 1);
      Add(Text.take_front(Length), false, Length);
      Text = Text.drop_front(Length);
    }
  }
}

size_t HostTokens::behind(size_t Open) const {
  int Depth = 0;
  for (size_t I = Open; I < size(); ++I) {
    StringRef Text = Tokens[I].Text;
    if (Tokens[I].IsString)
      continue;
    Depth += Text == "(" || Text == "[" || Text == "{";
    Depth -= Text == ")" || Text == "]" || Text == "}";
    if (Depth == 0)
      return I + 1;
  }
  return size();
}

std::optional<HostCall> HostTokens::call(size_t I) const {
  if (I + 1 >= size() || !Tokens[I].IsName || Tokens[I + 1].Text != "(")
    return std::nullopt;
  HostCall C;
  C.End = behind(I + 1);
  size_t Begin = I + 2;
  for (size_t At = Begin; At < C.End; ++At) {
    StringRef Text = Tokens[At].IsString ? "" : StringRef(Tokens[At].Text);
    if (Text == "(" || Text == "[" || Text == "{")
      At = behind(At) - 1;
    else if (Text == "," || At + 1 == C.End) {
      C.Args.push_back({Begin, At});
      Begin = At + 1;
    }
  }
  return C;
}

bool bankfix::hasStrayBracket(StringRef Text) {
  // Either branch may hold; raw strings and 1'000 are not lexed here.
  if (Text.contains("#if") || Text.contains("# if") || Text.contains("R\""))
    return false;
  for (size_t At = Text.find('\''); At != StringRef::npos;
       At = Text.find('\'', At + 1))
    if (At > 0 && llvm::isHexDigit(Text[At - 1]) && At + 1 < Text.size() &&
        llvm::isDigit(Text[At + 1]))
      return false;
  HostTokens T(Text);
  std::string Open;
  for (size_t I = 0; I < T.size(); ++I) {
    if (T[I].IsString || T[I].Text.size() != 1)
      continue;
    size_t Kind = StringRef("([{)]}").find(T[I].Text[0]);
    if (Kind == StringRef::npos)
      continue;
    if (Kind < 3)
      Open += ")]}"[Kind];
    else if (Open.empty() || Open.back() != T[I].Text[0])
      return true;
    else
      Open.pop_back();
  }
  return !Open.empty();
}
