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
    if (!isActive())
      return;
    size_t Begin = Text.data() - All.data();
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
      Tokens.push_back({Token.str(), IsString, IsName, Begin, Begin + Length});
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

/// Host integers are computed in 64 bits.
constexpr IntType Wide{64, true};

/// A recursive descent over the operators of C that make constants. Null for
/// what it does not know.
class Parser {
public:
  using Lookup = llvm::function_ref<const Expr *(const std::string &)>;
  using Expand = llvm::function_ref<const Expr *(
      const std::string &, std::vector<const Expr *>)>;
  Parser(const HostTokens &T, TokenSpan S, ExprPool &Pool, Lookup Named,
         Expand Called)
      : T(T), S(S), Pool(Pool), Named(Named), Called(Called) {}

  const Expr *all() {
    const Expr *V = binary(0);
    return S.Begin == S.End ? V : nullptr;
  }

private:
  StringRef peek() const {
    return S.Begin < S.End ? StringRef(T[S.Begin].Text) : "";
  }
  const Expr *constant(std::optional<int64_t> V) {
    return V ? Pool.constant(*V, Wide) : nullptr;
  }
  static std::optional<int64_t> sizeOf(StringRef Type);
  const Expr *binary(unsigned Level);
  const Expr *primary();
  const Expr *parenthesis();
  const Expr *call(const std::string &Name);

  const HostTokens &T;
  TokenSpan S;
  ExprPool &Pool;
  Lookup Named;
  Expand Called;
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

/// What stands in parentheses; `(size_t)n` is a cast.
const Expr *Parser::parenthesis() {
  size_t Close = T.behind(S.Begin - 1) - 1;
  if (Close >= S.End)
    return nullptr;
  TokenSpan In{S.Begin, Close};
  S.Begin = Close + 1;
  bool Cast = In.size() > 0 && In.size() <= 3 && T[In.Begin].IsName &&
              S.Begin < S.End &&
              (T[S.Begin].IsName || T[S.Begin].Text == "(" ||
               llvm::isDigit(T[S.Begin].Text[0]));
  return Cast ? primary() : Parser(T, In, Pool, Named, Called).all();
}

/// `NAME(a, b)`, a macro.
const Expr *Parser::call(const std::string &Name) {
  std::optional<HostCall> C = T.call(S.Begin - 1);
  if (!C || C->End > S.End)
    return nullptr;
  std::vector<const Expr *> Arguments;
  for (TokenSpan A : C->Args) {
    const Expr *V = Parser(T, A, Pool, Named, Called).all();
    Arguments.push_back(V ? V : Pool.opaque("host " + T.text(A), Wide));
  }
  S.Begin = C->End;
  return Called(Name, std::move(Arguments));
}

const Expr *Parser::primary() {
  if (S.Begin == S.End)
    return nullptr;
  const HostToken &Token = T[S.Begin++];
  if (Token.Text == "-") {
    const Expr *V = primary();
    return V ? Pool.unary(Op::Neg, V) : V;
  }
  if (Token.Text == "(")
    return parenthesis();
  if (Token.Text == "sizeof") {
    if (peek() != "(")
      return nullptr;
    size_t Close = T.behind(S.Begin) - 1;
    std::string Type;
    for (size_t I = S.Begin + 1; I < Close; ++I)
      Type += (Type.empty() ? "" : " ") + T[I].Text;
    S.Begin = Close + 1;
    return constant(sizeOf(Type));
  }
  if (llvm::isDigit(Token.Text[0])) {
    int64_t V = 0;
    bool Bad = StringRef(Token.Text).rtrim("uUlL").getAsInteger(0, V);
    return Bad ? nullptr : constant(V);
  }
  if (!Token.IsName)
    return nullptr;
  return peek() == "(" ? call(Token.Text) : Named(Token.Text);
}

const Expr *Parser::binary(unsigned Level) {
  static const std::vector<std::map<StringRef, Op>> Levels = {
      {{"<<", Op::Shl}, {">>", Op::Shr}},
      {{"+", Op::Add}, {"-", Op::Sub}},
      {{"*", Op::Mul}, {"/", Op::Div}, {"%", Op::Rem}}};
  if (Level == Levels.size())
    return primary();
  const Expr *L = binary(Level + 1);
  for (;;) {
    auto It = Levels[Level].find(peek());
    if (It == Levels[Level].end())
      return L;
    ++S.Begin;
    const Expr *R = binary(Level + 1);
    if (R && R->isConst() && Level == 0) // As C has it: of its own type.
      R = Pool.cast(R, Int32);
    L = L && R ? Pool.binary(It->second, L, R) : nullptr;
  }
}

} // namespace

