//===- OffsetExpansion.cpp - What a macro adds to an index ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expansion is read as the compiler reads it, not as its author meant it:
//
//   #define OFFSET(n) ((n) >> BANKS + (n) >> (2 * LOG_BANKS))
//
// is ((n >> (BANKS + n)) >> (2 * LOG_BANKS)), as `+` binds tighter. For the n
// for which C defines that, it is 0.
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Uses/OffsetMacros.h"

using namespace bankfix;

namespace {

/// Reads the expression that one expansion makes.
class ExpansionReader {
public:
  ExpansionReader(const JudgedUnit &U, OffsetExpansion &Out)
      : U(U), SM(U.Source.manager()), Out(Out) {}

  /// \p E is all of an expansion, of one of \p Macros.
  bool isWhole(const clang::Expr *E, const MacrosByBody &Macros);
  bool sum(const clang::Expr *E);

private:
  clang::SourceLocation unwrapped(clang::SourceLocation L) const;
  bool isArgument(const clang::Expr *E) const;
  bool isFromArgument(clang::SourceLocation L) const;
  std::optional<uint64_t> constant(const clang::Expr *E) const;
  bool term(const clang::BinaryOperator *B);
  bool brokenTerm(const clang::BinaryOperator *B);
  bool product(const clang::BinaryOperator *B);
  bool argument(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (!isArgument(E))
      return false;
    Out.Arguments.push_back(E);
    return true;
  }

