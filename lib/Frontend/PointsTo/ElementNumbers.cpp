//===- ElementNumbers.cpp - Elements that numbers are the addresses of ----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   unsigned at = __cvta_generic_to_shared(&s[i][j]);
//   asm("ldmatrix... {%0}, [%1];" : "=r"(r) : "r"(at));
//
// Assembly reaches shared memory by numbers. Where all that is ever done with
// one is to be the address of such instructions, as it stands, `at` is another
// name for what lies at `s[i][j]`: the subscripts change where the address is
// taken. From the conversion, the number is followed through conversions that
// keep it, variables, arguments and what functions return.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/AssemblyOperands.h"
#include "PointsTo/NumberFollower.h"
#include "PointsTo/SharedAssembly.h"

using namespace bankfix;

/// An address in shared memory fits in it.
bool NumberFollower::isWide(clang::QualType T) const {
  const clang::ASTContext &C = U.Context;
  return T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
         !T->isDependentType() && C.getTypeSize(T) >= 32;
}

/// Where its expressions stand.
void NumberFollower::look(const clang::FunctionDecl *F) {
  Bodies[F->getBody()] = F;
  auto Enter = [&](const clang::Stmt *Whole) {
    walk(Whole, [&](const clang::Stmt *S) {
      for (const clang::Stmt *Part : S->children())
        if (Part)
          Parents.try_emplace(Part, S);
      if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S))
        References[DerivedVariables::canonical(R->getDecl())].push_back(R);
      return true;
    });
  };
  Enter(F->getBody());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *I : C->inits())
      Enter(I->getInit());
}

/// Nobody asks for the value of \p E, which stands in \p P.
bool NumberFollower::isDropped(const clang::Stmt *P,
                               const clang::Expr *E) const {
  if (auto *For = llvm::dyn_cast_or_null<clang::ForStmt>(P))
    return E != For->getCond();
  if (auto *If = llvm::dyn_cast_or_null<clang::IfStmt>(P))
    return E != If->getCond();
  if (auto *B = llvm::dyn_cast_or_null<clang::BinaryOperator>(P))
    return B->getOpcode() == clang::BO_Comma &&
           (B->getLHS() == E || isDropped(Parents.lookup(B), B));
  auto *Block = llvm::dyn_cast_or_null<clang::CompoundStmt>(P);
  return Block && !llvm::isa_and_nonnull<clang::StmtExpr>(Parents.lookup(P));
}

bool NumberFollower::give(const clang::VarDecl *To) {
  auto *In = llvm::dyn_cast<clang::FunctionDecl>(To->getDeclContext());
  if (!To->hasLocalStorage() || !In || !U.Visited.contains(In) ||
      To->getType()->isReferenceType() || To->getType().isVolatileQualified() ||
      !isWide(To->getType()))
    return false;
  To = llvm::cast<clang::VarDecl>(DerivedVariables::canonical(To));
  if (Given.insert(To).second)
    if (auto It = References.find(To); It != References.end())
      Work.insert(Work.end(), It->second.begin(), It->second.end());
  return true;
}

bool NumberFollower::argument(const clang::CallExpr *To, const clang::Expr *E) {
  const clang::FunctionDecl *F = To->getDirectCallee();
  if (!F || !isFollowedInto(U, F) || llvm::isa<clang::CXXOperatorCallExpr>(To))
    return false;
  F = F->getDefinition();
  unsigned I = llvm::find(To->arguments(), E) - To->arg_begin();
  return I < F->getNumParams() && give(F->getParamDecl(I));
}

bool NumberFollower::returned(const clang::ReturnStmt *R) {
  const clang::FunctionDecl *F = nullptr;
  for (const clang::Stmt *P = R; P && !F; P = Parents.lookup(P)) {
    auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(P);
    F = Lambda ? Lambda->getCallOperator() : Bodies.lookup(P);
  }
  if (!F || !isFollowedInto(U, F))
    return false;
  return llvm::all_of(U.Calls.callsOf(F->getDefinition()),
                      [&](const CallGraph::Call &C) { return follow(C.Site); });
}

/// \p E is an operand of \p S, which does no more with it than to access memory
/// there.
bool NumberFollower::assembly(const clang::GCCAsmStmt *S,
                              const clang::Expr *E) {
  if (unsigned Output = llvm::find(S->outputs(), E) - S->begin_outputs();
      Output < S->getNumOutputs())
    return !S->isOutputPlusConstraint(Output); // It is set.
  const unsigned Input = llvm::find(S->inputs(), E) - S->begin_inputs();
  const unsigned Number = S->getNumOutputs() + Input;
  if (llvm::any_of(S->getInputConstraint(Input), llvm::isDigit))
    return false; // It is an output, too.
  AssemblyOperands Of(*S);
  unsigned Times = 0;
  for (const SharedInstruction &I :
       readAssembly(S->getAsmString()).Instructions) {
    if (Of.input(I.Address) != E)
      continue;
    uint64_t Bytes = I.Bytes;
    if (!I.BytesOperand.empty()) {
      const clang::Expr *Size = Of.input(I.BytesOperand);
      clang::Expr::EvalResult R;
      bool IsKnown = Size && !Size->isValueDependent() &&
                     Size->EvaluateAsInt(R, U.Context);
      Bytes = IsKnown ? R.Val.getInt().getLimitedValue() : 0;
    }
    if (!I.Op || I.Offset != 0 || !llvm::isPowerOf2_64(Bytes) || Bytes > 16)
      return false;
    Accesses.include({unsigned(Bytes), unsigned(Bytes)});
    ++Times;
  }
  return Times != 0 && Of.uses(Number, U.Context) == Times;
}

