//===- HostTokens.cpp - C source as tokens and constants ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostTokens.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// A string, or a character, at the start of a text.
struct Literal {
  std::string Text;
  size_t Length = 0; ///< 0: there is none.
  bool IsString = true;
};

} // namespace

/// The character that the escape at the start of \p Text, a backslash, stands
/// for, taken from it; what is none stays as it is written.
static std::string takeEscape(StringRef &Text) {
  static constexpr StringRef Letters = "abfnrtv", Values = "\a\b\f\n\r\t\v";
  Text = Text.drop_front();
  if (Text.empty() || Text.consume_front("\n") || Text.consume_front("\r\n"))
    return ""; // The line goes on.
  const char C = Text[0];
  size_t Digits = 0;
  unsigned Radix = 8, Value = 0;
  if (C >= '0' && C <= '7') {
    auto IsOctal = [](char D) { return D >= '0' && D <= '7'; };
    Digits = Text.take_front(3).take_while(IsOctal).size();
  } else if (C == 'x' || C == 'u' || C == 'U') {
    Radix = 16;
    size_t Most = C == 'x' ? StringRef::npos : C == 'u' ? 4 : 8;
    Text = Text.drop_front();
    Digits = Text.take_front(Most).take_while(llvm::isHexDigit).size();
  } else {
    Text = Text.drop_front();
    const size_t At = Letters.find(C);
    return std::string(1, At == StringRef::npos ? C : Values[At]);
  }
  StringRef Number = Text.take_front(Digits);
  Text = Text.drop_front(Digits);
  if (Number.getAsInteger(Radix, Value) || Value > 127)
    return ("\\" + Number).str();
  return std::string(1, char(Value));
}

/// What a string between \p Text's quotes holds.
static std::string unescaped(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    Out += Text.take_until([](char C) { return C == '\\'; });
    Text = Text.drop_until([](char C) { return C == '\\'; });
    if (!Text.empty())
      Out += takeEscape(Text);
  }
  return Out;
}

static Literal literalAt(StringRef Text) {
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
    End += Text.substr(End).starts_with("\\\r\n") ? 3
           : Text[End] == '\\'                    ? 2
                                                  : 1;
  End = std::min(End, Text.size());
  size_t Length = std::min(End + 1, Text.size()) + Prefix;
  return Text[0] == '"' ? Literal{unescaped(Text.slice(1, End)), Length}
                        : Literal{"'", Length, false};
}

/// \p Text, a directive, without its comments. \p IsOpen: one goes on behind
/// it.
static std::string withoutComments(StringRef Text, bool &IsOpen) {
  std::string Out;
  IsOpen = false;
  while (!Text.empty()) {
    size_t Length = 1;
    if (Text.starts_with("//"))
      break;
    if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      IsOpen = End == StringRef::npos;
      if (IsOpen)
        break;
      Out += ' ';
      Text = Text.drop_front(End + 2);
      continue;
    }
    if (Out.empty() || !isNamePart(Out.back())) // None begins within a word.
      Length = std::max(Length, literalAt(Text).Length);
    Out += Text.take_front(Length);
    Text = Text.drop_front(Length);
  }
  return StringRef(Out).trim().str();
}

