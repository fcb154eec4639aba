//===- HostTokens.cpp - C source as tokens and constants ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostTokens.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using llvm::StringRef;

static bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Without the comment that ends it.
static StringRef withoutComment(StringRef Text) {
  return Text.split("//").first.split("/*").first.trim();
}

void HostTokens::forget(const std::string &Macro) {
  Forgotten.insert(Macro);
  Macros[Macro] = "";
  if (auto It = Functions.find(Macro); It != Functions.end())
    It->second.Body = "";
}

void HostTokens::define(StringRef Directive) {
  StringRef Name = Directive.take_while(isNamePart);
  Directive = Directive.drop_front(Name.size());
  HostMacro M;
  bool IsObject = !Directive.starts_with("(");
  if (!IsObject) {
    auto [Parameters, Rest] = Directive.drop_front().split(')');
    llvm::SmallVector<StringRef, 4> Each;
    Parameters.split(Each, ',');
    for (StringRef P : Each)
      M.Parameters.push_back(P.trim().str());
    Directive = Rest;
  }
  M.Body = withoutComment(Directive).str();
  Definitions.push_back({Name.str(), M});
  bool IsSeen = Macros.count(Name.str()) != 0;
  auto [It, New] = Macros.try_emplace(Name.str(), IsObject ? M.Body : "");
  bool IsSame = IsObject ? New || It->second == M.Body : !IsSeen;
  if (!IsObject) {
    auto [Function, IsNew] = Functions.try_emplace(Name.str(), M);
    IsSame = IsNew ? !IsSeen : Function->second.Body == M.Body;
  }
  if (!IsSame || !isActive() || branchHere())
    forget(Name.str());
}

/// Whether `#if \p Condition` holds; nothing where that is not known.
std::optional<bool> HostTokens::holds(StringRef Condition) const {
  Condition = withoutComment(Condition);
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

/// No flags make `#if \p Condition` hold, or not hold, where it did not.
bool HostTokens::isDecided(StringRef Condition) const {
  Condition = withoutComment(Condition);
  Condition.consume_front("!");
  if (Condition == "0" || Condition == "1")
    return true;
  if (!Condition.consume_front("defined"))
    return false;
  Condition = Condition.trim(" \t()");
  return isFixMacro(Condition) || // Nobody else's.
         (Macros.count(Condition.str()) && !Forgotten.count(Condition.str()));
}

bool HostTokens::isDead() const {
  return llvm::any_of(
      Conditions, [](const Conditional &C) { return C.Fixed && !C.Active; });
}

unsigned HostTokens::branchHere() const {
  for (size_t I = Conditions.size(); I-- > 0;)
    if (Conditions[I].Branch)
      return Conditions[I].Branch;
  return 0;
}

/// `#if`, `#elif`, `#else` and the like. \p IsGuard: it keeps a header from
/// being included twice.
void HostTokens::branch(StringRef Word, StringRef Rest, bool IsGuard) {
  if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
    std::string Condition = Rest.str();
    if (Word != "if")
      Condition = (Word == "ifdef" ? "defined " : "!defined ") + Condition;
    std::optional<bool> Holds = holds(Condition);
    bool Fixed = IsGuard || isDecided(Condition);
    Conditions.push_back({Holds.value_or(true), Holds, isActive(), Fixed,
                          Fixed ? 0 : ++NumBranches});
  } else if (!Conditions.empty()) {
    Conditional &C = Conditions.back();
    C.Fixed &= Word == "else" || isDecided(Rest);
    if (!C.Fixed)
      C.Branch = ++NumBranches;
    std::optional<bool> Now = Word == "else" ? true : holds(Rest);
    bool Before = C.Taken.value_or(false); // Some branch was surely taken.
    C.Active = !Before && Now.value_or(true);
    if (!Before)
      C.Taken = C.Taken.has_value() ? Now : C.Taken;
  }
}

