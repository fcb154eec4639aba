//===- LowerConstants.cpp - Constant memory -------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No kernel changes what is in constant memory, so lanes that read it at one
// address get one value, and get it again whenever they come back. An address
// is a name, for what the source goes through on the way, and the indices.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Fingerprint/Fingerprint.h"
#include "Lower/Lowering.h"

using namespace bankfix;

using Found = std::optional<ConstantPlace>;

/// A pointer that can only lead to constant memory.
static bool leadsToConstants(clang::QualType T) {
  return T->isPointerType() && T->getPointeeType().getAddressSpace() ==
                                   clang::LangAS::opencl_constant;
}

/// \p In, and from there on to \p Index.
Found ConstantMemory::at(Found In, llvm::StringRef Way,
                         const clang::Expr *Index) {
  if (!In)
    return std::nullopt;
  const Expr *V = nullptr;
  StmtList Effects = L.collect([&] { V = L.read(Index); });
  if (!V || L.hasEffects(Effects)) // They were there when its place was found.
    return std::nullopt;
  In->Name += Way;
  In->At.push_back(V);
  return In;
}

/// What the lvalue \p E names, if it is in constant memory.
Found ConstantMemory::place(const clang::Expr *E) {
  E = E->IgnoreParenNoopCasts(L.U.Context);
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    const clang::VarDecl *V = namedVariable(R);
    bool IsConstant =
        V && V->hasGlobalStorage() && !V->getType()->isReferenceType() &&
        (V->hasAttr<clang::CUDAConstantAttr>() ||
         V->getType().getAddressSpace() == clang::LangAS::opencl_constant);
    if (!IsConstant)
      return std::nullopt;
    return ConstantPlace{fingerprintText(L.U, R), {}};
  }
  if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return at(pointer(S->getBase()), "[]", S->getIdx());
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
    return X->getOpcode() == clang::UO_Deref ? pointer(X->getSubExpr())
                                             : std::nullopt;
  Found In;
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    auto *F = llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    if (F && !F->getType()->isReferenceType())
      In = M->isArrow() ? pointer(M->getBase()) : place(M->getBase());
    if (In)
      In->Name += MemberPath().member(F).text();
  } else if (auto *X = llvm::dyn_cast<clang::ExtVectorElementExpr>(E)) {
    In = X->isArrow() ? pointer(X->getBase()) : place(X->getBase());
    if (In)
      In->Name += "." + X->getAccessor().getName().str();
  }
  return In;
}

/// Where the parameter \p P leads, if that is in constant memory.
Found ConstantMemory::parameter(const clang::ParmVarDecl *P,
                                const clang::Expr *Use) {
  if (auto It = Bound.find(P->getCanonicalDecl()); It != Bound.end())
    return It->second;
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext());
  if (!F || !isKernel(F) || !leadsToConstants(P->getType()))
    return std::nullopt;
  const VariableFacts &Facts = L.U.facts(F);
  if (Facts.assignments(P) != 0 || Facts.escapes(P))
    return std::nullopt;
  return ConstantPlace{fingerprintText(L.U, Use), {}};
}

/// Where the pointer \p E leads, if that is in constant memory.
Found ConstantMemory::pointer(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && B->getOpcode() == clang::BO_Add &&
      B->getLHS()->getType()->isPointerType())
    return at(pointer(B->getLHS()), "+", B->getRHS());
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X && X->getOpcode() == clang::UO_AddrOf)
    return place(X->getSubExpr());
  auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
  if (!C)
    return std::nullopt;
  const clang::Expr *Sub = C->getSubExpr();
  if (C->getCastKind() == clang::CK_ArrayToPointerDecay)
    return place(Sub);
  if (C->getCastKind() == clang::CK_NoOp)
    return pointer(Sub);
  auto *P = llvm::dyn_cast_or_null<clang::ParmVarDecl>(namedVariable(Sub));
  return P && C->getCastKind() == clang::CK_LValueToRValue ? parameter(P, Sub)
                                                           : std::nullopt;
}

/// Includes the integers of an array in \p Into; false where it has others.
static bool includeIntegers(const clang::APValue &V, ValueRange &Into) {
  if (V.isInt()) {
    const llvm::APSInt &I = V.getInt();
    if (I.isUnsigned() && I.getActiveBits() > 63)
      return false;
    Into.Low = std::min(Into.Low, I.getExtValue());
    Into.High = std::max(Into.High, I.getExtValue());
    return true;
  }
  constexpr unsigned MostElements = 4096; // Each read looks at all.
  if (!V.isArray() || V.getArraySize() > MostElements)
    return false;
  for (unsigned I = 0; I < V.getArrayInitializedElts(); ++I)
    if (!includeIntegers(V.getArrayInitializedElt(I), Into))
      return false;
  return !V.hasArrayFiller() || includeIntegers(V.getArrayFiller(), Into);
}

