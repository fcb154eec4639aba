//===- HostConstants.cpp - What host expressions stand for ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTokens.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

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
      unsigned Closed = 0; // Parentheses that end before it.
      for (; Call > 0 && T[Call].Text != ";"; --Call) {
        if (T[Call].Text == "(" && !Closed && T[Call - 1].IsName)
          break;
        Closed += T[Call].Text == ")";
        Closed -= T[Call].Text == "(" && Closed;
      }
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
  using Expand = llvm::function_ref<const Expr *(const std::string &,
                                                 std::vector<const Expr *>)>;
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

/// Bytes of the integer type \p Type; 0 if it is none.
static unsigned integerBytes(StringRef Type) {
  Type.consume_front("cl_");
  return llvm::StringSwitch<unsigned>(Type)
      .Cases({"int", "uint", "unsigned", "int32_t", "uint32_t"}, 4)
      .Cases({"size_t", "int64_t", "uint64_t"}, 8)
      .Default(0);
}

/// Token \p At, which names a variable, does not let it be changed but by an
/// assignment.
bool HostConstants::isOnlyRead(size_t At, bool HasReferences) const {
  auto Text = [&](size_t I) {
    return I < T.size() && !T[I].IsString ? StringRef(T[I].Text) : "";
  };
  StringRef Before = At ? Text(At - 1) : "", Next = Text(At + 1);
  bool IsBound = At > 2 && Before == "=" && Text(At - 3) == "&";
  if (Before == ">>" || Next == ":" || IsBound)
    return false;
  bool IsArgument =
      (Before == "(" || Before == ",") && (Next == ")" || Next == ",");
  if (!IsArgument || !HasReferences)
    return true;
  for (size_t I = At; I-- > 0 && Text(I) != ";";)
    if (Text(I) == "(" && T.behind(I) > At)
      return I > 0 &&
             (Text(I - 1).starts_with("cl") || Text(I - 1).ends_with("printf"));
  return false;
}

std::optional<int64_t> HostConstants::scalar(const std::string &Name,
                                             bool HasReferences,
                                             unsigned &Bytes) const {
  Bytes = 0;
  for (size_t I = 1; I + 1 < T.size(); ++I) {
    bool IsMember = T[I - 1].Text == "." || T[I - 1].Text == "->";
    if (!T[I].IsName || T[I].Text != Name || IsMember)
      continue;
    bool IsTyped = T[I - 1].IsName && T[I - 1].Text != "return" &&
                   T[I - 1].Text != "else" && T[I - 1].Text != "case";
    if (IsTyped) {
      unsigned Here = integerBytes(T[I - 1].Text);
      if (!Here || (Bytes && Bytes != Here))
        return std::nullopt;
      Bytes = Here;
    }
    if (!isOnlyRead(I, HasReferences))
      return std::nullopt;
  }
  return Bytes ? constantOf(named(Name, 0)) : std::nullopt;
}
