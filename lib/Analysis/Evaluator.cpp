//===- Evaluator.cpp - Expressions of one wave ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include <functional>

using namespace bankfix;

Evaluator::Evaluator(const RequestSlice &S, const LaunchShape &Shape,
                     unsigned WaveSize, unsigned Wave)
    : Variables(S), Given(S.slots().size()), Symbols(WaveSize), Shape(Shape) {
  auto Linear = [&](unsigned L) { return Wave * WaveSize + L; };
  for (unsigned L = 0; L < WaveSize; ++L)
    if (Linear(L) < Shape.threads())
      Existing |= LaneMask(1) << L;
  unsigned X = Shape.Block[0], Y = Shape.Block[1];
  ThreadIdx[0] = LaneVector::perLane([&](unsigned L) { return Linear(L) % X; });
  ThreadIdx[1] =
      LaneVector::perLane([&](unsigned L) { return Linear(L) / X % Y; });
  ThreadIdx[2] =
      LaneVector::perLane([&](unsigned L) { return Linear(L) / X / Y; });
  for (LaneVector &Id : ThreadIdx)
    if (Id.isSame(Existing))
      Id = LaneVector(Id[0]);
}

void Evaluator::assign(unsigned Var, const LaneValue &V, LaneMask Active) {
  Given[Var] |= Active;
  LaneValue &Old = Variables[Var];
  Old = (Existing & ~Active) == 0 ? V : blend(Old, V, Active);
}

bool Evaluator::holdsSymbolsFrom(size_t First) const {
  return llvm::any_of(Variables, [&](const LaneValue &V) {
    return llvm::any_of(V.Terms, [&](const Term &T) {
      return llvm::any_of(T.Symbols, [&](SymbolId S) { return S >= First; });
    });
  });
}

LaneValue Evaluator::evaluate(const Expr &E, LaneMask Active) {
  switch (E.kind()) {
  case ExprKind::Const:
    return LaneValue(E.value());
  case ExprKind::LaunchValue:
    return launchValue(E);
  case ExprKind::Param:
    return param(E);
  case ExprKind::Var:
    return Variables[E.index()];
  case ExprKind::Opaque:
    return opaque(E, Active);
  case ExprKind::Unary:
    if (E.op() == Op::LogNot)
      return predicate(E, Active);
    if (isBitFunction(E.op()))
      return bitFunction(E, Active);
    // -x is 0 - x, ~x is -1 - x.
    return cast(subtract(LaneValue(E.op() == Op::Neg ? 0 : -1),
                         evaluate(*E.operand(0), Active)),
                IntType{64, true}, E.type(), Active);
  case ExprKind::Binary:
    return isPredicate(E.op())     ? predicate(E, Active)
           : isBitFunction(E.op()) ? bitFunction(E, Active)
                                   : binary(E, Active);
  case ExprKind::Select:
    return select(E, Active);
  case ExprKind::Cast:
    return cast(evaluate(*E.operand(0), Active), E.operand(0)->type(), E.type(),
                Active);
  }
  return LaneValue();
}

LaneValue Evaluator::launchValue(const Expr &E) {
  static constexpr llvm::StringLiteral Names[] = {"blockIdx.x", "blockIdx.y",
                                                  "blockIdx.z"};
  static constexpr llvm::StringLiteral Sizes[] = {"gridDim.x", "gridDim.y",
                                                  "gridDim.z"};
  unsigned Axis = E.axis();
  switch (E.launchValue()) {
  case LaunchValue::ThreadIdx:
    return LaneValue(ThreadIdx[Axis]);
  case LaunchValue::BlockDim:
    return LaneValue(int64_t(Shape.Block[Axis]));
  case LaunchValue::BlockIdx:
    return uniform(Names[Axis], Names[Axis], 0, Int32.max() - 1);
  case LaunchValue::GridDim:
    return uniform(Sizes[Axis], Sizes[Axis], 1, Int32.max());
  }
  return LaneValue();
}