/// Nothing but loads of elements names \p V, which is local.
static bool isOnlyRead(const clang::VarDecl *V) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  if (!F || !F->hasBody() || !V->hasLocalStorage())
    return false;
  unsigned Names = 0, Loads = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Names += R && R->getDecl() == V;
    auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(S);
    auto *A = C && C->getCastKind() == clang::CK_LValueToRValue
                  ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                        C->getSubExpr()->IgnoreParens())
                  : nullptr;
    Loads += A && namedVariable(A->getBase()->IgnoreParenImpCasts()) == V;
    return true;
  });
  return Names == Loads;
}

/// The array of integers that the lvalue \p E is an element of, where its text
/// says what they are for good; null for others.
static const clang::APValue *tableOf(clang::ASTContext &C,
                                     const clang::Expr *E) {
  bool IsElement = false;
  E = E->IgnoreParens();
  while (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    E = S->getBase()->IgnoreParenImpCasts();
    IsElement = true;
  }
  auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
  const clang::VarDecl *V = R ? namedVariable(R) : nullptr;
  if (!IsElement || !V || !V->getType()->isConstantArrayType())
    return nullptr;
  clang::QualType T = C.getBaseElementType(V->getType());
  const clang::Expr *Init = V->getAnyInitializer(V);
  if (T.isVolatileQualified() || !T->isIntegralOrEnumerationType() || !Init ||
      Init->isValueDependent() || V->isWeak() ||
      !(T.isConstQualified() || isOnlyRead(V)))
    return nullptr;
  return V->evaluateValue();
}

/// Elements of an array of one dimension; empty where there are more than
/// \p Most, or others than small integers.
static llvm::SmallVector<int64_t> integersOf(const clang::APValue &Table,
                                             unsigned Most) {
  llvm::SmallVector<int64_t> Out;
  for (unsigned I = 0; I < Table.getArraySize() && I <= Most; ++I) {
    const clang::APValue &V = I < Table.getArrayInitializedElts()
                                  ? Table.getArrayInitializedElt(I)
                                  : Table.getArrayFiller();
    if (!V.isInt() || V.getInt().getSignificantBits() > 32)
      return {};
    Out.push_back(V.getInt().getExtValue());
  }
  if (Out.size() > Most)
    Out.clear();
  return Out;
}

/// The element of \p Table that \p E loads, as what its index says: `{0, 128,
/// 256}` is 128 times that. Null where that is not worth it.
const Expr *ConstantMemory::element(const clang::APValue &Table,
                                    const clang::Expr *E, IntType T) {
  constexpr unsigned MostOfLine = 256, MostApart = 16;
  auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E->IgnoreParens());
  if (!S || !Table.isArray())
    return nullptr;
  const llvm::SmallVector<int64_t> All = integersOf(Table, MostOfLine);
  Found At = at(ConstantPlace(), "[]", S->getIdx());
  if (All.empty() || !At)
    return nullptr;
  constexpr IntType Wide{64, true};
  const Expr *Index = L.Pool.cast(At->At.front(), Wide);
  const int64_t Step = All.size() > 1 ? All[1] - All[0] : 0;
  bool IsLine = true;
  for (auto [I, V] : llvm::enumerate(All))
    IsLine &= V == All[0] + int64_t(I) * Step;
  if (IsLine)
    return L.Pool.cast(
        L.Pool.add(L.Pool.mul(Index, L.Pool.constant(Step, Wide)),
                   L.Pool.constant(All[0], Wide)),
        T);
  if (All.size() > MostApart)
    return nullptr;
  const Expr *Out = L.Pool.constant(All.back(), T);
  for (size_t I = All.size() - 1; I-- > 0;)
    Out = L.Pool.select(L.Pool.binary(Op::Eq, Index, L.Pool.constant(I, Wide)),
                        L.Pool.constant(All[I], T), Out);
  return Out;
}

/// The value of \p E, from memory that is not shared.
const Expr *ConstantMemory::value(const clang::Expr *E) {
  std::optional<IntType> T = integerType(L.U.Context, E->getType());
  if (!T || !L.K)
    return L.unknown(E);
  Found P = place(E);
  constexpr unsigned MostIndices = 3;
  if (P && P->At.size() <= MostIndices)
    return L.Pool.constantMemory(P->Name, *T, P->At,
                                 L.U.Source.text(E->getSourceRange()));
  const clang::APValue *Table = tableOf(L.U.Context, E);
  if (const Expr *V = Table ? element(*Table, E, *T) : nullptr)
    return V;
  ValueRange Values{INT64_MAX, INT64_MIN};
  if (!Table || !includeIntegers(*Table, Values) || Values.Low > Values.High)
    return L.unknown(E);
  return L.Pool.opaque(fingerprintText(L.U, E), *T, /*Uniform=*/false,
                       Values.Low, Values.High, L.textOf(E));
}

void ConstantMemory::bind(const clang::VarDecl *V,
                          std::optional<ConstantPlace> P) {
  Bound.erase(V);
  if (P)
    Bound.try_emplace(V, std::move(*P));
}
