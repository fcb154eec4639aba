//===- OffsetIndices.cpp - Where what a macro gives ends up ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/OffsetIndices.h"
#include "Ast/Types.h"

using namespace bankfix;

OffsetIndices::OffsetIndices(JudgedUnit &U, const OffsetExpansions &All,
                             const clang::FunctionDecl *F)
    : U(U), All(All), F(F), Pure(U) {
  if (!F)
    return;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    HasJumps |= llvm::isa<clang::LabelStmt, clang::SwitchCase,
                          clang::IndirectGotoStmt, clang::LambdaExpr>(S);
    return true;
  });
  findVariables();
  findGiven();
}

/// Without what does not change a value's place among others.
static const clang::Expr *stripped(const clang::Expr *E) {
  for (;;) {
    const clang::Expr *Next = E->IgnoreParenImpCasts();
    if (auto *X = llvm::dyn_cast<clang::FullExpr>(Next))
      Next = X->getSubExpr();
    if (Next == E)
      return E;
    E = Next;
  }
}

/// One layer less of what stripped takes off.
static const clang::Expr *inner(const clang::Expr *E) {
  if (auto *P = llvm::dyn_cast<clang::ParenExpr>(E))
    return P->getSubExpr();
  if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E))
    return C->getSubExpr();
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return X->getSubExpr();
  return nullptr;
}

OffsetIndices::Expansion OffsetIndices::expansion(const clang::Expr *E) {
  for (; E; E = inner(E))
    if (auto It = All.find(E); It != All.end()) {
      // Each mention of the argument has to be the same value.
      for (const clang::Expr *A : It->second.Arguments)
        if (!isSame(A, It->second.Arguments.front()))
          return {};
      return {E, &It->second};
    }
  return {};
}

/// The variables that \p E names, in order.
static std::vector<const clang::Decl *> namesIn(const clang::Expr *E) {
  std::vector<const clang::Decl *> Out;
  walk(E, [&](const clang::Stmt *S) {
    // OpenCL's built-in functions are declared anew wherever they are called.
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    if (Ref && llvm::isa<clang::VarDecl>(Ref->getDecl()))
      Out.push_back(Ref->getDecl()->getCanonicalDecl());
    return true;
  });
  return Out;
}

bool OffsetIndices::isSame(const clang::Expr *A, const clang::Expr *B) {
  A = stripped(A);
  B = stripped(B);
  return !hasSideEffects(A) && !hasSideEffects(B) && namesIn(A) == namesIn(B) &&
         Pure.pureValue(A) == Pure.pureValue(B);
}

bool OffsetIndices::isOneLess(const clang::Expr *A, const clang::Expr *B) {
  auto NumberOf = [&](const clang::Expr *E) -> std::optional<llvm::APSInt> {
    clang::Expr::EvalResult R;
    if (E->isValueDependent() || !E->EvaluateAsInt(R, U.Context))
      return std::nullopt;
    return R.Val.getInt();
  };
  auto First = NumberOf(A), Second = NumberOf(B);
  if (First && Second)
    return First->getExtValue() + 1 == Second->getExtValue();
  auto *Less = llvm::dyn_cast<clang::BinaryOperator>(stripped(A));
  if (!Less || Less->getOpcode() != clang::BO_Sub)
    return false;
  auto Step = NumberOf(Less->getRHS());
  return Step && *Step == 1 && isSame(Less->getLHS(), B);
}

/// It has room for the index of any element, and what a macro adds to it.
static bool holdsIndex(const clang::ASTContext &C, clang::QualType T) {
  const std::optional<IntType> Integer = integerType(C, T);
  return Integer && Integer->Bits >= 32;
}

/// A variable of this function whose value is only its first, or what names of
/// it say.
bool OffsetIndices::isFollowed(const clang::VarDecl *V) const {
  return F && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         !V->getType().isVolatileQualified() &&
         holdsIndex(U.Context, V->getType()) && !U.facts(F).escapes(V);
}

bool OffsetIndices::isSteady(const clang::VarDecl *V) const {
  return isFollowed(V) && U.facts(F).assignments(V) == 0;
}

