//===- MatchAccess.cpp - The element that an expression names -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/Groups.h"

using namespace bankfix;

std::set<unsigned> PointerUnit::arraysOf(const clang::Expr *E) const {
  if (std::optional<unsigned> Array = arrayOf(E))
    return {*Array};
  if (std::set<unsigned> Named = membersOf(E); !Named.empty())
    return Named;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  const PointsToSet *L = V ? Leads.find(V) : nullptr;
  return L ? L->Arrays : std::set<unsigned>();
}

static std::optional<unsigned>
numberIn(const llvm::DenseMap<const clang::VarDecl *, unsigned> &All,
         const clang::ValueDecl *V) {
  auto *Var = llvm::dyn_cast<clang::VarDecl>(V);
  auto It = Var ? All.find(Var->getCanonicalDecl()) : All.end();
  return It == All.end() ? std::nullopt : std::optional(It->second);
}

std::optional<unsigned> PointerUnit::placed(const clang::ValueDecl *V) const {
  return numberIn(Placed, V);
}

std::optional<unsigned> PointerUnit::row(const clang::ValueDecl *V) const {
  return numberIn(Rows, V);
}

const BaseParameter *PointerUnit::baseOf(const clang::VarDecl *V) const {
  auto It =
      Bases.Of.find(llvm::cast<clang::VarDecl>(DerivedVariables::canonical(V)));
  return It == Bases.Of.end() ? nullptr : &It->second;
}

bool PointerUnit::isBase(const clang::VarDecl *V) const {
  return llvm::any_of(Bases.Of,
                      [&](const auto &B) { return B.second.Is == V; });
}

bool PointerUnit::isPlainBase(const clang::ParmVarDecl *V) const {
  return Bases.Plain.contains(
      llvm::cast<clang::ParmVarDecl>(DerivedVariables::canonical(V)));
}

bool PointerUnit::isPlainBase(const clang::CallExpr *Call, unsigned I) const {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  return F && I < F->getNumParams() && isPlainBase(F->getParamDecl(I));
}

/// An array that \p E names through a variable that is as good as the array.
static std::optional<unsigned> wholeArrayOf(const PointerUnit &U,
                                            const clang::Expr *E) {
  if (std::set<unsigned> Named = U.membersOf(E); !Named.empty())
    return *Named.begin();
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  const PointsToSet *L = V ? U.Leads.find(V) : nullptr;
  return L && L->Exact && isWhole(V, *L->Exact) ? std::optional(L->Exact->Array)
                                                : std::nullopt;
}

bool MatchedAccess::isThroughVariable(const PointerUnit &U) const {
  return !U.arrayOf(Base) && U.membersOf(Base).size() != 1;
}

/// `base.member`: moves \p Inner to the member, if it is a plain one.
static std::optional<MatchedAccess>
member(const PointerUnit &U, MatchedAccess Inner, const clang::MemberExpr &E) {
  auto *Field = llvm::dyn_cast<clang::FieldDecl>(E.getMemberDecl());
  clang::QualType T = Field ? Field->getType() : clang::QualType();
  if (!Field || Field->isBitField() || Field->getParent()->isUnion() ||
      !(T->isScalarType() || T->isRecordType() || T->isVectorType()))
    return std::nullopt;
  uint64_t Bits = U.Context.getFieldOffset(Field);
  Inner.MemberOffset += Bits / 8;
  Inner.Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  return Inner;
}

/// `v.x`, `v.s3`: a single component of an OpenCL vector.
static std::optional<MatchedAccess>
component(const PointerUnit &U, MatchedAccess Inner,
          const clang::ExtVectorElementExpr &E) {
  llvm::SmallVector<uint32_t, 4> Components;
  E.getEncodedElementAccess(Components);
  if (Components.size() != 1)
    return std::nullopt;
  Inner.Bytes = U.Context.getTypeSizeInChars(E.getType()).getQuantity();
  Inner.MemberOffset += Components[0] * Inner.Bytes;
  return Inner;
}