static std::string withoutComments(StringRef Text) {
  bool IsOpen = false;
  return withoutComments(Text, IsOpen);
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
  M.Body = withoutComments(Directive);
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

/// Whether `#if \p Text` holds; nothing where that is not known.
std::optional<bool> HostTokens::holds(StringRef Text) const {
  const std::string Plain = withoutComments(Text);
  StringRef Condition = Plain;
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

/// No flags make `#if \p Text` hold, or not hold, where it did not.
bool HostTokens::isDecided(StringRef Text) const {
  const std::string Plain = withoutComments(Text);
  StringRef Condition = Plain;
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

/// A pragma, by whatever spelling, that gives macros other meanings.
static bool savesMacros(StringRef Text) {
  return Text.contains("push_macro") || Text.contains("pop_macro");
}

/// Follows conditionals as a compiler without -D would; both branches of one
/// that is not understood count.
void HostTokens::directive(StringRef Text, bool IsGuard) {
  Text = Text.ltrim();
  StringRef Word = Text.take_while(llvm::isAlpha);
  StringRef Rest = Text.drop_front(Word.size()).trim();
  bool IsBranch = Word.starts_with("if") || Word.starts_with("el");
  NumConditionals += IsBranch || Word == "endif" || Word == "include";
  if (IsBranch)
    branch(Word, Rest, IsGuard);
  else if (Word == "endif" && !Conditions.empty())
    Conditions.pop_back();
  else if (Word == "define" && !isDead())
    define(Rest);
  else if (Word == "undef" && !isDead())
    forget(Rest.take_while(isNamePart).str());
  const bool IsMacroName = Word == "include" && !Rest.starts_with("\"") &&
                           !Rest.starts_with("<") && !isDead();
  if (IsMacroName || savesMacros(Text))
    Odd = ("#" + Text).str();
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

/// \p Text begins with a spelling of punctuation that nothing here reads.
static bool isOdd(StringRef Text) {
  if (Text.starts_with("<:"))
    return !Text.starts_with("<::"); // `std::vector<::Tile>`
  for (StringRef Spelling : {"%:", "<%", "%>", ":>", "??=", "??/", "??(", "??)",
                             "??<", "??>", "??!", "??'", "??-"})
    if (Text.starts_with(Spelling))
      return true;
  return false;
}

/// The length of what is no name and no literal.
static size_t punctuator(StringRef Text) {
  for (StringRef Long : {"<<=", ">>=", "...", "<<", ">>", "->", "::", "++",
                         "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=",
                         "^=",  "==",  "!=",  "<=", ">=", "&&", "||"})
    if (Text.starts_with(Long))
      return Long.size();
  return 1;
}

/// A backslash ends \p Line, as compilers see it: they skip blanks.
static bool goesOn(StringRef Line) {
  return Line.rtrim(" \t\r").ends_with("\\");
}

static size_t commentLength(StringRef Text) {
  if (Text.starts_with("/*"))
    return std::min(Text.find("*/", 2), Text.size() - 2) + 2;
  size_t Length = 1;
  do
    Length = std::min(Text.find('\n', Length + 1), Text.size());
  while (Length < Text.size() && goesOn(Text.take_front(Length)));
  return Length;
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
  while (End != StringRef::npos && goesOn(Text.take_front(End)));
  StringRef Line = Text.take_front(End);
  bool IsOpen = false;
  withoutComments(Line, IsOpen);
  if (IsOpen)
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
    } else if (Text.starts_with("//") || Text.starts_with("/*")) {
      Length = commentLength(Text);
      if (Text.take_front(Length).rtrim().ends_with("??/"))
        Odd = "??/"; // It goes on where compilers know trigraphs.
    } else if (C == '#' && StartsLine) {
      Text = lexDirective(All, Text);
      continue;
    } else {
      Literal L = literalAt(Text);
      Length = L.Length ? L.Length : Text.take_while(isNamePart).size();
      while (!L.Length && llvm::isDigit(C) && Length + 1 < Text.size() &&
             Text[Length] == '\'' && isNamePart(Text[Length + 1]))
        Length += 1 + Text.drop_front(Length + 1).take_while(isNamePart).size();
      if (!Length) {
        Length = punctuator(Text);
        // Where nothing is compiled, it may be anybody's words.
        if (isOdd(Text) && (isActive() || StartsLine))
          Odd = Text.take_front(2).str();
      }
      std::string Token = L.Length ? L.Text : Text.take_front(Length).str();
      if (llvm::isDigit(C))
        llvm::erase(Token, '\'');
      if (savesMacros(Token))
        Odd = Token;
      add(All, {Token, L.Length && L.IsString, false, Begin, Begin + Length});
      StartsLine = false;
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
  return isName(I) && word(I + 1) == "(" ? bracket(I + 1) : std::nullopt;
}

std::optional<HostCall> HostTokens::bracket(size_t Open) const {
  if (word(Open) != "(" && word(Open) != "{")
    return std::nullopt;
  HostCall C;
  C.End = behind(Open);
  size_t Begin = Open + 1;
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

std::string HostTokens::literal(TokenSpan S) const {
  if (S.size() != 1)
    return "";
  if (Tokens[S.Begin].IsString)
    return cText(Tokens[S.Begin]).str();
  auto M = Macros.find(Tokens[S.Begin].Text);
  if (M == Macros.end())
    return "";
  HostTokens Body(M->second);
  return Body.size() == 1 && Body[0].IsString ? cText(Body[0]).str() : "";
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
