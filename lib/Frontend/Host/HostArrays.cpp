//===- HostArrays.cpp - Local arrays that are followed --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostArrays.h"
#include "Ast/VariableFacts.h"
#include "Host/HostRun.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

namespace {

class LooseArrays {
public:
  explicit LooseArrays(const clang::FunctionDecl *F) {
    note(F->getBody(), nullptr);
  }
  void visit(llvm::function_ref<void(const clang::VarDecl *)> Visit) const;

private:
  void note(const clang::Stmt *S, const clang::Stmt *Parent);
  const clang::Stmt *around(const clang::Stmt *&S) const;
  bool isFollowed(const clang::Stmt *Ref) const;
  bool isSet(const clang::Stmt *Element) const;
  bool isElementFollowed(const clang::Stmt *Element) const;
  bool isStatement(const clang::Stmt *S) const;
  bool isUnused(const clang::CallExpr *Call) const;
  bool isInOrder(const clang::Stmt *S) const;

  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  std::vector<const clang::DeclRefExpr *> Names;
};

void LooseArrays::note(const clang::Stmt *S, const clang::Stmt *Parent) {
  if (!S)
    return;
  Parents[S] = Parent;
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
        V && V->getType()->isArrayType())
      Names.push_back(Ref);
  for (const clang::Stmt *Child : S->children())
    note(Child, S);
}

/// The statement around \p S, which becomes its child there, without
/// parentheses.
const clang::Stmt *LooseArrays::around(const clang::Stmt *&S) const {
  const clang::Stmt *Parent = Parents.lookup(S);
  while (llvm::isa_and_nonnull<clang::ParenExpr, clang::FullExpr>(Parent)) {
    S = Parent;
    Parent = Parents.lookup(S);
  }
  return Parent;
}

/// It stands by itself, and not within an expression.
bool LooseArrays::isStatement(const clang::Stmt *S) const {
  const clang::Stmt *Parent = around(S);
  if (auto *For = llvm::dyn_cast_or_null<clang::ForStmt>(Parent))
    return S != For->getCond();
  if (auto *If = llvm::dyn_cast_or_null<clang::IfStmt>(Parent))
    return S != If->getCond();
  if (auto *While = llvm::dyn_cast_or_null<clang::WhileStmt>(Parent))
    return S != While->getCond();
  return llvm::isa_and_nonnull<clang::CompoundStmt>(Parent) ||
         llvm::isa_and_nonnull<clang::LabelStmt>(Parent);
}

/// Nobody gets the pointer that \p Call, of a function that returns what it is
/// given, returns.
bool LooseArrays::isUnused(const clang::CallExpr *Call) const {
  const clang::Stmt *S = Call, *Parent = around(S);
  auto *ToVoid = llvm::dyn_cast_or_null<clang::CastExpr>(Parent);
  return !Call->getType()->isPointerType() || isStatement(Call) ||
         (ToVoid && ToVoid->getCastKind() == clang::CK_ToVoid);
}

/// \p S runs once whenever what is around it does, and HostRun follows when.
bool LooseArrays::isInOrder(const clang::Stmt *S) const {
  for (; S; S = Parents.lookup(S)) {
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    if ((B && B->isLogicalOp()) ||
        llvm::isa<clang::AbstractConditionalOperator, clang::SwitchStmt,
                  clang::CXXTryStmt, clang::LambdaExpr>(S))
      return false;
  }
  return true;
}

bool LooseArrays::isSet(const clang::Stmt *Element) const {
  auto *C = llvm::dyn_cast_or_null<clang::CastExpr>(around(Element));
  return !C || C->getCastKind() != clang::CK_LValueToRValue;
}

bool LooseArrays::isElementFollowed(const clang::Stmt *Element) const {
  const clang::Stmt *Parent = around(Element);
  if (auto *C = llvm::dyn_cast_or_null<clang::CastExpr>(Parent))
    return C->getCastKind() == clang::CK_LValueToRValue;
  if (llvm::isa_and_nonnull<clang::UnaryExprOrTypeTraitExpr>(Parent))
    return true;
  auto *B = llvm::dyn_cast_or_null<clang::BinaryOperator>(Parent);
  auto *X = llvm::dyn_cast_or_null<clang::UnaryOperator>(Parent);
  bool IsSet = (B && B->isAssignmentOp() && B->getLHS() == Element) ||
               (X && X->isIncrementDecrementOp());
  while (B && IsSet && !isStatement(B)) { // `l[0] = l[1] = 16;`
    const clang::Stmt *Inner = B;
    auto *Cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(around(Inner));
    if (Cast)
      Inner = Cast;
    auto *Outer =
        llvm::dyn_cast_or_null<clang::BinaryOperator>(around(Inner));
    IsSet = Outer && Outer->getOpcode() == clang::BO_Assign &&
            Outer->getRHS() == Inner;
    B = Outer;
  }
  return IsSet && isInOrder(Element) &&
         isStatement(B ? static_cast<const clang::Stmt *>(B) : X);
}

/// `text + strlen(text)`
bool isEndOf(const clang::BinaryOperator *Sum, const clang::VarDecl *Text) {
  auto *Length =
      llvm::dyn_cast<clang::CallExpr>(Sum->getRHS()->IgnoreParenImpCasts());
  const clang::FunctionDecl *F = Length ? Length->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == "strlen" &&
         Length->getNumArgs() == 1 && localArray(Length->getArg(0)) == Text;
}

