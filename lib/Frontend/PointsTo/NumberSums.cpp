//===- NumberSums.cpp - Addresses that are computed as numbers ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   unsigned at = __cvta_generic_to_shared(s);      as it is
//   asm("ldmatrix... [%1];" .. : "r"(at + 2 * i));
//     ->  "r"((unsigned)__cvta_generic_to_shared(&s[MAP((int)(at + 2 * i -
//             (unsigned)__cvta_generic_to_shared(s)) / 2)])))
//
// Such a number counts bytes as the layout before did, wherever arithmetic
// moves it. What an instruction gets in the end is written with the array; up
// to there, sums and variables stay as they are. A variable that holds nothing
// but addresses of instructions gets what is written so.
//
//===----------------------------------------------------------------------===//

#include "Ast/KnownCalls.h"
#include "PointsTo/NumberFollower.h"

using namespace bankfix;

const clang::Expr *bankfix::convertedAddress(const clang::Expr *E) {
  auto *C = llvm::dyn_cast<clang::CallExpr>(E->IgnoreParenCasts());
  return C && C->getNumArgs() == 1 && classify(*C) == CallKind::Address
             ? C->getArg(0)
             : nullptr;
}

std::optional<unsigned> bankfix::startNumber(const PointerUnit &U,
                                             const clang::Expr *E) {
  const clang::Expr *Address = convertedAddress(E);
  auto *Start = Address ? llvm::dyn_cast<clang::DeclRefExpr>(
                              unvoided(Address)->IgnoreParenImpCasts())
                        : nullptr;
  return Start ? U.arrayOf(Start) : std::nullopt;
}

bool bankfix::isPlaceOfNumber(const PointerUnit &U, const clang::Expr *E,
                              unsigned Array) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E->IgnoreParens());
  return B && B->getOpcode() == clang::BO_Sub &&
         startNumber(U, B->getRHS()) == Array;
}

bool bankfix::takesNumberPlace(const PointerUnit &U, const clang::Expr *E,
                               unsigned Array) {
  bool Takes = false;
  walk(E, [&](const clang::Stmt *S) {
    auto *Part = llvm::dyn_cast<clang::Expr>(S);
    Takes |= Part && isPlaceOfNumber(U, Part, Array);
    return !Takes;
  });
  return Takes;
}

/// The array that an address leads into as all pointers to it did before.
std::optional<unsigned>
NumberFollower::countedArray(const clang::Expr *Address) const {
  const PointsToSet L = pointsTo(U, unvoided(Address));
  if (!L.Exact || L.IsUnknown || L.Arrays.size() != 1)
    return std::nullopt;
  const unsigned Array = *L.Arrays.begin();
  const SharedArray &A = U.SharedArrays[Array];
  if (!A.IsArray || U.Buffers.count(Array) ||
      (A.Dims.size() > 1 && A.Space != MemorySpace::Static))
    return std::nullopt;
  return Array;
}

/// The number ends in \p E, which an instruction gets.
bool NumberFollower::end(const clang::Expr *E, Counted &Into) {
  while (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E)) {
    if (C->getCastKind() != clang::CK_IntegralCast)
      break;
    E = C->getSubExpr();
  }
  const clang::QualType T =
      E->getType().getCanonicalType().getUnqualifiedType();
  if (AsTheyStand.contains(E) ||
      (T != U.Context.UnsignedIntTy &&
       T != U.Context.getSizeType().getCanonicalType()))
    return false;
  Into.Sums.push_back(E->IgnoreParens());
  return true;
}

/// \p E goes to \p To, which is no more than the address of accesses.
bool NumberFollower::goesTo(const clang::VarDecl *To, const clang::Expr *E,
                            Counted &Into) {
  std::optional<Widths> By = accessedBy(To);
  llvm::append_range(
      Into.Met,
      MetBehind[llvm::cast<clang::VarDecl>(DerivedVariables::canonical(To))]);
  Into.Accesses.include(By.value_or(Widths()));
  return By && end(E, Into);
}