/// A value that all lanes share: what the user assumes of it, else an unknown.
LaneValue Evaluator::uniform(llvm::StringRef Key, llvm::StringRef Text,
                             int64_t Low, int64_t High) {
  if (std::optional<int64_t> Value = Shape.assumed(Text))
    return LaneValue(*Value);
  return Symbols.value(Symbols.stable(Key, Low, High, Text));
}

LaneValue Evaluator::param(const Expr &E) {
  if (E.index() < Shape.Params.size() && Shape.Params[E.index()])
    return LaneValue(E.type().wrap(*Shape.Params[E.index()]));
  return uniform(E.name(), E.name(), E.type().min(), E.type().max());
}

LaneValue Evaluator::opaque(const Expr &E, LaneMask Active) {
  auto PerLane = [&] {
    return Symbols.value(Symbols.fromMemory(E.text(), E.low(), E.high()));
  };
  if (!E.isUniform())
    return PerLane();
  std::string Key = "<" + E.name().str() + ">";
  bool NamesVariables = false;
  for (unsigned I = 0; I < E.numOperands(); ++I) {
    const Expr &Index = *E.operand(I);
    std::optional<std::string> At =
        Symbols.keyOf(evaluate(Index, Active), Active);
    if (!At)
      return PerLane();
    Key += "[" + *At + "]";
    NamesVariables |= !Index.isConst() && Index.kind() != ExprKind::Param;
  }
  LaneValue V = uniform(Key, E.text(), E.low(), E.high());
  if (NamesVariables && !V.isConcrete())
    Symbols.nameVariables(V.Terms.front().Symbols.front());
  return V;
}

LaneValue Evaluator::derive(Symbol S) {
  return Symbols.value(Symbols.derived(std::move(S)));
}

LaneValue Evaluator::predicate(const Expr &E, LaneMask Active) {
  Truth T = test(E, Active);
  LaneValue Known = T.False == 0 || T.True == 0
                        ? LaneValue(T.True != 0)
                        : LaneValue(LaneVector::perLane([&](unsigned L) {
                            return int64_t(T.True >> L & 1);
                          }));
  if (T.Unknown == 0)
    return Known;
  bool IsOperator = E.kind() == ExprKind::Unary || E.kind() == ExprKind::Binary;
  if (!IsOperator || !isPredicate(E.op()))
    return evaluate(E, Active);
  Symbol S;
  S.Operator = E.op();
  S.OperandType = E.operand(0)->type();
  for (unsigned I = 0; I < E.numOperands(); ++I)
    S.Operands.push_back(evaluate(*E.operand(I), Active));
  LaneValue Open = derive(std::move(S));
  return T.Unknown == Active ? Open : blend(Known, Open, T.Unknown);
}

/// Lane by lane; the operators that addresses are made of without a call.
static LaneVector foldLanes(Op O, IntType T, const LaneVector &A,
                            const LaneVector &B) {
  auto Each = [&](auto F) {
    return zip(A, B, [&](int64_t X, int64_t Y) {
      return T.wrap(int64_t(F(uint64_t(X), uint64_t(Y))));
    });
  };
  switch (O) {
  case Op::Add:
    return Each(std::plus<>());
  case Op::Sub:
    return Each(std::minus<>());
  case Op::Mul:
    return Each(std::multiplies<>());
  case Op::And:
    return Each(std::bit_and<>());
  default:
    return zip(A, B, [&](int64_t X, int64_t Y) {
      return fold(O, T, X, Y).value_or(0);
    });
  }
}

/// Larger products are derived symbols: polynomials would grow without bound.
static bool isSmallProduct(const LaneValue &A, const LaneValue &B) {
  auto Degree = [](const LaneValue &V) {
    size_t Most = 0;
    for (const Term &T : V.Terms)
      Most = std::max<size_t>(Most, T.Symbols.size());
    return Most;
  };
  return (A.Terms.size() + 1) * (B.Terms.size() + 1) <= 32 &&
         Degree(A) + Degree(B) <= 4;
}

