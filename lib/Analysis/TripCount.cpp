//===- TripCount.cpp - How often a loop runs, as an expression ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripCount.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// "a + b" or "a - b", where \p B begins with a sign if it is negative; the
/// negative one last.
std::string sum(llvm::StringRef A, llvm::StringRef B) {
  if (A.empty() || B.empty())
    return A.str() + B.str();
  if (A.starts_with("-") && !B.starts_with("-"))
    std::swap(A, B);
  bool Less = B.consume_front("-");
  return A.str() + (Less ? " - " : " + ") + B.str();
}

std::string sum(llvm::StringRef Terms, int64_t Constant) {
  return Constant ? sum(Terms, std::to_string(Constant)) : Terms.str();
}

/// One pair of parentheses holds all of it.
bool isEnclosed(llvm::StringRef Text) {
  int Depth = 0;
  for (auto [I, C] : llvm::enumerate(Text)) {
    Depth += (C == '(') - (C == ')');
    if (Depth == 0)
      return I + 1 == Text.size() && C == ')';
  }
  return false;
}

/// \p Sum, as an operand of a division.
std::string grouped(const std::string &Sum) {
  return llvm::StringRef(Sum).contains(' ') && !isEnclosed(Sum)
             ? "(" + Sum + ")"
             : Sum;
}

/// Writes values that all lanes share as the user would.
class ValueWriter {
public:
  ValueWriter(const SymbolTable &Symbols, unsigned Lane)
      : Symbols(Symbols), Lane(Lane) {}

  bool Failed = false; ///< Something in it has no name.
  /// What is written holds before and after an iteration.
  bool Lasts = false;

  /// The terms of \p V, each divided by \p By, which divides them all.
  std::string terms(const LaneValue &V, int64_t By) {
    std::string Out;
    for (const Term &T : V.Terms) {
      int64_t C = T.Coefficient[Lane] / By;
      if (!Out.empty())
        Out += C < 0 ? " - " : " + ";
      else if (C < 0)
        Out += "-";
      std::string Product =
          C == 1 || C == -1 ? "" : std::to_string(std::abs(C));
      for (SymbolId S : T.Symbols)
        Product += (Product.empty() ? "" : " * ") +
                   symbol(S, !Product.empty() || T.Symbols.size() > 1);
      Out += Product;
    }
    return Out;
  }

private:
  std::string symbol(SymbolId Id, bool InProduct) {
    const Symbol &S = Symbols[Id];
    if (S.Kind == SymbolKind::Uniform && S.Stable) {
      Failed |= Lasts && S.NamesVariables;
      return S.Name;
    }
    bool IsOperator = S.Kind == SymbolKind::Derived && !S.LaneVarying &&
                      S.Derivation == DerivedKind::Operator &&
                      S.Operands.size() == 2 && !isBitFunction(S.Operator);
    if (!IsOperator) {
      Failed = true;
      return "";
    }
    std::string Name = spelling(S.Operator).str();
    std::string A = value(S.Operands[0]), B = value(S.Operands[1]);
    if (S.Operator == Op::Min || S.Operator == Op::Max)
      return Name + "(" + A + ", " + B + ")";
    std::string Out = grouped(A) + " " + Name + " " + grouped(B);
    bool BindsTightly = S.Operator == Op::Div || S.Operator == Op::Rem;
    return InProduct || !BindsTightly ? "(" + Out + ")" : Out;
  }

  std::string value(const LaneValue &V) {
    std::string Out = terms(V, 1);
    int64_t C = V.Constant[Lane];
    if (Out.empty())
      return std::to_string(C);
    return sum(Out, C);
  }

  const SymbolTable &Symbols;
  unsigned Lane;
};

int64_t ceilDiv(int64_t A, int64_t B) { return A / B + (A % B > 0 ? 1 : 0); }

std::string text(const TripCount &T, bool InProduct) {
  std::string Out;
  int64_t C = T.Constant + T.Step - 1; // Rounds up.
  if (!T.StepTerms.empty()) {
    Out = grouped(sum(sum(T.Terms, T.StepTerms), C)) + " / " +
          grouped(sum(T.StepTerms, T.Step));
    return InProduct ? "(" + Out + ")" : Out;
  }
  if (T.Terms.empty())
    return std::to_string(std::max<int64_t>(0, ceilDiv(T.Constant, T.Step)));
  std::string Sum = sum(T.Terms, C);
  bool IsSum = C != 0 || T.IsSum;
  if (T.Step == 1)
    return IsSum && InProduct ? "(" + Sum + ")" : Sum;
  Out = (IsSum ? "(" + Sum + ")" : Sum) + " / " + std::to_string(T.Step);
  return InProduct ? "(" + Out + ")" : Out;
}

} // namespace

/// The terms of \p V are the same for all lanes.
static bool hasSameTerms(const LaneValue &V, LaneMask Active) {
  return llvm::all_of(
      V.Terms, [&](const Term &T) { return T.Coefficient.isSame(Active); });
}

std::optional<TripCount> bankfix::tripCount(const LaneValue &Distance,
                                            const LaneValue &Step,
                                            const SymbolTable &Symbols,
                                            LaneMask Active) {
  if (!Active || !hasSameTerms(Distance, Active) ||
      !hasSameTerms(Step, Active) || !Step.Constant.isSame(Active))
    return std::nullopt;
  unsigned First = llvm::countr_zero(Active);
  if (Symbols.bounds(Step, First).High < 1)
    return std::nullopt;
  TripCount T;
  T.Step = Step.Constant[First];
  T.Constant = INT64_MIN;
  bool Divisible =
      Step.isConcrete() && llvm::all_of(Distance.Terms, [&](const Term &Each) {
        return Each.Coefficient[First] % T.Step == 0;
      });
  forEachLane(Active, [&](unsigned L) {
    T.Constant = std::max(T.Constant, Distance.Constant[L]);
  });
  // What is left of a constant still asks for a whole iteration.
  int64_t By = 1;
  if (Divisible) {
    T.Constant = ceilDiv(T.Constant, T.Step);
    By = std::exchange(T.Step, 1);
  }
  ValueWriter W(Symbols, First);
  T.Terms = W.terms(Distance, By);
  W.Lasts = true;
  T.StepTerms = W.terms(Step, 1);
  T.IsSum = Distance.Terms.size() > 1 || grouped(T.Terms) != T.Terms;
  return W.Failed ? std::nullopt : std::optional(std::move(T));
}

TripCounts bankfix::larger(const TripCounts &A, const TripCounts &B) {
  if (!A || !B || A->size() != B->size())
    return std::nullopt;
  std::vector<TripCount> Out;
  for (auto [X, Y] : llvm::zip_equal(*A, *B)) {
    if (X.Terms != Y.Terms || X.StepTerms != Y.StepTerms ||
        X.Step != Y.Step)
      return std::nullopt;
    Out.push_back(X.Constant < Y.Constant ? Y : X);
  }
  return Out;
}

std::string bankfix::text(const TripCounts &T) {
  std::string Out;
  if (T)
    for (const TripCount &C : *T)
      Out += (Out.empty() ? "" : " * ") + ::text(C, T->size() > 1);
  return Out;
}