const clang::Expr *
PointerUnit::indexedBy(const clang::ArraySubscriptExpr *E) const {
  const clang::Expr *Base = E->getBase()->IgnoreParenImpCasts();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(Base);
  auto *First = X && X->getOpcode() == clang::UO_AddrOf
                    ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                          X->getSubExpr()->IgnoreParens())
                    : nullptr;
  const bool IsFlat =
      First && isZero(First->getIdx()) &&
      (takesPlace(*this, E->getIdx()) ||
       llvm::any_of(arraysOf(nameIn(First)), [&](unsigned Array) {
         return Counted.count(Array) &&
                takesNumberPlace(*this, E->getIdx(), Array);
       }));
  return IsFlat ? First->getBase()->IgnoreParenImpCasts() : Base;
}

const clang::Expr *bankfix::steppedIn(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  return X && X->isIncrementDecrementOp()
             ? X->getSubExpr()->IgnoreParenImpCasts()
             : E;
}

/// `b[i]`, `*(b + i)`, `*b`, `*b++`, or `b + i` that is `&b[i]`.
static std::optional<SubscriptStep> stepOf(const PointerUnit &U,
                                           const clang::Expr *E) {
  if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return SubscriptStep{U.indexedBy(S), S->getIdx(), S->getRBracketLoc()};
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  if (X && X->getOpcode() != clang::UO_Deref)
    return std::nullopt;
  if (auto It = U.MadeIndices.find(X); It != U.MadeIndices.end())
    return SubscriptStep{steppedIn(X->getSubExpr()), It->second,
                         X->getOperatorLoc()};
  auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(
      X ? X->getSubExpr()->IgnoreParenImpCasts() : E);
  if (!Sum || !(X || U.Sums.contains(Sum)) || sumIn(Sum) != Sum)
    return std::nullopt;
  std::optional<SubscriptStep> Step = sumStep(U, Sum);
  if (Step)
    Step->Of = Step->Of->IgnoreParenImpCasts();
  return Step;
}

/// `((T *)a)[i]`, or `*((T *)a + i)`.
struct GroupStep {
  const clang::ExplicitCastExpr *Cast;
  SubscriptStep Step;
  bool IsSum;
};

/// The step of \p E that counts objects of another type, from the start of an
/// array or of a row, or from a place in one.
static std::optional<GroupStep> groupStep(const PointerUnit &U,
                                          const clang::Expr *E) {
  auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  std::optional<SubscriptStep> Step;
  if (S && S->getLHS() == S->getBase())
    Step = {S->getBase(), S->getIdx(), S->getRBracketLoc()};
  else if (X && X->getOpcode() == clang::UO_Deref)
    if (auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(
            X->getSubExpr()->IgnoreParenImpCasts());
        Sum && sumIn(Sum) == Sum)
      Step = sumStep(U, Sum);
  auto *Cast = Step ? llvm::dyn_cast<clang::ExplicitCastExpr>(
                          Step->Of->IgnoreParenImpCasts())
                    : nullptr;
  bool Grouping = Cast && Cast->getType()->isPointerType() &&
                  Cast->getSubExpr()->getType()->isPointerType() &&
                  (Cast->getCastKind() == clang::CK_BitCast ||
                   Cast->getCastKind() == clang::CK_NoOp) &&
                  !castArray(U, Cast);
  return Grouping ? std::optional(GroupStep{Cast, *Step, X != nullptr})
                  : std::nullopt;
}

/// `a` in `(T *)a` of elements of type T, and whatever else a cast leaves as it
/// is.
static const clang::Expr *withoutCasts(const clang::Expr *E) {
  for (;;) {
    auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E);
    if (!C || C->getCastKind() != clang::CK_NoOp ||
        !C->getType()->isPointerType())
      return E;
    E = C->getSubExpr()->IgnoreParenImpCasts();
  }
}

/// What \p Base, a variable that leads into \p Array, counts: null for its
/// elements.
static clang::QualType countedBy(const PointerUnit &U, const clang::Expr *Base,
                                 unsigned Array) {
  const clang::VarDecl *V = namedVariable(Base);
  return V && countsGroups(U, V->getType(), Array)
             ? V->getType()->getPointeeType()
             : clang::QualType();
}