/// `x & ~3` is `x - (x & 3)`: the second part, where \p B is such a mask and x
/// holds nothing but values that all lanes share.
std::optional<LaneValue>
Evaluator::clearedLowBits(const LaneValue &A, const LaneValue &B, IntType T) {
  if (!B.isConcrete() || !B.Constant.isSame() || B.Constant[0] == 0)
    return std::nullopt;
  int64_t Low = B.Constant[0] & -uint64_t(B.Constant[0]);
  if (B.Constant[0] != T.wrap(-Low) ||
      llvm::any_of(A.Terms, [&](const Term &T) {
        return llvm::any_of(T.Symbols,
                            [&](SymbolId S) { return Symbols[S].LaneVarying; });
      }))
    return std::nullopt;
  Symbol S;
  S.Operator = Op::And;
  S.OperandType = T;
  S.Operands = {A, LaneValue(Low - 1)};
  return derive(std::move(S));
}

LaneValue Evaluator::binary(const Expr &E, LaneMask Active) {
  LaneValue A = evaluate(*E.operand(0), Active);
  LaneValue B = evaluate(*E.operand(1), Active);
  IntType T = E.type();
  if (A.isConcrete() && B.isConcrete())
    return LaneValue(foldLanes(E.op(), T, A.Constant, B.Constant));
  // Unknowns may cancel out, and what is left wraps around.
  auto Polynomial = [&](LaneValue V) {
    return V.isConcrete() ? LaneValue(foldLanes(Op::Add, T, V.Constant, 0)) : V;
  };
  switch (E.op()) {
  case Op::And:
    if (std::optional<LaneValue> Rest = clearedLowBits(A, B, T))
      return subtract(A, *Rest);
    break;
  case Op::Add:
    return Polynomial(add(A, B));
  case Op::Sub:
    return Polynomial(subtract(A, B));
  case Op::Mul:
    if (isSmallProduct(A, B))
      return Polynomial(multiply(A, B));
    break;
  case Op::Shl:
    if (B.isConcrete())
      return multiply(A, LaneValue(zip(B.Constant, 0, [&](int64_t S, int64_t) {
                        return S < 0 || S > 62 ? 0 : int64_t(1) << S;
                      })));
    break;
  default:
    break;
  }
  Symbol S;
  S.Operator = E.op();
  S.OperandType = T;
  S.Operands = {std::move(A), std::move(B)};
  return derive(std::move(S));
}

/// The name of a value from memory that \p V is made of, or "".
std::string Evaluator::memoryIn(const LaneValue &V) const {
  std::set<SymbolId> Without;
  return memoryIn(V, Without);
}

/// \p Without: symbols that are made of none. Several values may be made of one
/// symbol, and so on: there are more ways to it than can be walked.
std::string Evaluator::memoryIn(const LaneValue &V,
                                std::set<SymbolId> &Without) const {
  for (const Term &T : V.Terms)
    for (SymbolId Id : T.Symbols) {
      if (!Without.insert(Id).second)
        continue;
      const Symbol &S = Symbols[Id];
      if (S.Kind == SymbolKind::PerLane)
        return S.Name;
      for (const LaneValue &Operand : S.Operands)
        if (std::string Name = memoryIn(Operand, Without); !Name.empty())
          return Name;
    }
  return "";
}

/// Of unknowns that differ between lanes nothing is left but the range.
LaneValue Evaluator::bitFunction(const Expr &E, LaneMask Active) {
  Symbol S;
  S.Operator = E.op();
  S.OperandType = E.type();
  for (unsigned I = 0; I < E.numOperands(); ++I)
    S.Operands.push_back(evaluate(*E.operand(I), Active));
  const LaneValue &A = S.Operands.front(), &B = S.Operands.back();
  if (A.isConcrete() && B.isConcrete())
    return LaneValue(foldLanes(E.op(), E.type(), A.Constant, B.Constant));
  if (Symbols.isUniform(A) && Symbols.isUniform(B))
    return derive(std::move(S));
  std::string Text = memoryIn(A);
  if (Text.empty())
    Text = memoryIn(B);
  LaneValue V = derive(std::move(S));
  int64_t Low = INT64_MAX, High = INT64_MIN;
  forEachLane(Active, [&](unsigned L) {
    ValueRange R = Symbols.bounds(V, L);
    Low = std::min(Low, R.Low);
    High = std::max(High, R.High);
  });
  return Symbols.value(
      Symbols.fromMemory(Text.empty() ? toString(E) : Text, Low, High));
}