static constexpr unsigned MaxDepth = 8;

const Expr *HostConstants::expanded(const std::string &Macro,
                                    std::vector<const Expr *> Arguments,
                                    unsigned Depth) const {
  auto It = T.Functions.find(Macro);
  if (It == T.Functions.end() || It->second.Body.empty() ||
      It->second.Parameters.size() != Arguments.size() || Depth > MaxDepth)
    return nullptr;
  Bindings Bound;
  for (size_t I = 0; I < Arguments.size(); ++I)
    Bound[It->second.Parameters[I]] = Arguments[I];
  HostTokens Body(It->second.Body);
  return evaluate(Body, {0, Body.size()}, Depth, Bound);
}

const Expr *HostConstants::evaluate(const HostTokens &In, TokenSpan S,
                                    unsigned Depth,
                                    const Bindings &Bound) const {
  return Parser(
             In, S, Pool,
             [&](const std::string &Name) {
               auto It = Bound.find(Name);
               return It == Bound.end() ? named(Name, Depth + 1) : It->second;
             },
             [&](const std::string &Macro, std::vector<const Expr *> Args) {
               return expanded(Macro, std::move(Args), Depth + 1);
             })
      .all();
}

const Expr *HostConstants::named(const std::string &Name,
                                 unsigned Depth) const {
  const Expr *Unknown = Pool.opaque("host " + Name, Wide);
  if (Depth > MaxDepth)
    return Unknown;
  if (auto M = T.Macros.find(Name); M != T.Macros.end()) {
    HostTokens Body(M->second);
    const Expr *V = evaluate(Body, {0, Body.size()}, Depth);
    return V && V->isConst() ? V : Unknown;
  }
  auto It = Set.find(Name);
  std::string Whole = StringRef(Name).split('[').first.str();
  if (It == Set.end() || Spoiled.count(Whole))
    return Unknown;
  const Expr *Common = evaluate(T, It->second.front(), Depth);
  for (TokenSpan S : It->second)
    if (evaluate(T, S, Depth) != Common)
      return Unknown;
  return Common && Common->isConst() ? Common : Unknown;
}

/// The value of \p E, if it is a constant.
static std::optional<int64_t> constantOf(const Expr *E) {
  return E && E->isConst() ? std::optional(E->value()) : std::nullopt;
}

const Expr *HostConstants::expression(TokenSpan S) const {
  const Expr *E = evaluate(T, S, 0);
  return E ? E : Pool.opaque("host " + T.text(S), Wide);
}

std::optional<int64_t> HostConstants::value(TokenSpan S) const {
  return constantOf(evaluate(T, S, 0));
}

std::optional<int64_t> HostConstants::element(TokenSpan S,
                                              int64_t Index) const {
  if (S.size() == 2 && T[S.Begin].Text == "&" && T[S.Begin + 1].IsName)
    return Index == 0 ? constantOf(named(T[S.Begin + 1].Text, 0))
                      : std::nullopt;
  if (S.size() != 1 || !T[S.Begin].IsName)
    return std::nullopt;
  return constantOf(
      named(T[S.Begin].Text + "[" + std::to_string(Index) + "]", 0));
}