/// Follows conditionals as a compiler without -D would; both branches of one
/// that is not understood count.
void HostTokens::directive(StringRef Text, bool IsGuard) {
  Text = Text.ltrim();
  StringRef Word = Text.take_while(llvm::isAlpha);
  StringRef Rest = Text.drop_front(Word.size()).trim();
  bool IsBranch = Word.starts_with("if") || Word.starts_with("el");
  NumConditionals += IsBranch || Word == "endif";
  if (IsBranch)
    branch(Word, Rest, IsGuard);
  else if (Word == "endif" && !Conditions.empty())
    Conditions.pop_back();
  else if (Word == "define" && !isDead())
    define(Rest);
  else if (Word == "undef" && !isDead())
    forget(Rest.take_while(isNamePart).str());
  else if ((Word == "include" && !Rest.starts_with("\"") &&
            !Rest.starts_with("<") && !isDead()) ||
           (Word == "pragma" && Rest.contains("_macro")))
    Odd = ("#" + Text).str();
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

/// Moves MacroInsertion behind the directive \p Line, which ends at byte \p
/// End, if it may stand there; before the file's first token otherwise.
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
    MacroInsertion = std::min(End + 1, All.size());
}

/// The file's own first token, at byte \p Begin: macros go before it.
void HostTokens::place(StringRef All, size_t Begin) {
  if (Begin < Start || HasOwnTokens)
    return;
  HasOwnTokens = true;
  if (MacroInsertion != Start)
    return; // Behind an #include.
  size_t Line = All.rfind('\n', Begin);
  MacroInsertion = !Conditions.empty()       ? OutermostIf
                   : Line == StringRef::npos ? Start
                                             : std::max(Start, Line + 1);
}

void HostTokens::add(StringRef All, HostToken Token) {
  Token.IsName =
      !Token.IsString && (llvm::isAlpha(Token.Text[0]) || Token.Text[0] == '_');
  Token.Conditionals = NumConditionals;
  Token.Branch = branchHere();
  if (!isActive()) {
    if (!isDead())
      Hidden.push_back(std::move(Token));
    return;
  }
  place(All, Token.Begin);
  // Strings beside each other are one.
  if (Token.IsString && !Tokens.empty() && Tokens.back().IsString) {
    Tokens.back().Text += Token.Text;
    Tokens.back().End = Token.End;
  } else {
    Tokens.push_back(std::move(Token));
  }
}

/// A string, or a character, at the start of a text.
struct HostTokens::Literal {
  std::string Text;
  size_t Length = 0; ///< 0: there is none.
  bool IsString = true;
};

HostTokens::Literal HostTokens::literal(StringRef Text) {
  size_t Prefix = StringRef("LuU").contains(Text[0]) ? 1 : 0;
  Prefix = Text.starts_with("u8") ? 2 : Prefix;
  StringRef Raw = Text.drop_front(Prefix);
  if (Raw.consume_front("R\"")) {
    size_t Open = Raw.find('(');
    std::string Close = (")" + Raw.take_front(Open) + "\"").str();
    size_t End = Open == StringRef::npos ? Open : Raw.find(Close, Open);
    if (End == StringRef::npos)
      return {"", Text.size()};
    return {Raw.slice(Open + 1, End).str(), Prefix + 2 + End + Close.size()};
  }
  Text = Text.drop_front(Prefix);
  if (Text.empty() || (Text[0] != '"' && Text[0] != '\''))
    return {};
  size_t End = 1;
  while (End < Text.size() && Text[End] != Text[0] && Text[End] != '\n')
    End += Text[End] == '\\' ? 2 : 1;
  End = std::min(End, Text.size());
  size_t Length = std::min(End + 1, Text.size()) + Prefix;
  return Text[0] == '"' ? Literal{joined(Text.slice(1, End)), Length}
                        : Literal{"'", Length, false};
}

/// The length of what is no name and no literal.
size_t HostTokens::punctuator(StringRef Text) {
  for (StringRef Long : {"<<=", ">>=", "...", "<<", ">>", "->", "::", "++",
                         "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=",
                         "^=",  "==",  "!=",  "<=", ">=", "&&", "||"})
    if (Text.starts_with(Long))
      return Long.size();
  return 1;
}