LaneValue Evaluator::cast(LaneValue V, IntType From, IntType To,
                          LaneMask Active) {
  if (V.isConcrete())
    return LaneValue(
        zip(V.Constant, 0, [&](int64_t X, int64_t) { return To.wrap(X); }));
  // An index that fits its type keeps its value in any type as wide; a program
  // that relies on 32-bit wrap-around of an unknown is out of bounds elsewhere.
  if (To.Bits >= 32 || To.Bits >= From.Bits)
    return V;
  bool Fits = true;
  forEachLane(Active, [&](unsigned L) {
    ValueRange R = Symbols.bounds(V, L);
    Fits &= R.Low >= To.min() && R.High <= To.max();
  });
  if (Fits)
    return V;
  Symbol S;
  S.Derivation = DerivedKind::Cast;
  S.OperandType = To;
  S.Operands = {std::move(V)};
  return derive(std::move(S));
}

LaneValue Evaluator::select(const Expr &E, LaneMask Active) {
  Truth T = test(*E.operand(0), Active);
  LaneValue A = evaluate(*E.operand(1), Active);
  LaneValue B = evaluate(*E.operand(2), Active);
  if (A.equals(B, Active))
    return A;
  if (T.Unknown == 0)
    return T.False == 0 ? A : T.True == 0 ? B : blend(B, A, T.True);
  Symbol S;
  S.Derivation = DerivedKind::Select;
  S.OperandType = E.type();
  S.Operands = {predicate(*E.operand(0), Active), A, B};
  size_t Before = Symbols.size();
  LaneValue V = derive(std::move(S));
  if (Symbols.size() != Before)
    narrowChoice(V, *E.operand(0), A, B, Active);
  return V;
}

/// `e < 0 ? 0 : e`: each outcome is met where the condition says so, whatever
/// else is known here.
void Evaluator::narrowChoice(const LaneValue &V, const Expr &Cond,
                             const LaneValue &A, const LaneValue &B,
                             LaneMask Active) {
  std::vector<Fact> Known = Symbols.takeFacts();
  std::array<ValueRange, MaxLanes> Of = {};
  for (bool Holds : {true, false}) {
    learn(Cond, Holds, Active);
    forEachLane(Active, [&](unsigned L) {
      ValueRange R = Symbols.bounds(Holds ? A : B, L);
      Of[L] = Holds ? R
                    : ValueRange{std::min(Of[L].Low, R.Low),
                                 std::max(Of[L].High, R.High)};
    });
    Symbols.takeFacts();
  }
  Symbols.putFacts(std::move(Known));
  Symbols.narrow(V.Terms.front().Symbols.front(), Of, Active);
}

Truth Evaluator::test(const Expr &E, LaneMask Active) {
  if (E.kind() == ExprKind::Unary && E.op() == Op::LogNot) {
    Truth T = test(*E.operand(0), Active);
    std::swap(T.True, T.False);
    return T;
  }
  if (E.kind() != ExprKind::Binary || !isPredicate(E.op()))
    return compare(E, Active);
  if (E.op() != Op::LogAnd && E.op() != Op::LogOr)
    return compare(E, Active);

  Truth A = test(*E.operand(0), Active), B = test(*E.operand(1), Active), R;
  bool IsAnd = E.op() == Op::LogAnd;
  R.True = IsAnd ? A.True & B.True : A.True | B.True;
  R.False = IsAnd ? A.False | B.False : A.False & B.False;
  R.Unknown = Active & ~(R.True | R.False);
  // Lanes that hang on different unknowns need not decide alike.
  auto OnAllOrNone = [&](LaneMask Unknown) {
    return (Unknown & R.Unknown) == 0 || (Unknown & R.Unknown) == R.Unknown;
  };
  R.UniformUnknown = A.UniformUnknown && B.UniformUnknown &&
                     OnAllOrNone(A.Unknown) && OnAllOrNone(B.Unknown);
  return R;
}