bool NumberFollower::set(const clang::VarDecl *To, const clang::Expr *E,
                         Counted &Into) {
  return accessedBy(To) ? goesTo(To, E, Into) : give(To);
}

/// \p B adds to the number in \p E, or takes from it.
bool NumberFollower::addTo(const clang::Expr *E, const clang::BinaryOperator *B,
                           Counted &Into) {
  if (isPlaceOfNumber(U, B, Into.Array)) {
    Into.Places.push_back(B);
    return true;
  }
  // Of two numbers, the sum is no address.
  return B->isAdditiveOp() &&
         (B->getLHS() == E || B->getOpcode() == clang::BO_Add) &&
         Counting.try_emplace(B, E).first->second == E && follow(B);
}

/// What is done with \p E, the number or a variable that has it.
bool NumberFollower::useCounted(const clang::Expr *E, Counted &Into) {
  const clang::Stmt *P = Parents.lookup(E);
  if (!P)
    return false;
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(P)) {
    if (B->getOpcode() == clang::BO_AddAssign ||
        B->getOpcode() == clang::BO_SubAssign)
      return B->getLHS() == E && isDropped(Parents.lookup(B), B);
    if (B->getOpcode() != clang::BO_Assign)
      return B->getOpcode() == clang::BO_Comma ? use(E) : addTo(E, B, Into);
    const clang::VarDecl *To = namedVariable(B->getLHS());
    return B->getLHS() == E ||
           (To && set(To, E, Into) && isDropped(Parents.lookup(B), B));
  }
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(P))
    return X->isIncrementDecrementOp() && isDropped(Parents.lookup(X), X);
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(P)) {
    const clang::FunctionDecl *F = C->getDirectCallee();
    unsigned I = llvm::find(C->arguments(), E) - C->arg_begin();
    return F && isFollowedInto(U, F) &&
           !llvm::isa<clang::CXXOperatorCallExpr>(C) && I < F->getNumParams() &&
           goesTo(F->getDefinition()->getParamDecl(I), E, Into);
  }
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(P))
    return llvm::all_of(D->decls(), [&](const clang::Decl *Each) {
      auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
      return !V || V->getInit() != E || set(V, E, Into);
    });
  if (auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(P)) // Else it sets another.
    return llvm::is_contained(A->inputs(), E) && assembly(A, E) && end(E, Into);
  if (auto *C = llvm::dyn_cast<clang::ConditionalOperator>(P))
    Into.Choices.push_back(C);
  return !llvm::isa<clang::ReturnStmt>(P) && use(E);
}

/// Follows the number that \p Conversion makes.
void NumberFollower::count(const clang::CallExpr *Conversion) {
  const clang::Expr *Address = Conversion->getArg(0);
  std::optional<unsigned> Array = countedArray(Address);
  if (!Array)
    return;
  Counted &Into = Arrays[*Array];
  Into.Array = *Array;
  Into.Addresses.push_back(Address);
  Given.clear();
  Accesses = Into.Accesses;
  Work = {Conversion};
  while (!Work.empty() && !Into.Fails) {
    const clang::Expr *E = Work.back();
    Work.pop_back();
    Into.Fails = !useCounted(E, Into);
    Into.Met.push_back(E);
  }
  Into.Accesses.include(Accesses);
  Into.Variables.insert(Into.Variables.end(), Given.begin(), Given.end());
}