static bool isVolatileElement(const PointerUnit &U, clang::QualType T,
                              unsigned Array) {
  return T.isVolatileQualified() && T->isScalarType() &&
         !U.Buffers.count(Array) && isElementOf(U, T, Array);
}

/// \p A, whose last subscript counts objects of type \p T; false where these
/// are no groups.
static bool group(const PointerUnit &U, MatchedAccess &A, clang::QualType T) {
  if (!areGroups(U, T, A.Array))
    return false;
  A.Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  A.Elements = A.Bytes / U.SharedArrays[A.Array].ElementBytes;
  return A.IsGrouped = true;
}

/// \p A counts groups from within an array: its last subscript becomes one that
/// counts elements. False where it cannot be that.
static bool joinInner(const PointerUnit &U, MatchedAccess &A,
                      const GroupStep &G) {
  const std::optional<SubscriptStep> Step = innerStep(U, A.Inner);
  const clang::QualType Of = Step->Of->getType()->getPointeeType();
  if (A.Elements == 1 || Of->isIncompleteType() ||
      U.Context.getTypeSizeInChars(Of).getQuantity() !=
          U.SharedArrays[A.Array].ElementBytes)
    return false; // What is within counts groups of its own.
  const clang::Expr *Index =
      groupIndex(U, G.Cast, Step->Index, A.Elements, A.Subscripts.back());
  if (Index)
    A.Subscripts.back() = Index;
  return Index;
}

/// Gives \p A the subscripts of \p E, and returns what they count from; null
/// where that is no element's place.
static const clang::Expr *takeSteps(const PointerUnit &U, const clang::Expr *E,
                                    const std::optional<GroupStep> &Grouping,
                                    MatchedAccess &A) {
  if (Grouping) {
    A.Subscripts = {Grouping->Step.Index};
    A.Brackets = {Grouping->Step.At};
    E = Grouping->Cast->getSubExpr()->IgnoreParenImpCasts();
    // `((T *)(a + n))[0]` is the element of that sum, as something wider.
    const bool IsView = !Grouping->IsSum && isZero(Grouping->Step.Index);
    if (auto Step = IsView ? std::nullopt : innerStep(U, E)) {
      A.Inner = Grouping->Cast->getSubExpr()->IgnoreImpCasts();
      E = Step->Of->IgnoreParenImpCasts();
    }
  }
  while (std::optional<SubscriptStep> S = stepOf(U, E)) {
    A.Subscripts.insert(A.Subscripts.begin(), S->Index);
    A.Brackets.insert(A.Brackets.begin(), S->At);
    A.IsSum |= !llvm::isa<clang::ArraySubscriptExpr>(E);
    if (llvm::isa<clang::UnaryOperator>(E) && U.MadeIndices.contains(E))
      A.Dereferenced = E;
    E = S->Of;
  }
  if (Grouping && A.IsSum)
    return nullptr; // What a group is counted from is no sum.
  A.IsSum |= Grouping && Grouping->IsSum;
  return E;
}

/// What \p G counts from \p V can be written with the array's name in its
/// place.
static bool isGroupedPlace(const PointerUnit &U, const clang::VarDecl *V,
                           const GroupStep &G) {
  if (!U.placed(V) || countsRows(U, V))
    return false;
  // `(int *)a` is the array, and no group; `(int *)(short *)a` is neither.
  const unsigned Array = U.Leads.find(V)->Exact->Array;
  return G.Cast->getCastKind() == clang::CK_NoOp ||
         isElementOf(U, V->getType()->getPointeeType(), Array) ||
         !pointsToElements(U, G.Cast->getType(), Array);
}

const clang::Expr *PointerUnit::nameIn(const clang::Expr *E) const {
  for (;;) {
    E = E->IgnoreParenCasts();
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
    if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
      E = indexedBy(S);
    else if (X && X->getOpcode() == clang::UO_Deref)
      E = X->getSubExpr();
    else if (const clang::BinaryOperator *Sum = sumIn(E))
      E = Sum->getLHS();
    else
      return E;
  }
}

static bool isAddressed(const PointerUnit &U, const clang::Expr *Base) {
  std::optional<unsigned> N = U.Names.find(U.nameIn(Base));
  return N && U.Addressed.contains(*N);
}