/// \p E has one value as long as the variables in it exist.
bool OffsetIndices::isStable(const clang::Expr *E) const {
  bool Stable = !hasSideEffects(E);
  walk(E, [&](const clang::Stmt *S) {
    auto *X = llvm::dyn_cast<clang::Expr>(S);
    if (X && !builtinVariable(X).first.empty())
      return false;
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
      auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
      bool Constant =
          X && !X->isValueDependent() && X->isIntegerConstantExpr(U.Context);
      bool Function = llvm::isa<clang::FunctionDecl>(Ref->getDecl());
      Stable &= Constant || Function || (V && isSteady(V));
    }
    auto *D = llvm::dyn_cast<clang::UnaryOperator>(S);
    Stable &= !(D && D->getOpcode() == clang::UO_Deref) &&
              !llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(S);
    return Stable;
  });
  return Stable;
}

OffsetIndices::Named OffsetIndices::variable(const clang::Expr *E,
                                             Role Is) const {
  const clang::Expr *Name = stripped(E);
  const clang::VarDecl *V = namedVariable(Name);
  auto It = V ? Variables.find(V) : Variables.end();
  if (It == Variables.end() || It->second.Is != Is ||
      It->second.Before.contains(Name))
    return {};
  return {Name, &It->second};
}

/// The macro, if \p Offset is what it gives for \p Index.
std::string OffsetIndices::offsetOf(const clang::Expr *Offset,
                                    const clang::Expr *Index, Relation Fits) {
  if (auto [E, X] = expansion(Offset);
      X && !X->AddsIndex && (this->*Fits)(X->Arguments.front(), Index))
    return account(E, X->Macro);
  if (auto [E, V] = variable(Offset, Role::Offset);
      V && (this->*Fits)(V->Index, Index))
    return account(E, V->Macro);
  return "";
}

std::string OffsetIndices::sumOf(const clang::Expr *E, Relation Fits) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(stripped(E));
  if (!B || B->getOpcode() != clang::BO_Add)
    return "";
  std::string Macro = offsetOf(B->getRHS(), B->getLHS(), Fits);
  return Macro.empty() ? offsetOf(B->getLHS(), B->getRHS(), Fits) : Macro;
}

std::string OffsetIndices::place(const clang::Expr *E) {
  if (auto [At, X] = expansion(E); X && X->AddsIndex)
    return account(At, X->Macro);
  if (auto [At, V] = variable(E, Role::Place); V)
    return account(At, V->Macro);
  return sumOf(E, &OffsetIndices::isSame);
}

bool OffsetIndices::isFirst(const clang::Expr *E) const {
  clang::Expr::EvalResult R;
  return !E->isValueDependent() && E->EvaluateAsInt(R, U.Context) &&
         R.Val.getInt() == 0;
}

std::string OffsetIndices::size(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return size(X->getSubExpr());
  if (std::string Macro = place(E); !Macro.empty())
    return Macro;
  // N + OFFSET(N - 1): up to the last of N elements, and no further.
  if (std::string Macro = sumOf(E, &OffsetIndices::isOneLess); !Macro.empty())
    return Macro;
  if (auto [At, V] = variable(E, Role::Size); V)
    return account(At, V->Macro);
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  auto IsNumber = [&](const clang::Expr *N) {
    clang::Expr::EvalResult R;
    return !N->isValueDependent() && N->EvaluateAsInt(R, U.Context) &&
           R.Val.getInt().isStrictlyPositive();
  };
  if (!B || B->getOpcode() != clang::BO_Mul)
    return "";
  return IsNumber(B->getRHS())   ? size(B->getLHS())
         : IsNumber(B->getLHS()) ? size(B->getRHS())
                                 : "";
}

void OffsetIndices::findVariables() {
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
          declared(V);
    if (auto *C = llvm::dyn_cast<clang::CompoundStmt>(S))
      statements(C);
    return true;
  });
}

