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

/// What the elements of the constant array are that the lvalue \p E is one of,
/// where its text says so.
static std::optional<ValueRange> tableValues(clang::ASTContext &C,
                                             const clang::Expr *E) {
  bool IsElement = false;
  E = E->IgnoreParens();
  while (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    E = S->getBase()->IgnoreParenImpCasts();
    IsElement = true;
  }
  auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
  const clang::VarDecl *V = R ? namedVariable(R) : nullptr;
  if (!IsElement || !V || !V->getType()->isConstantArrayType() ||
      !C.getBaseElementType(V->getType()).isConstQualified() ||
      C.getBaseElementType(V->getType()).isVolatileQualified())
    return std::nullopt;
  const clang::Expr *Init = V->getAnyInitializer(V);
  if (!Init || Init->isValueDependent() || V->isWeak())
    return std::nullopt;
  const clang::APValue *Value = V->evaluateValue();
  ValueRange Out{INT64_MAX, INT64_MIN};
  if (!Value || !includeIntegers(*Value, Out) || Out.Low > Out.High)
    return std::nullopt;
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
  std::optional<ValueRange> Values = tableValues(L.U.Context, E);
  if (!Values)
    return L.unknown(E);
  return L.Pool.opaque(fingerprintText(L.U, E), *T, /*Uniform=*/false,
                       Values->Low, Values->High, L.textOf(E));
}

void ConstantMemory::bind(const clang::VarDecl *V,
                          std::optional<ConstantPlace> P) {
  Bound.erase(V);
  if (P)
    Bound.try_emplace(V, std::move(*P));
}
