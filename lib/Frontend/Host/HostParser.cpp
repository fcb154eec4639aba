//===- HostParser.cpp - Operators of host expressions ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostParser.h"
#include "Host/HostMentions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

/// Types of OpenCL, which may have a number of elements, without `cl_`.
static int64_t elementSize(StringRef Element) {
  return llvm::StringSwitch<int64_t>(Element)
      .Cases({"char", "uchar"}, 1)
      .Cases({"short", "ushort", "half"}, 2)
      .Cases({"int", "uint", "float"}, 4)
      .Cases({"long", "ulong", "double"}, 8)
      .Default(0);
}

std::optional<int64_t> bankfix::hostTypeSize(StringRef Type) {
  if (!Type.consume_front("cl_")) {
    int64_t Bytes =
        llvm::StringSwitch<int64_t>(Type)
            .Cases({"char", "signed char", "unsigned char"}, 1)
            .Cases({"int8_t", "uint8_t"}, 1)
            .Cases({"short", "unsigned short", "ushort"}, 2)
            .Cases({"int16_t", "uint16_t"}, 2)
            .Cases({"int", "unsigned", "unsigned int", "uint", "float"}, 4)
            .Cases({"int32_t", "uint32_t"}, 4)
            .Cases({"double", "long long", "unsigned long long", "size_t"}, 8)
            .Cases({"int64_t", "uint64_t"}, 8)
            .Default(0);
    return Bytes ? std::optional(Bytes) : std::nullopt;
  }
  if (Type == "bool") // It is a cl_uint.
    return 4;
  StringRef Element = Type.rtrim("0123456789");
  int64_t Count = 1, Bytes = elementSize(Element);
  if (Element.size() != Type.size() &&
      Type.drop_front(Element.size()).getAsInteger(10, Count))
    return std::nullopt;
  bool IsVector = Count == 1 || Count == 2 || Count == 3 || Count == 4 ||
                  Count == 8 || Count == 16;
  Count = Count == 3 ? 4 : Count;
  return Bytes && IsVector ? std::optional(Bytes * Count) : std::nullopt;
}

/// \p E, if it is no constant that some integer type cannot hold.
const Expr *HostParser::kept(const Expr *E) const {
  bool IsLost = E && E->isConst() && (E->value() < 0 || E->value() > INT32_MAX);
  return IsLost ? nullptr : E;
}

/// `(size_t)n`, behind the parentheses.
const Expr *HostParser::cast(TokenSpan Type) {
  const Expr *V = primary();
  HostInteger To = hostInteger(T, Type);
  bool Keeps = V && To.Bytes >= 4;
  return Keeps ? V : nullptr;
}

/// What stands in parentheses; `(size_t)n` is a cast.
const Expr *HostParser::parenthesis() {
  size_t Close = T.behind(S.Begin - 1) - 1;
  if (Close >= S.End)
    return nullptr;
  TokenSpan In{S.Begin, Close};
  S.Begin = Close + 1;
  bool IsCast = S.Begin < S.End && In.size() &&
                (T[S.Begin].IsName || peek() == "(" ||
                 (!peek().empty() && llvm::isDigit(peek()[0])));
  if (IsCast || hostInteger(T, In).Bytes)
    return cast(In);
  return HostParser(T, In, Pool, Named, Called).all();
}

/// `(sizeof(cl_float))`, behind the keyword.
const Expr *HostParser::sizeOf() {
  if (peek() != "(")
    return nullptr;
  size_t Close = T.behind(S.Begin) - 1;
  std::string Type;
  for (size_t I = S.Begin + 1; I < Close; ++I) {
    if (T.Macros.count(T[I].Text))
      return nullptr;
    Type += (Type.empty() ? "" : " ") + T[I].Text;
  }
  S.Begin = Close + 1;
  return constant(hostTypeSize(Type));
}

/// `NAME(a, b)`, a macro.
const Expr *HostParser::call(const std::string &Name) {
  std::optional<HostCall> C = T.call(S.Begin - 1);
  if (!C || C->End > S.End)
    return nullptr;
  std::vector<const Expr *> Arguments;
  for (TokenSpan A : C->Args) {
    const Expr *V = HostParser(T, A, Pool, Named, Called).all();
    Arguments.push_back(V ? V : Pool.opaque("host " + T.text(A), HostWide));
  }
  S.Begin = C->End;
  return kept(Called(Name, std::move(Arguments)));
}

const Expr *HostParser::primary() {
  if (S.Begin == S.End || T[S.Begin].IsString)
    return nullptr;
  const HostToken &Token = T[S.Begin++];
  if (Token.Text == "-") {
    const Expr *V = primary();
    return V ? kept(Pool.unary(Op::Neg, V)) : V;
  }
  if (Token.Text == "(")
    return parenthesis();
  if (Token.Text == "sizeof")
    return sizeOf();
  if (llvm::isDigit(Token.Text[0])) {
    int64_t V = 0;
    bool Bad = StringRef(Token.Text).rtrim("uUlLzZ").getAsInteger(0, V);
    return Bad ? nullptr : constant(V);
  }
  if (!Token.IsName)
    return nullptr;
  if (peek() == "(")
    return call(Token.Text);
  const Expr *V = kept(Named(S.Begin - 1));
  if (peek() == "[") // An element, which has been looked at.
    S.Begin = std::min(T.behind(S.Begin), S.End);
  return V;
}

const Expr *HostParser::binary(unsigned Level) {
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
    bool IsNone =
        (It->second == Op::Div || It->second == Op::Rem) && R && R->isConst(0);
    bool IsFar = Level == 0 && R && R->isConst() && R->value() > 31;
    if (R && R->isConst() && Level == 0) // As C has it: of its own type.
      R = Pool.cast(R, Int32);
    L = L && R && !IsNone && !IsFar ? kept(Pool.binary(It->second, L, R))
                                    : nullptr;
  }
}