/// What has a number that counts the bytes of the array has no other.
bool NumberFollower::areOfOneArray(const Counted &All) const {
  const llvm::DenseSet<const clang::Expr *> Met(All.Met.begin(), All.Met.end());
  for (const clang::ConditionalOperator *C : All.Choices)
    if (!Met.contains(C->getTrueExpr()) || !Met.contains(C->getFalseExpr()))
      return false;
  for (const clang::BinaryOperator *B : All.Places)
    if (!Met.contains(B->getLHS()))
      return false;
  for (const clang::ValueDecl *V : All.Variables) {
    const clang::Expr *First = llvm::cast<clang::VarDecl>(V)->getInit();
    if (llvm::isa<clang::ParmVarDecl>(V) || (First && !Met.contains(First)))
      return false;
    auto It = References.find(V);
    if (It == References.end())
      continue;
    for (const clang::DeclRefExpr *R : It->second) {
      const clang::Stmt *Of = R;
      const clang::Stmt *P = Parents.lookup(Of);
      for (; llvm::isa_and_nonnull<clang::ParenExpr>(P); P = Parents.lookup(P))
        Of = P;
      auto *B = llvm::dyn_cast_or_null<clang::BinaryOperator>(P);
      if (B && B->getOpcode() == clang::BO_Assign && B->getLHS() == Of &&
          !Met.contains(B->getRHS()))
        return false;
    }
  }
  return true;
}

/// All accesses are of whole elements, which is where numbers lead then, as the
/// hardware serves accesses at multiples of their width; and the array can be
/// named wherever they end.
bool NumberFollower::canBeWritten(const Counted &All) const {
  const SharedArray &A = U.SharedArrays[All.Array];
  return A.ElementBytes != 0 && All.Accesses.Least % A.ElementBytes == 0 &&
         areOfOneArray(All) &&
         llvm::all_of(All.Sums, [&](const clang::Expr *E) {
           const clang::Stmt *P = E;
           while (P && !Bodies.contains(P))
             P = Parents.lookup(P);
           return P && arrayNamedIn(U, Bodies.lookup(P), All.Array);
         });
}

void NumberFollower::findSums() {
  for (const clang::Stmt *S : Conversions)
    if (auto *C = llvm::dyn_cast<clang::CallExpr>(S);
        C && !U.ElementNumbers.contains(C->getArg(0)))
      count(C);
  // One that is another array's, too, is neither's.
  llvm::DenseMap<const clang::Expr *, unsigned> ArrayOf;
  for (auto &[Array, All] : Arrays)
    for (const clang::Expr *E : All.Sums)
      if (unsigned First = ArrayOf.try_emplace(E, Array).first->second;
          First != Array)
        All.Fails = Arrays[First].Fails = true;
  for (const auto &[Array, All] : Arrays) {
    if (All.Fails || !canBeWritten(All))
      continue;
    for (const clang::Expr *E : All.Addresses) {
      U.NumberPlaces[E] = All.Accesses.Most;
      keepAddresses(U, unvoided(E));
    }
    for (const clang::Expr *E : All.Sums)
      U.NumberSums[E] = Array;
    U.Counted.insert(Array);
  }
  noteUses();
}

void NumberFollower::noteUses() {
  for (const auto &[Address, Met] : MetOf) {
    const std::set<unsigned> Of = pointsTo(U, unvoided(Address)).Arrays;
    for (const clang::Expr *E : Met) {
      U.Numbers.All[E].insert(Of.begin(), Of.end());
      U.Numbers.OfElements[E].insert(Of.begin(), Of.end());
    }
  }
  for (const auto &[Array, All] : Arrays)
    for (const clang::Expr *E : All.Met)
      U.Numbers.All[E].insert(Array);
}

std::optional<NumberAccess> bankfix::numberAccess(const PointerUnit &U,
                                                  const clang::Expr *E) {
  if (U.NumberPlaces.empty())
    return std::nullopt;
  if (auto It = U.NumberSums.find(E->IgnoreParens()); It != U.NumberSums.end())
    return NumberAccess{It->second, E->IgnoreParens(), std::nullopt};
  const clang::Expr *Address =
      llvm::isa<clang::ImplicitCastExpr>(E) ? nullptr : convertedAddress(E);
  auto *Of = Address ? llvm::dyn_cast<clang::UnaryOperator>(unvoided(Address))
                     : nullptr;
  std::optional<MatchedAccess> A;
  if (Of && Of->getOpcode() == clang::UO_AddrOf)
    A = U.match(Of->getSubExpr());
  if (!A || !takesNumberPlace(U, A->Subscripts.back(), A->Array))
    return std::nullopt;
  return NumberAccess{A->Array, A->Subscripts.back(), A};
}