/// `int v = OFFSET(i)`, `int v = i + OFFSET(i)`, `int v = (i + OFFSET(i)) * 4`.
void OffsetIndices::declared(const clang::VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  if (!Init || !isSteady(V))
    return;
  Variable New;
  if (New.Macro = place(Init); !New.Macro.empty()) {
    New.Is = Role::Place;
  } else if (New.Macro = size(Init); !New.Macro.empty()) {
    New.Is = Role::Size;
  } else if (auto [E, X] = expansion(Init);
             X && !X->AddsIndex && isStable(X->Arguments.front())) {
    New.Is = Role::Offset;
    New.Macro = account(E, X->Macro);
    New.Index = X->Arguments.front();
  } else {
    return;
  }
  Variables[V] = std::move(New);
}

void OffsetIndices::statements(const clang::CompoundStmt *Block) {
  for (size_t I = 0; I < Block->size(); ++I)
    becomesPlace(Block, I);
}

/// `v += OFFSET(v);`, or `v = v + OFFSET(v);`, in the block that declares v, so
/// that whatever comes behind it in the block runs after it.
void OffsetIndices::becomesPlace(const clang::CompoundStmt *Block, size_t At) {
  auto *E = llvm::dyn_cast<clang::Expr>(Block->body_begin()[At]);
  auto *B = E ? llvm::dyn_cast<clang::BinaryOperator>(stripped(E)) : nullptr;
  if (!B || HasJumps ||
      (B->getOpcode() != clang::BO_AddAssign &&
       B->getOpcode() != clang::BO_Assign))
    return;
  const clang::VarDecl *V = namedVariable(B->getLHS());
  if (!V || !isFollowed(V) || Variables.count(V))
    return;
  bool DeclaredHere = false;
  for (size_t I = 0; I < At; ++I)
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Block->body_begin()[I]))
      DeclaredHere |= llvm::is_contained(D->decls(), V);
  if (!DeclaredHere)
    return;
  Variable New;
  if (B->getOpcode() == clang::BO_Assign)
    New.Macro = place(B->getRHS());
  else
    New.Macro = offsetOf(B->getRHS(), B->getLHS());
  if (New.Macro.empty())
    return;
  for (size_t I = 0; I <= At; ++I)
    walk(Block->body_begin()[I], [&](const clang::Stmt *S) {
      if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
          Ref && Ref->getDecl() == V)
        New.Before.insert(Ref);
      return true;
    });
  Variables[V] = std::move(New);
}

namespace {

/// What is done to a variable in some statements.
struct Mentions {
  unsigned All = 0;
  unsigned Sets = 0;  ///< `v = ..`
  unsigned Other = 0; ///< Neither that nor a read of its value.
};

Mentions mentionsOf(const clang::VarDecl *V,
                    llvm::ArrayRef<const clang::Stmt *> In) {
  Mentions Out;
  llvm::DenseSet<const clang::Stmt *> Read, Set;
  for (const clang::Stmt *S : In)
    walk(S, [&](const clang::Stmt *X) {
      auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(X);
      if (C && C->getCastKind() == clang::CK_LValueToRValue)
        Read.insert(C->getSubExpr()->IgnoreParens());
      auto *B = llvm::dyn_cast<clang::BinaryOperator>(X);
      if (B && B->getOpcode() == clang::BO_Assign)
        Set.insert(B->getLHS()->IgnoreParens());
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(X);
      if (!Ref || Ref->getDecl() != V)
        return true;
      ++Out.All;
      Out.Sets += Set.contains(Ref);
      Out.Other += !Set.contains(Ref) && !Read.contains(Ref);
      return true;
    });
  return Out;
}

bool isOnlyRead(const clang::VarDecl *V,
                llvm::ArrayRef<const clang::Stmt *> In) {
  const Mentions M = mentionsOf(V, In);
  return M.Sets == 0 && M.Other == 0;
}

bool mayReturn(llvm::ArrayRef<const clang::Stmt *> In) {
  bool May = false;
  for (const clang::Stmt *S : In)
    walk(S, [&](const clang::Stmt *X) {
      May |= llvm::isa<clang::ReturnStmt>(X);
      return !May;
    });
  return May;
}

/// A statement of a block.
struct InBlock {
  llvm::ArrayRef<const clang::Stmt *> Before, Itself, After;