  const JudgedUnit &U;
  const clang::SourceManager &SM;
  OffsetExpansion &Out;
  clang::FileID Body;   ///< The tokens that the body gave.
  unsigned Wrapped = 0; ///< Macros that got the expansion as an argument.
};

clang::SourceLocation
ExpansionReader::unwrapped(clang::SourceLocation L) const {
  for (unsigned I = 0; I < Wrapped && SM.isMacroArgExpansion(L); ++I)
    L = SM.getImmediateSpellingLoc(L);
  return L;
}

bool ExpansionReader::isWhole(const clang::Expr *E,
                              const MacrosByBody &Macros) {
  clang::SourceLocation Begin = E->getBeginLoc(), End = E->getEndLoc();
  for (; Begin.isMacroID() && SM.isMacroArgExpansion(Begin); ++Wrapped)
    Begin = SM.getImmediateSpellingLoc(Begin);
  if (!Begin.isMacroID())
    return false;
  unsigned First = SM.getSpellingLoc(Begin).getRawEncoding();
  auto It = Macros.find(First);
  if (It == Macros.end())
    return false;
  Body = SM.getFileID(Begin);
  End = unwrapped(End);
  while (End.isMacroID() && SM.getFileID(End) != Body)
    End = SM.getImmediateExpansionRange(End).getEnd();
  const MacroText &Text = U.Preprocessed.Texts.at(It->second);
  if (!End.isMacroID() ||
      SM.getSpellingLoc(End).getRawEncoding() != Text.Bodies.at(First))
    return false;
  Out.Macro = It->second;
  Out.At = SM.getImmediateExpansionRange(Begin).getBegin().getRawEncoding();
  return true;
}

bool ExpansionReader::isFromArgument(clang::SourceLocation L) const {
  for (L = unwrapped(L); L.isMacroID();) {
    if (SM.getFileID(L) == Body)
      return false;
    clang::SourceLocation Up = SM.getImmediateExpansionRange(L).getBegin();
    if (SM.isMacroArgExpansion(L) && Up.isMacroID() && SM.getFileID(Up) == Body)
      return true;
    L = Up;
  }
  return false;
}

bool ExpansionReader::isArgument(const clang::Expr *E) const {
  // The body's parentheses around `threadIdx.x` are a part of that.
  if (auto *P = llvm::dyn_cast<clang::PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParens();
  return isFromArgument(E->getBeginLoc()) && isFromArgument(E->getEndLoc());
}

std::optional<uint64_t> ExpansionReader::constant(const clang::Expr *E) const {
  clang::Expr::EvalResult R;
  if (E->isValueDependent() || !E->getType()->isIntegerType() ||
      !E->EvaluateAsInt(R, U.Context) || R.Val.getInt().isNegative())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

/// `n >> 4`, or `n / 16`: elements of an array have no negative index.
bool ExpansionReader::term(const clang::BinaryOperator *B) {
  std::optional<uint64_t> By = constant(B->getRHS());
  if (!By || !argument(B->getLHS()))
    return false;
  if (B->getOpcode() == clang::BO_Div) {
    if (!llvm::isPowerOf2_64(*By))
      return false;
    By = llvm::Log2_64(*By);
  }
  if (*By < 1 || *By > 30)
    return false;
  ++Out.Operations;
  Out.Terms.push_back({unsigned(*By), 1});
  return true;
}

/// `(n >> (c + n)) >> d`: no n from 0 on has so many bits, and below it is no
/// index.
bool ExpansionReader::brokenTerm(const clang::BinaryOperator *B) {
  auto *Inner =
      llvm::dyn_cast<clang::BinaryOperator>(B->getLHS()->IgnoreParenImpCasts());
  if (!Inner || Inner->getOpcode() != clang::BO_Shr || !constant(B->getRHS()))
    return false;
  auto *By = llvm::dyn_cast<clang::BinaryOperator>(
      Inner->getRHS()->IgnoreParenImpCasts());
  if (!By || By->getOpcode() != clang::BO_Add)
    return false;
  const clang::Expr *Left = By->getLHS(), *Right = By->getRHS();
  if (!constant(Left))
    std::swap(Left, Right);
  std::optional<uint64_t> C = constant(Left);
  if (!C || *C < 1)
    return false;
  Out.Operations += 3;
  return argument(Right) && argument(Inner->getLHS());
}

/// `(n >> 5) * 2`.
bool ExpansionReader::product(const clang::BinaryOperator *B) {
  const clang::Expr *Left = B->getLHS(), *Right = B->getRHS();
  if (!constant(Right))
    std::swap(Left, Right);
  std::optional<uint64_t> Times = constant(Right);
  auto *Of = llvm::dyn_cast<clang::BinaryOperator>(Left->IgnoreParenImpCasts());
  constexpr uint64_t Most = 64;
  bool Is =
      Times && *Times >= 1 && *Times <= Most && Of &&
      (Of->getOpcode() == clang::BO_Shr || Of->getOpcode() == clang::BO_Div) &&
      term(Of);
  if (Is)
    Out.Terms.back().Times = unsigned(*Times);
  Out.Operations += Is;
  return Is;
}

bool ExpansionReader::sum(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isArgument(E)) {
    Out.Arguments.push_back(E);
    return !std::exchange(Out.AddsIndex, true);
  }
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (!B || !integerType(U.Context, B->getType()))
    return false;
  switch (B->getOpcode()) {
  case clang::BO_Add:
    ++Out.Operations;
    return sum(B->getLHS()) && sum(B->getRHS());
  case clang::BO_Mul:
    return product(B);
  case clang::BO_Shr:
    return brokenTerm(B) || term(B);
  case clang::BO_Div:
    return term(B);
  default:
    return false;
  }
}

} // namespace

MacrosByBody bankfix::macrosByBody(const PreprocessorRecord &R) {
  MacrosByBody Out;
  for (const auto &[Name, M] : R.Texts)
    for (auto [First, Last] : M.Bodies)
      if (M.IsFunction && M.Parameters.size() == 1)
        Out[First] = Name;
  return Out;
}

std::optional<OffsetExpansion>
bankfix::offsetExpansion(const JudgedUnit &U, const MacrosByBody &Macros,
                         const clang::Expr *E) {
  OffsetExpansion Out;
  ExpansionReader Reader(U, Out);
  if (llvm::isa<clang::ImplicitCastExpr, clang::FullExpr>(E) ||
      !Reader.isWhole(E, Macros) || !integerType(U.Context, E->getType()) ||
      !Reader.sum(E))
    return std::nullopt;
  bool LeavesOut = Out.Arguments.size() > (Out.AddsIndex ? 1 : 0);
  return LeavesOut ? std::optional(std::move(Out)) : std::nullopt;
}