/// \p Call only reads argument \p Number, or writes a text there.
bool isTextOrRead(const clang::CallExpr *Call, unsigned Number,
                  bool &IsWritten) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  bool IsOfLibrary =
      F && F->getIdentifier() && F->isExternC() &&
      F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation());
  if (!IsOfLibrary)
    return false;
  if (Number >= F->getNumParams())
    return F->getName().ends_with("printf");
  bool Writes = llvm::StringSwitch<bool>(F->getName())
                    .Cases({"sprintf", "snprintf", "strcpy", "strcat"}, true)
                    .Default(false);
  IsWritten = Writes && Number == 0;
  return IsWritten || isReadOnly(F, Number);
}

bool LooseArrays::isFollowed(const clang::Stmt *Ref) const {
  const clang::Stmt *S = Ref, *Parent = around(S);
  if (llvm::isa_and_nonnull<clang::UnaryExprOrTypeTraitExpr>(Parent))
    return true;
  auto *Decay = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(Parent);
  if (!Decay || Decay->getCastKind() != clang::CK_ArrayToPointerDecay)
    return false;
  S = Decay;
  Parent = around(S);
  if (auto *A = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(Parent))
    return A->getBase() == S && isElementFollowed(A) &&
           (!A->getType()->isAnyCharacterType() || !isSet(A)); // Of a text.
  while (llvm::isa_and_nonnull<clang::CastExpr>(Parent)) {
    S = Parent;
    Parent = around(S);
  }
  auto *V = llvm::cast<clang::VarDecl>(
      llvm::cast<clang::DeclRefExpr>(Ref)->getDecl());
  bool IsText = V->getType()->getArrayElementTypeNoTypeQual()->isCharType();
  auto *Sum = llvm::dyn_cast_or_null<clang::BinaryOperator>(Parent);
  if (Sum && Sum->getOpcode() == clang::BO_Add) {
    IsText &= isEndOf(Sum, V); // Elsewhere, it overwrites a part.
    S = Sum;
    Parent = around(S);
  }
  auto *Call = llvm::dyn_cast_or_null<clang::CallExpr>(Parent);
  bool IsWritten = false;
  for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I)
    if (Call->getArg(I) == S)
      return isTextOrRead(Call, I, IsWritten) &&
             (!IsWritten || (IsText && isInOrder(Call) && isUnused(Call)));
  return false;
}

void LooseArrays::visit(
    llvm::function_ref<void(const clang::VarDecl *)> Visit) const {
  for (const clang::DeclRefExpr *Ref : Names)
    if (!isFollowed(Ref))
      Visit(llvm::cast<clang::VarDecl>(Ref->getDecl())->getCanonicalDecl());
}

} // namespace

void bankfix::forEachLooseArray(
    const clang::FunctionDecl *F,
    llvm::function_ref<void(const clang::VarDecl *)> Visit) {
  LooseArrays(F).visit(Visit);
}

const clang::VarDecl *bankfix::localArray(const clang::Expr *E) {
  const clang::VarDecl *V = namedVariable(E->IgnoreParenImpCasts());
  return V && V->hasLocalStorage() && V->getType()->isConstantArrayType()
             ? V
             : nullptr;
}

std::optional<HostPlace>
HostRun::elementPlace(const clang::ArraySubscriptExpr *E) {
  const clang::VarDecl *V = localArray(E->getBase());
  if (!V || hasSideEffects(E->getIdx()))
    return std::nullopt;
  const Expr *Index = value(E->getIdx());
  std::optional<int64_t> I =
      Index ? State.evaluate(Index) : std::optional<int64_t>();
  const HostPlace Array{V->getCanonicalDecl()};
  if (I)
    return *I < 0 ? std::nullopt : std::optional(Array.element(*I));
  return Index ? OfKernels.element(Array, Index) : std::nullopt;
}

/// \p To is some element, which is set to anything: any of that array's is. The
/// array; nothing for what is none.
std::optional<HostPlace> HostRun::forgetElements(const clang::Expr *To) {
  auto *A =
      llvm::dyn_cast<clang::ArraySubscriptExpr>(To->IgnoreParenImpCasts());
  const clang::VarDecl *V = A ? localArray(A->getBase()) : nullptr;
  if (!V)
    return std::nullopt;
  value(A->getIdx());
  const HostPlace Array{V->getCanonicalDecl()};
  reset(Array);
  OfKernels.forget(State, Array.element(0));
  return Array;
}

/// `size_t l[2] = {16, 16};`. False for what is no array.
bool HostRun::declareArray(const clang::VarDecl *V) {
  auto *Type = U.Context.getAsConstantArrayType(V->getType());
  if (!Type || !V->hasLocalStorage())
    return false;
  HostPlace P{V->getCanonicalDecl()};
  const clang::Expr *Init = V->getInit();
  if (auto *Text = llvm::dyn_cast<clang::StringLiteral>(Init); Text && Texts) {
    State.Values[P] = textOf(Text);
    return true;
  }
  auto *List = llvm::dyn_cast<clang::InitListExpr>(Init);
  constexpr uint64_t MaxElements = 64;
  bool IsFollowed = List && Type->getZExtSize() <= MaxElements &&
                    !Type->getElementType()->isRecordType() &&
                    !Type->getElementType()->isArrayType();
  if (!IsFollowed) {
    value(Init);
    return true;
  }
  for (uint64_t I = 0; I < Type->getZExtSize(); ++I) {
    const Expr *Value =
        I < List->getNumInits() ? value(List->getInit(I)) : number(0);
    State.Values[P.element(I)] = known(Value);
  }
  return true;
}