  InBlock(const clang::CompoundStmt *Block, size_t At) {
    llvm::ArrayRef<const clang::Stmt *> All(Block->body_begin(), Block->size());
    Before = All.take_front(At);
    Itself = All.slice(At, 1);
    After = All.drop_front(At + 1);
  }
};

/// `v = ..;`
const clang::BinaryOperator *assignmentIn(const clang::Stmt *S) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  auto *B = E ? llvm::dyn_cast<clang::BinaryOperator>(stripped(E)) : nullptr;
  return B && B->getOpcode() == clang::BO_Assign ? B : nullptr;
}

/// A parameter that refers to a caller's number.
bool refersToNumber(const clang::ASTContext &C, const clang::VarDecl *V) {
  const clang::QualType T = V->getType();
  return llvm::isa<clang::ParmVarDecl>(V) && T->isLValueReferenceType() &&
         !T->getPointeeType().isConstQualified() &&
         !T->getPointeeType().isVolatileQualified() &&
         holdsIndex(C, T->getPointeeType());
}

unsigned numberOf(const clang::VarDecl *Parameter) {
  return llvm::cast<clang::ParmVarDecl>(Parameter)->getFunctionScopeIndex();
}

/// The argument of each parameter stands where that does.
bool hasPlainArguments(const clang::CallExpr *Call) {
  const clang::FunctionDecl *To = Call->getDirectCallee();
  return To && !llvm::isa<clang::CXXOperatorCallExpr>(Call) &&
         Call->getNumArgs() == To->getNumParams();
}

} // namespace

void OffsetIndices::findGiven() {
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(F->getBody());
  for (size_t At = 0; Body && !HasJumps && At < Body->size(); ++At) {
    const InBlock S(Body, At);
    const clang::BinaryOperator *B = assignmentIn(S.Itself.front());
    const clang::VarDecl *V = B ? namedVariable(B->getLHS()) : nullptr;
    if (!V || !refersToNumber(U.Context, V))
      continue;
    const OffsetExpansion *X = expansion(B->getRHS()).second;
    const clang::VarDecl *I =
        X && !X->AddsIndex ? namedVariable(stripped(X->Arguments.front()))
                           : nullptr;
    if (!I || I == V || !llvm::isa<clang::ParmVarDecl>(I) ||
        mayReturn(S.Before))
      continue;
    const bool IsLast = refersToNumber(U.Context, I)
                            ? mentionsOf(I, S.Before).Other == 0 &&
                                  isOnlyRead(I, S.Itself) &&
                                  isOnlyRead(I, S.After)
                            : isSteady(I);
    if (IsLast && mentionsOf(V, S.Before).All == 0 &&
        mentionsOf(V, S.Itself).All == 1 && isOnlyRead(V, S.After))
      Given.push_back({numberOf(I), numberOf(V), X->Macro});
  }
}

void OffsetIndices::settle(const OffsetParameter &P) {
  const clang::VarDecl *V = F->getParamDecl(P.Offset);
  for (const clang::Stmt *S :
       llvm::cast<clang::CompoundStmt>(F->getBody())->body())
    if (const clang::BinaryOperator *B = assignmentIn(S);
        B && namedVariable(B->getLHS()) == V) {
      auto [E, X] = expansion(B->getRHS());
      Variables[V] = {Role::Offset,
                      account(E, X->Macro),
                      X->Arguments.front(),
                      {stripped(B->getLHS())}};
    }
}