/// Decides `D O 0` from the range of D, or nothing.
static std::optional<bool> decide(Op O, ValueRange D) {
  switch (O) {
  case Op::Lt:
    return D.High < 0   ? std::optional(true)
           : D.Low >= 0 ? std::optional(false)
                        : std::nullopt;
  case Op::Le:
    return D.High <= 0 ? std::optional(true)
           : D.Low > 0 ? std::optional(false)
                       : std::nullopt;
  case Op::Gt:
    return D.Low > 0     ? std::optional(true)
           : D.High <= 0 ? std::optional(false)
                         : std::nullopt;
  case Op::Ge:
    return D.Low >= 0   ? std::optional(true)
           : D.High < 0 ? std::optional(false)
                        : std::nullopt;
  case Op::Eq:
  case Op::Ne:
    if (D.High < 0 || D.Low > 0)
      return O == Op::Ne;
    if (D.Low == 0 && D.High == 0)
      return O == Op::Eq;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Truth Evaluator::compare(const Expr &E, LaneMask Active) {
  bool IsCompare = E.kind() == ExprKind::Binary && isPredicate(E.op());
  Op O = IsCompare ? E.op() : Op::Ne;
  LaneValue A = evaluate(IsCompare ? *E.operand(0) : E, Active);
  LaneValue B = IsCompare ? evaluate(*E.operand(1), Active) : LaneValue(0);
  IntType T = IsCompare ? E.operand(0)->type() : E.type();

  Truth R;
  bool Concrete = A.isConcrete() && B.isConcrete();
  LaneValue D = Concrete ? LaneValue() : subtract(A, B);
  // An operand may wrap around, here or where its sign changed, and then its
  // polynomial lies.
  auto MayWrap = [&](unsigned L) {
    auto Leaves = [&](ValueRange V) {
      return V.Low < T.min() || V.High > T.max();
    };
    return Leaves(Symbols.bounds(A, L)) || Leaves(Symbols.bounds(B, L));
  };
  bool Alike =
      !Concrete && Symbols.isAlike(A, Active) && Symbols.isAlike(B, Active);
  forEachLane(Alike ? Active & -Active : Active, [&](unsigned L) {
    LaneMask Bit = Alike ? Active : LaneMask(1) << L;
    std::optional<bool> V =
        Concrete
            ? std::optional<bool>(*fold(O, T, A.Constant[L], B.Constant[L]))
        : MayWrap(L) ? std::nullopt
                     : decide(O, Symbols.bounds(D, L));
    (!V ? R.Unknown : *V ? R.True : R.False) |= Bit;
  });
  // Lanes that hang on one unknown decide alike only if they compare alike.
  R.UniformUnknown = Concrete || Symbols.isUniform(D);
  return R;
}

void Evaluator::learn(const Expr &E, bool Holds, LaneMask Active) {
  if (E.kind() == ExprKind::Unary && E.op() == Op::LogNot)
    return learn(*E.operand(0), !Holds, Active);
  bool IsPredicate = E.kind() == ExprKind::Binary && isPredicate(E.op());
  if (!IsPredicate)
    return Symbols.learn(evaluate(E, Active), Holds, Active);
  if (E.op() == (Holds ? Op::LogAnd : Op::LogOr)) {
    learn(*E.operand(0), Holds, Active);
    return learn(*E.operand(1), Holds, Active);
  }
  if (E.op() == Op::LogAnd || E.op() == Op::LogOr)
    return Symbols.learn(evaluate(E, Active), Holds, Active);
  Symbols.learn(Holds ? E.op() : opposite(E.op()), E.operand(0)->type(),
                evaluate(*E.operand(0), Active),
                evaluate(*E.operand(1), Active), Active);
}