/// What is done with \p E, the number or a variable that has it.
bool NumberFollower::use(const clang::Expr *E) {
  const clang::Stmt *P = Parents.lookup(E);
  if (!P)
    return false;
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(P)) {
    bool Keeps = C->getCastKind() == clang::CK_IntegralCast ||
                 C->getCastKind() == clang::CK_NoOp ||
                 C->getCastKind() == clang::CK_LValueToRValue;
    return C->getCastKind() == clang::CK_ToVoid || (Keeps && follow(C));
  }
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(P)) {
    if (B->getOpcode() == clang::BO_Comma)
      return B->getLHS() == E || follow(B);
    if (B->getOpcode() != clang::BO_Assign)
      return false;
    const clang::VarDecl *To = namedVariable(B->getLHS());
    return B->getLHS() == E || (To && give(To) && follow(B));
  }
  if (auto *C = llvm::dyn_cast<clang::ConditionalOperator>(P))
    return C->getCond() != E && follow(C);
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(P))
    return argument(C, E);
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(P))
    return llvm::all_of(D->decls(), [&](const clang::Decl *Each) {
      auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
      return !V || V->getInit() != E || give(V);
    });
  if (auto *R = llvm::dyn_cast<clang::ReturnStmt>(P))
    return returned(R);
  if (auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(P))
    return assembly(A, E);
  auto *L = llvm::dyn_cast<clang::InitListExpr>(P);
  if ((L && L->getNumInits() == 1) ||
      llvm::isa<clang::ParenExpr, clang::FullExpr>(P))
    return follow(llvm::cast<clang::Expr>(P));
  return isDropped(P, E);
}

/// Follows the number that \p Address becomes, unless that is not seen.
void NumberFollower::followAll(const clang::Expr *Address, bool IsKnown) {
  ExprList Met;
  while (IsKnown && !Work.empty()) {
    const clang::Expr *E = Work.back();
    Work.pop_back();
    IsKnown = use(E);
    Met.push_back(E);
  }
  if (!IsKnown)
    return;
  U.ElementNumbers[Address] = Accesses.Most;
  AsTheyStand.insert(Met.begin(), Met.end());
  MetOf[Address] = std::move(Met);
}

/// \p S, a call or assembly, makes a number of an address.
void NumberFollower::convert(const clang::Stmt *S) {
  Given.clear();
  Work.clear();
  Accesses = Widths();
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(S)) {
    Work = {C};
    return followAll(C->getArg(0), true);
  }
  auto *A = llvm::cast<clang::GCCAsmStmt>(S);
  AssemblyOperands Of(*A);
  const SharedAssembly Text = readAssembly(A->getAsmString());
  const clang::Expr *From = Of.input(Text.Converted->From);
  std::optional<unsigned> To = Of.number(Text.Converted->To);
  bool IsAlone = From && To == 0u && Of.count() == 2 && !Text.DoesMore &&
                 A->getNumOutputs() == 1 && Of.uses(1, U.Context) == 1;
  const clang::VarDecl *V =
      IsAlone ? namedVariable(A->getOutputExpr(0)) : nullptr;
  if (IsAlone)
    followAll(From, V && give(V));
}

std::optional<NumberFollower::Widths>
NumberFollower::accessedBy(const clang::VarDecl *V) {
  V = llvm::cast<clang::VarDecl>(DerivedVariables::canonical(V));
  if (auto It = Final.find(V); It != Final.end())
    return It->second;
  auto OldWork = std::exchange(Work, {});
  auto OldGiven = std::exchange(Given, {});
  const Widths Old = std::exchange(Accesses, Widths());
  bool Is = give(V);
  ExprList Met;
  while (Is && !Work.empty()) {
    const clang::Expr *E = Work.back();
    Work.pop_back();
    Is = use(E);
    Met.push_back(E);
  }
  MetBehind[V] = std::move(Met);
  Work = std::move(OldWork);
  Given = std::move(OldGiven);
  const Widths Found = std::exchange(Accesses, Old);
  return Final[V] = Is ? std::optional(Found) : std::nullopt;
}

void NumberFollower::findElements() {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *C = llvm::dyn_cast<clang::CallExpr>(S);
      auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(S);
      if ((C && C->getNumArgs() == 1 && classify(*C) == CallKind::Address) ||
          (A && readAssembly(A->getAsmString()).Converted))
        Conversions.push_back(S);
      return true;
    });
  });
  if (Conversions.empty())
    return;
  forEachFunction(U, [&](const clang::FunctionDecl *F) { look(F); });
  for (const clang::Stmt *S : Conversions)
    convert(S);
}