bool OffsetIndices::mayReceive(const clang::CallExpr *Call,
                               const OffsetParameter &P) const {
  if (!F || HasJumps || !hasPlainArguments(Call))
    return false;
  std::optional<InBlock> S;
  walk(F->getBody(), [&](const clang::Stmt *X) {
    auto *Block = llvm::dyn_cast<clang::CompoundStmt>(X);
    for (size_t At = 0; Block && At < Block->size(); ++At)
      if (auto *E = llvm::dyn_cast<clang::Expr>(Block->body_begin()[At]);
          E && stripped(E) == Call)
        S.emplace(Block, At);
    return !S;
  });
  auto Gets = [&](const clang::VarDecl *V) {
    return V && V->isLocalVarDecl() && V->hasLocalStorage() &&
           !V->getType().isVolatileQualified() &&
           holdsIndex(U.Context, V->getType()) && !Variables.count(V) &&
           llvm::any_of(S->Before,
                        [&](const clang::Stmt *D) {
                          auto *Declares = llvm::dyn_cast<clang::DeclStmt>(D);
                          return Declares &&
                                 llvm::is_contained(Declares->decls(), V);
                        }) &&
           isOnlyRead(V, S->Before) && mentionsOf(V, S->Itself).Other == 1 &&
           mentionsOf(V, S->Itself).Sets == 0 && isOnlyRead(V, S->After);
  };
  const clang::Expr *Index = Call->getArg(P.Index);
  const clang::VarDecl *V = namedVariable(Call->getArg(P.Offset)),
                       *I = namedVariable(Index);
  if (!S || !Gets(V) || I == V || mentionsOf(V, S->Before).All != 0 ||
      mentionsOf(V, S->Itself).All != 1)
    return false;
  const clang::ParmVarDecl *To = Call->getDirectCallee()->getParamDecl(P.Index);
  return To->getType()->isReferenceType() ? Gets(I) : isStable(Index);
}

void OffsetIndices::receive(const clang::CallExpr *Call,
                            const OffsetParameter &P) {
  const clang::Expr *Offset = stripped(Call->getArg(P.Offset));
  Variables[namedVariable(Offset)] = {
      Role::Offset, P.Macro, Call->getArg(P.Index), {Offset}};
}

std::vector<OffsetParameter>
OffsetIndices::passed(const clang::CallExpr *Call) {
  std::vector<OffsetParameter> Out;
  const unsigned Count = hasPlainArguments(Call) ? Call->getNumArgs() : 0;
  for (unsigned Offset = 0; Offset < Count; ++Offset) {
    const clang::Expr *Argument = Call->getArg(Offset), *Index = nullptr;
    std::string Macro;
    if (const OffsetExpansion *X = expansion(Argument).second) {
      Index = X->AddsIndex ? nullptr : X->Arguments.front();
      Macro = X->Macro;
    } else if (const Variable *V = variable(Argument, Role::Offset).second) {
      Index = V->Index;
      Macro = V->Macro;
    }
    for (unsigned I = 0; Index && I < Count; ++I)
      if (I != Offset && isSame(Call->getArg(I), Index))
        Out.push_back({I, Offset, Macro});
  }
  return Out;
}

/// A mention of \p V in \p S; null if there is none.
static const clang::Expr *nameIn(const clang::Stmt *S,
                                 const clang::VarDecl *V) {
  const clang::Expr *Found = nullptr;
  walk(S, [&](const clang::Stmt *X) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(X);
    if (Ref && Ref->getDecl() == V)
      Found = Ref;
    return !Found;
  });
  return Found;
}

bool OffsetIndices::mayTake(const OffsetParameter &P) const {
  const clang::VarDecl *I = F->getParamDecl(P.Index),
                       *V = F->getParamDecl(P.Offset);
  return isSteady(I) && isSteady(V) && !Variables.count(V) &&
         nameIn(F->getBody(), I);
}

void OffsetIndices::take(const OffsetParameter &P) {
  Variables[F->getParamDecl(P.Offset)] = {
      Role::Offset,
      P.Macro,
      nameIn(F->getBody(), F->getParamDecl(P.Index)),
      {}};
}

void OffsetIndices::accountFor(const clang::Expr *E) {
  const clang::Expr *Expanded = expansion(E).first;
  Accounted.insert(Expanded ? Expanded : stripped(E));
}

const clang::Expr *OffsetIndices::leftOver(const std::string &Macro) const {
  const clang::Expr *Found = nullptr;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    if (!E || Found)
      return !Found;
    auto X = All.find(E);
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
    auto *Named =
        Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    auto V = Named ? Variables.find(Named) : Variables.end();
    bool Is = (X != All.end() && X->second.Macro == Macro) ||
              (V != Variables.end() && V->second.Macro == Macro &&
               !V->second.Before.contains(E));
    if (Is && !Accounted.contains(E))
      Found = E;
    return !Found;
  });
  return Found;
}