/// The conditional that \p Rest is in the first branch of has another one.
static bool hasElse(StringRef Rest) {
  for (unsigned Depth = 0; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (Line.starts_with("el") && Depth == 0)
      return true;
    if (Line.starts_with("endif") && Depth-- == 0)
      return false;
    Depth += Line.starts_with("if");
  }
  return false;
}

/// `#ifndef X`, and `#define X` on the next line, without an `#else`.
static bool isGuard(StringRef Line, StringRef Rest) {
  StringRef Next = Rest.ltrim().split('\n').first.trim();
  if (!Line.consume_front("#") || !Next.consume_front("#"))
    return false;
  Line = Line.trim();
  Next = Next.trim();
  return Line.consume_front("ifndef") && Next.consume_front("define") &&
         Line.trim() == Next.trim() && !hasElse(Rest);
}

/// What follows the directive that \p Text begins with.
StringRef HostTokens::lexDirective(StringRef All, StringRef Text) {
  size_t End = 0;
  do
    End = Text.find('\n', End + 1);
  while (End != StringRef::npos && Text[End - 1] == '\\');
  StringRef Line = Text.take_front(End);
  if (Line.contains("/*") && !Line.contains("*/"))
    Odd = Line.str();
  placeMacros(All, Line, Line.end() - All.begin());
  Text = Text.drop_front(std::min(End, Text.size()));
  directive(Line.drop_front(), isGuard(Line, Text));
  Directives.push_back(Line.str());
  return Text;
}

void HostTokens::lex(StringRef Text) {
  const StringRef All = Text;
  bool StartsLine = true;
  while (!Text.empty()) {
    char C = Text[0];
    size_t Begin = Text.data() - All.data(), Length = 1;
    if (C == '\n') {
      StartsLine = true;
    } else if (llvm::isSpace(C) || C == '\\') {
      if (C == '\\' && Begin && isNamePart(All[Begin - 1]))
        Odd = "\\"; // A name may go on behind it.
    } else if (Text.starts_with("//")) {
      do // A backslash at its end has it go on.
        Length = std::min(Text.find('\n', Length + 1), Text.size());
      while (Length < Text.size() &&
             Text.take_front(Length).rtrim('\r').ends_with("\\"));
    } else if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Length = End == StringRef::npos ? Text.size() : End + 2;
    } else if (C == '#' && StartsLine) {
      Text = lexDirective(All, Text);
      continue;
    } else {
      StartsLine = false;
      Literal L = literal(Text);
      Length = L.Length ? L.Length : Text.take_while(isNamePart).size();
      while (!L.Length && llvm::isDigit(C) && Length + 1 < Text.size() &&
             Text[Length] == '\'' && isNamePart(Text[Length + 1]))
        Length += 1 + Text.drop_front(Length + 1).take_while(isNamePart).size();
      Length = Length ? Length : punctuator(Text);
      std::string Token = L.Length ? L.Text : Text.take_front(Length).str();
      if (llvm::isDigit(C))
        llvm::erase(Token, '\'');
      add(All, {Token, L.Length && L.IsString, false, Begin, Begin + Length});
    }
    Text = Text.drop_front(Length);
  }
  matchBrackets();
}

void HostTokens::matchBrackets() {
  Behind.assign(size(), size());
  Opening.assign(size(), None);
  Around.assign(size(), None);
  std::vector<size_t> Open;
  for (size_t I = 0; I < size(); ++I) {
    StringRef Text = Tokens[I].IsString ? "" : StringRef(Tokens[I].Text);
    bool Closes = Text == ")" || Text == "]" || Text == "}";
    if (Closes && !Open.empty()) {
      Behind[Open.back()] = I + 1;
      Opening[I] = Open.back();
      Open.pop_back();
    }
    Around[I] = Open.empty() ? None : Open.back();
    if (Text == "(" || Text == "[" || Text == "{")
      Open.push_back(I);
  }
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