std::optional<MatchedAccess>
bankfix::addressedElement(const PointerUnit &U, const clang::Expr *E) {
  E = uncast(E);
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  if (X && X->getOpcode() == clang::UO_AddrOf)
    return U.match(X->getSubExpr());
  return U.Sums.contains(E) ? U.match(E) : std::nullopt;
}

std::optional<unsigned> bankfix::arrayOfRow(const PointerUnit &U,
                                            const clang::Expr *E) {
  size_t Level = 1;
  E = E->IgnoreParenImpCasts();
  for (; auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E); ++Level)
    E = S->getBase()->IgnoreParenImpCasts();
  std::optional<unsigned> Array = U.arrayOf(E);
  return Array && U.SharedArrays[*Array].Dims.size() == Level ? Array
                                                              : std::nullopt;
}

const clang::Expr *bankfix::namedElement(const PointerUnit &U,
                                         const clang::Expr *Address) {
  Address = Address->IgnoreParenCasts();
  if (!Address->isGLValue() && U.match(Address))
    return Address;
  auto *Of = llvm::dyn_cast<clang::UnaryOperator>(Address);
  return Of && Of->getOpcode() == clang::UO_AddrOf ? Of->getSubExpr() : nullptr;
}

std::optional<MatchedAccess> PointerUnit::match(const clang::Expr *E) const {
  E = E->IgnoreParens();
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    auto Inner = M->isArrow() ? std::nullopt : match(M->getBase());
    return Inner && !Inner->IsGrouped ? member(*this, std::move(*Inner), *M)
                                      : std::nullopt;
  }
  if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(E)) {
    auto Inner = V->isArrow() ? std::nullopt : match(V->getBase());
    return Inner && !Inner->IsGrouped ? component(*this, std::move(*Inner), *V)
                                      : std::nullopt;
  }
  // A volatile or const view of the same element.
  if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp)
    return match(C->getSubExpr());

  MatchedAccess A;
  const std::optional<GroupStep> Grouping = groupStep(*this, E);
  const clang::Expr *Base = takeSteps(*this, E, Grouping, A);
  if (!Base)
    return std::nullopt;
  const clang::Expr *Cast = castArray(*this, Base);
  Base = Cast ? Cast : withoutCasts(Base);
  std::optional<unsigned> Array = arrayOf(Base);
  if (Array && !Cast && Buffers.count(*Array) && !(Grouping && !A.Inner))
    return std::nullopt; // So many bytes, or whatever it is declared with.
  const bool IsArray = Array.has_value();
  if (!IsArray)
    Array = wholeArrayOf(*this, Base);
  const clang::VarDecl *V = namedVariable(Base);
  // Their names say where they lead, and the one subscript what is behind.
  bool IsPlaced = !Array && V && (placed(V) || row(V)) &&
                  (!Grouping || isGroupedPlace(*this, V, *Grouping));
  if (IsPlaced)
    Array = Leads.find(V)->Exact->Array;
  if (!Array || isAddressed(*this, Base))
    return std::nullopt;
  const clang::QualType Counted =
      Grouping  ? Grouping->Cast->getType()->getPointeeType()
      : IsArray ? clang::QualType()
                : countedBy(*this, Base, *Array);
  const SharedArray &S = SharedArrays[*Array];
  if (!S.IsArray || A.Subscripts.size() != (IsPlaced ? 1 : S.Dims.size()))
    return std::nullopt;
  A.Array = *Array;
  A.Base = Base;
  A.Bytes = S.ElementBytes;
  if (!Counted.isNull() && !isVolatileElement(*this, Counted, *Array) &&
      !group(*this, A, Counted))
    return std::nullopt;
  // As it is then written with the array.
  if (IsPlaced && Grouping && Grouping->Cast->getCastKind() != clang::CK_NoOp &&
      pointsToElements(*this, Grouping->Cast->getType(), *Array))
    A.IsGrouped = false;
  if (A.Inner && !joinInner(*this, A, *Grouping))
    return std::nullopt;
  return A;
}
