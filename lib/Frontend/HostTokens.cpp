//===- HostTokens.cpp - C source as tokens and constants ---===//
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

/// Follows conditionals as a compiler without -D would; both branches of one
/// that is not understood count.
void HostTokens::directive(StringRef Text) {
  Text = Text.ltrim();
  StringRef Word = Text.take_while(llvm::isAlpha);
  StringRef Rest = Text.drop_front(Word.size()).trim();
  if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
    std::string Condition = Rest.str();
    if (Word != "if")
      Condition = (Word == "ifdef" ? "defined " : "!defined ") + Condition;
    std::optional<bool> Holds = holds(Condition);
    Conditions.push_back({Holds.value_or(true), Holds, isActive()});
  } else if ((Word == "elif" || Word == "else") && !Conditions.empty()) {
    Conditional &C = Conditions.back();
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

void HostTokens::lex(StringRef Text) {
  bool StartsLine = true;
  auto Add = [&](StringRef Token, bool IsString) {
    StartsLine = false;
    if (!isActive())
      return;
    bool IsName = !IsString && (llvm::isAlpha(Token[0]) || Token[0] == '_');
    // Strings beside each other are one.
    if (IsString && !Tokens.empty() && Tokens.back().IsString)
      Tokens.back().Text += Token.str();
    else
      Tokens.push_back({Token.str(), IsString, IsName});
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
      directive(Text.take_front(End).drop_front());
      Text = Text.drop_front(std::min(End, Text.size()));
    } else if (C == '"' || C == '\'') {
      size_t End = 1;
      while (End < Text.size() && Text[End] != C && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End = std::min(End, Text.size());
      if (C == '"')
        Add(joined(Text.slice(1, End)), true);
      else
        Add("'", false);
      Text = Text.drop_front(std::min(End + 1, Text.size()));
    } else {
      size_t Length = Text.take_while(isNamePart).size();
      for (StringRef Long :
           {"<<=", ">>=", "<<", ">>", "->", "::", "++", "--", "+=", "-=", "*=",
            "/=",  "%=",  "&=", "|=", "^=", "==", "!=", "<=", ">=", "&&", "||"})
        if (!Length && Text.starts_with(Long))
          Length = Long.size();
      Length = std::max<size_t>(Length, 1);
      Add(Text.take_front(Length), false);
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

void HostConstants::set(const std::string &Name, TokenSpan Value) {
  Set[Name].push_back(Value);
}

/// The end of the expression that starts at \p Begin.
static size_t endOfValue(const HostTokens &T, size_t Begin) {
  size_t I = Begin;
  while (I < T.size() && T[I].Text != ";" && T[I].Text != "," &&
         T[I].Text != ")" && T[I].Text != "}")
    I = T[I].Text == "(" || T[I].Text == "[" || T[I].Text == "{" ? T.behind(I)
                                                                 : I + 1;
  return I;
}

void HostConstants::collect() {
  for (size_t I = 0; I + 1 < T.size(); ++I) {
    if (!T[I].IsName)
      continue;
    std::string Name = T[I].Text;
    StringRef Before = I ? StringRef(T[I - 1].Text) : "";
    StringRef Next = T[I + 1].Text;
    if (Before == "." || Before == "->")
      continue;
    // Anything but a plain assignment may give it any value.
    bool Steps = Before == "++" || Before == "--" || Next == "++" ||
                 Next == "--" ||
                 (Next.size() > 1 && Next.ends_with("=") && Next != "==" &&
                  Next != "!=" && Next != "<=" && Next != ">=");
    bool Parameter = I && T[I - 1].IsName && (Next == "," || Next == ")") &&
                     Before != "return";
    StringRef Type = I > 1 && Before == "*" ? StringRef(T[I - 2].Text) : "";
    Parameter |= (Next == "," || Next == ")") &&
                 (Type == "size_t" || Type == "int" || Type.starts_with("cl_"));
    if (Steps || Parameter)
      spoil(Name);
    // `(int)&x` reads it, `scanf("%d", &x)` does not; the calls that set up
    // kernels do.
    if (Before == "&") {
      size_t Call = I;
      while (Call > 0 && !(T[Call].Text == "(" && T[Call - 1].IsName) &&
             T[Call].Text != ";")
        --Call;
      StringRef Callee = Call ? StringRef(T[Call - 1].Text) : "";
      if (!Callee.starts_with("clSetKernelArg") &&
          !Callee.starts_with("clEnqueueNDRangeKernel"))
        spoil(Name);
    }
    if (Next == "=") {
      if (T[std::min(I + 2, T.size() - 1)].Text != "{")
        set(Name, {I + 2, endOfValue(T, I + 2)});
      continue;
    }
    if (Next != "[")
      continue;
    size_t Close = T.behind(I + 1);
    if (Close + 1 >= T.size() || T[Close].Text != "=")
      continue;
    if (T[Close + 1].Text == "{") {
      size_t End = T.behind(Close + 1), At = Close + 2;
      for (unsigned Element = 0; At < End; ++Element) {
        size_t Stop = endOfValue(T, At);
        if (Stop > At)
          set(Name + "[" + std::to_string(Element) + "]", {At, Stop});
        At = Stop + 1;
      }
    } else if (Close == I + 4) {
      set(Name + "[" + T[I + 2].Text + "]",
          {Close + 1, endOfValue(T, Close + 1)});
    } else {
      spoil(Name);
    }
  }
}

namespace {

/// A recursive descent over the operators of C that make constants.
class Parser {
public:
  using Lookup =
      llvm::function_ref<std::optional<int64_t>(const std::string &)>;
  Parser(const HostTokens &T, TokenSpan S, Lookup Named)
      : T(T), S(S), Named(Named) {}

  std::optional<int64_t> all() {
    std::optional<int64_t> V = binary(0);
    return S.Begin == S.End ? V : std::nullopt;
  }

private:
  StringRef peek() const {
    return S.Begin < S.End ? StringRef(T[S.Begin].Text) : "";
  }
  static std::optional<int64_t> sizeOf(StringRef Type);
  std::optional<int64_t> binary(unsigned Level);
  std::optional<int64_t> primary();

  const HostTokens &T;
  TokenSpan S;
  Lookup Named;
};

std::optional<int64_t> Parser::sizeOf(StringRef Type) {
  Type.consume_front("cl_");
  StringRef Element = Type.rtrim("123468");
  int64_t Count = 1;
  if (Element.size() != Type.size() &&
      Type.drop_front(Element.size()).getAsInteger(10, Count))
    return std::nullopt;
  if (Count == 3)
    Count = 4;
  int64_t Bytes = llvm::StringSwitch<int64_t>(Element)
                      .Cases({"char", "uchar", "bool"}, 1)
                      .Cases({"short", "ushort", "half"}, 2)
                      .Cases({"int", "uint", "float", "unsigned"}, 4)
                      .Cases({"double", "long long", "size_t"}, 8)
                      .Default(0);
  return Bytes ? std::optional(Bytes * Count) : std::nullopt;
}

std::optional<int64_t> Parser::primary() {
  if (S.Begin == S.End)
    return std::nullopt;
  const HostToken &Token = T[S.Begin++];
  if (Token.Text == "-") {
    std::optional<int64_t> V = primary();
    return V ? std::optional(-*V) : V;
  }
  if (Token.Text == "(") {
    size_t Close = T.behind(S.Begin - 1) - 1;
    if (Close >= S.End)
      return std::nullopt;
    TokenSpan In{S.Begin, Close};
    S.Begin = Close + 1;
    // `(size_t)n` is a cast.
    bool Cast = In.size() <= 3 && T[In.Begin].IsName && S.Begin < S.End &&
                (T[S.Begin].IsName || T[S.Begin].Text == "(" ||
                 llvm::isDigit(T[S.Begin].Text[0]));
    return Cast ? primary() : Parser(T, In, Named).all();
  }
  if (Token.Text == "sizeof") {
    if (peek() != "(")
      return std::nullopt;
    size_t Close = T.behind(S.Begin) - 1;
    std::string Type;
    for (size_t I = S.Begin + 1; I < Close; ++I)
      Type += (Type.empty() ? "" : " ") + T[I].Text;
    S.Begin = Close + 1;
    return sizeOf(Type);
  }
  if (llvm::isDigit(Token.Text[0])) {
    int64_t V = 0;
    bool Bad = StringRef(Token.Text).rtrim("uUlL").getAsInteger(0, V);
    return Bad ? std::nullopt : std::optional(V);
  }
  return Token.IsName ? Named(Token.Text) : std::nullopt;
}

std::optional<int64_t> Parser::binary(unsigned Level) {
  static const std::vector<std::map<StringRef, Op>> Levels = {
      {{"<<", Op::Shl}, {">>", Op::Shr}},
      {{"+", Op::Add}, {"-", Op::Sub}},
      {{"*", Op::Mul}, {"/", Op::Div}, {"%", Op::Rem}}};
  if (Level == Levels.size())
    return primary();
  std::optional<int64_t> L = binary(Level + 1);
  for (;;) {
    auto It = Levels[Level].find(peek());
    if (It == Levels[Level].end())
      return L;
    ++S.Begin;
    std::optional<int64_t> R = binary(Level + 1);
    L = L && R ? fold(It->second, {64, true}, *L, *R) : std::nullopt;
  }
}

} // namespace

static constexpr unsigned MaxDepth = 8;

std::optional<int64_t> HostConstants::evaluate(const HostTokens &In,
                                               TokenSpan S,
                                               unsigned Depth) const {
  return Parser(In, S,
                [&](const std::string &Name) { return named(Name, Depth + 1); })
      .all();
}

std::optional<int64_t> HostConstants::named(const std::string &Name,
                                            unsigned Depth) const {
  if (Depth > MaxDepth)
    return std::nullopt;
  if (auto M = T.Macros.find(Name); M != T.Macros.end()) {
    HostTokens Body(M->second);
    return evaluate(Body, {0, Body.size()}, Depth);
  }
  auto It = Set.find(Name);
  std::string Whole = StringRef(Name).split('[').first.str();
  if (It == Set.end() || Spoiled.count(Whole))
    return std::nullopt;
  std::optional<int64_t> Common = evaluate(T, It->second.front(), Depth);
  for (TokenSpan S : It->second)
    if (evaluate(T, S, Depth) != Common)
      return std::nullopt;
  return Common;
}

std::optional<int64_t> HostConstants::value(TokenSpan S) const {
  return evaluate(T, S, 0);
}

std::optional<int64_t> HostConstants::element(TokenSpan S,
                                              int64_t Index) const {
  if (S.size() == 2 && T[S.Begin].Text == "&" && T[S.Begin + 1].IsName)
    return Index == 0 ? named(T[S.Begin + 1].Text, 0) : std::nullopt;
  if (S.size() != 1 || !T[S.Begin].IsName)
    return std::nullopt;
  return named(T[S.Begin].Text + "[" + std::to_string(Index) + "]", 0);
}
