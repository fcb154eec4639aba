//===- PassedKernels.cpp - Kernels that functions get ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/PassedKernels.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace bankfix;

namespace {

class PassedKernels {
public:
  PassedKernels(const Unit &U, const DoubtfulDecls &Doubtful)
      : U(U), Doubtful(Doubtful) {}

  /// The function that \p Call may give argument \p Index, a kernel.
  bool isHarmless(const clang::CallExpr *Call, unsigned Index);

private:
  bool isOnlyPassed(const clang::FunctionDecl *F, unsigned Index);

  const Unit &U;
  const DoubtfulDecls &Doubtful;
  llvm::DenseMap<const clang::ParmVarDecl *, bool> Known;
};

/// The variable that a function gets the value of, or a reference to: `k`,
/// `this->k`; or null.
const clang::Expr *givenIn(const clang::Expr *Argument) {
  const clang::Expr *E = Argument->IgnoreParens();
  auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
  const bool Reads = C && C->getCastKind() == clang::CK_LValueToRValue;
  if (!Reads && !E->isLValue())
    return nullptr;
  return Reads ? C->getSubExpr()->IgnoreParens() : E;
}

bool isKernelType(clang::QualType T) {
  const clang::RecordDecl *R =
      T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
  return R && R->getIdentifier() && R->getName() == "_cl_kernel";
}

bool PassedKernels::isHarmless(const clang::CallExpr *Call, unsigned Index) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  if (!F || (Method && Method->isVirtual()) ||
      llvm::isa<clang::CXXOperatorCallExpr>(Call))
    return false;
  const clang::SourceManager &SM = U.Source.manager();
  if (!SM.isWrittenInMainFile(F->getLocation()))
    return F->isExternC() && !Call->getArg(Index)->isLValue();
  return isOnlyPassed(F, Index);
}

bool PassedKernels::isOnlyPassed(const clang::FunctionDecl *F,
                                 unsigned Index) {
  const clang::FunctionDecl *Body = F->getDefinition();
  if (!Body || Body->hasAttr<clang::WeakAttr>() || Doubtful.isInDoubt(Body) ||
      Index >= Body->getNumParams() ||
      !isKernelType(Body->getParamDecl(Index)->getType().getNonReferenceType()))
    return false;
  const clang::ParmVarDecl *P = Body->getParamDecl(Index);
  auto [It, New] = Known.try_emplace(P, false); // Where it calls itself.
  if (!New)
    return It->second;
  unsigned Named = 0, Passed = 0;
  walk(Body->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Named += Ref && Ref->getDecl() == P;
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I) {
      const clang::Expr *Given = givenIn(Call->getArg(I));
      if (Given && namedVariable(Given) == P)
        Passed += isHarmless(Call, I);
    }
    return true;
  });
  return Known[P] = Named == Passed;
}

} // namespace

void bankfix::forEachPassedKernel(
    const Unit &U, const DoubtfulDecls &Doubtful,
    llvm::function_ref<void(clang::SourceLocation)> Visit) {
  PassedKernels Kernels(U, Doubtful);
  const clang::SourceManager &SM = U.Source.manager();
  // One text may be several calls.
  std::map<clang::SourceLocation, bool> ArePassed;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
      for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I) {
        const clang::Expr *Given = givenIn(Call->getArg(I));
        if (!Given || !isKernelType(Given->getType()))
          continue;
        clang::SourceLocation At;
        if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Given))
          At = M->getMemberLoc();
        else if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(Given))
          At = A->getBase()->getBeginLoc();
        else if (llvm::isa<clang::DeclRefExpr>(Given))
          At = Given->getBeginLoc();
        else
          continue;
        auto [It, IsNew] = ArePassed.try_emplace(SM.getFileLoc(At), true);
        It->second &= !Doubtful.isInDoubt(Call->getSourceRange()) &&
                      Kernels.isHarmless(Call, I);
      }
      return true;
    });
  });
  for (auto [At, Is] : ArePassed)
    if (Is)
      Visit(At);
}
