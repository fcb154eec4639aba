//===- FreshQueries.cpp - Questions about kernels without arguments -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   kernel = clCreateKernel(program, "scan", &status);
//   check(status);
//   info.ask(kernel);  ->  clGetKernelWorkGroupInfo(kernel, ..,
//                              CL_KERNEL_LOCAL_MEM_SIZE, ..);
//
// One statement after another of one block, of which none but the last names
// the kernel, and none may set an argument of any.
//
//===----------------------------------------------------------------------===//

#include "Host/FreshQueries.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "clang/Lex/Lexer.h"
#include <map>

using namespace bankfix;

namespace {

/// `k`, or `k` of the object that a method is called on; or null.
const clang::ValueDecl *variableIn(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
    return llvm::isa<clang::CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
               ? M->getMemberDecl()
               : nullptr;
  const clang::VarDecl *V = namedVariable(E);
  return V && !V->getType()->isReferenceType() ? V : nullptr;
}

class FreshQueries {
public:
  FreshQueries(const Unit &U, const DoubtfulDecls &Doubtful);
  void forEach(llvm::function_ref<void(clang::SourceLocation)> Visit);

  struct Call {
    const clang::CallExpr *Expr;
    const clang::FunctionDecl *In;
  };

private:
  bool maySet(const clang::CallExpr &C);
  bool maySet(const clang::Stmt *S);
  bool hasErrors(const clang::FunctionDecl *F) const;
  bool isFresh(const clang::Expr *Kernel, const Call &C);
  bool isGivenFresh(const clang::ParmVarDecl *P, const clang::FunctionDecl *F);
  bool isCreatedBefore(const clang::ValueDecl *V, const Call &C);

  const Unit &U;
  const DoubtfulDecls &Doubtful;
  std::vector<Call> Queries;
  std::map<const clang::FunctionDecl *, std::vector<Call>> Calls;
  std::map<const clang::FunctionDecl *, bool> Sets;
};

FreshQueries::FreshQueries(const Unit &U, const DoubtfulDecls &Doubtful)
    : U(U), Doubtful(Doubtful) {
  auto Definition = [](const clang::FunctionDecl *F) {
    return F->getDefinition() ? F->getDefinition() : F->getCanonicalDecl();
  };
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *C = llvm::dyn_cast<clang::CallExpr>(S);
      const clang::FunctionDecl *To = C ? C->getDirectCallee() : nullptr;
      if (To)
        Calls[Definition(To)].push_back({C, F});
      if (To && To->getIdentifier() &&
          To->getName() == "clGetKernelWorkGroupInfo" && C->getNumArgs() > 2)
        Queries.push_back({C, F});
      return true;
    });
  });
}

/// \p T is no more than C's and C++'s libraries have: whatever they do with it
/// calls nothing of the host.
static bool isOfLibrary(const Unit &U, clang::QualType T) {
  T = T.getNonReferenceType();
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType()
            ? T->getPointeeType()
            : clang::QualType(T->getArrayElementTypeNoTypeQual(), 0);
  const clang::RecordDecl *R = T->getAsRecordDecl();
  if (!R)
    return !T->isFunctionType() && !T->isMemberPointerType();
  auto *Of = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(R);
  bool IsPlain = !U.Source.manager().isWrittenInMainFile(R->getLocation());
  for (unsigned I = 0; Of && I < Of->getTemplateArgs().size(); ++I) {
    const clang::TemplateArgument &A = Of->getTemplateArgs()[I];
    IsPlain &= A.getKind() != clang::TemplateArgument::Type ||
               isOfLibrary(U, A.getAsType());
  }
  return IsPlain;
}

/// `std::endl`
static bool isManipulator(const Unit &U, const clang::Expr *E) {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && llvm::isa<clang::FunctionDecl>(Ref->getDecl()) &&
         !U.Source.manager().isWrittenInMainFile(Ref->getDecl()->getLocation());
}

/// \p C may give a kernel an argument, as far as anything tells.
bool FreshQueries::maySet(const clang::CallExpr &C) {
  const clang::FunctionDecl *F = C.getDirectCallee();
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  if (!F || (Method && Method->isVirtual()) || F->hasAttr<clang::WeakAttr>())
    return true;
  if (U.Source.manager().isWrittenInMainFile(F->getLocation())) {
    const clang::FunctionDecl *Body = F->getDefinition();
    if (!Body || llvm::isa<clang::CXXConstructorDecl>(F))
      return true;
    // What calls itself is not known before it is.
    auto [It, IsNew] = Sets.try_emplace(Body, true);
    if (IsNew) {
      const bool May = Doubtful.isInDoubt(Body) || hasErrors(Body) ||
                       maySet(Body->getBody());
      return Sets[Body] = May;
    }
    return It->second;
  }
  if (F->isExternC())
    return F->getName().starts_with("clSetKernel") ||
           F->getName().starts_with("clEnqueue") || F->getName() == "atexit" ||
           llvm::any_of(C.arguments(), [&](const clang::Expr *A) {
             return A->getType()->isFunctionPointerType();
           });
  auto *Called = llvm::dyn_cast<clang::CXXMemberCallExpr>(&C);
  return (Called && !isOfLibrary(U, Called->getObjectType())) ||
         llvm::any_of(C.arguments(), [&](const clang::Expr *A) {
           return !isOfLibrary(U, A->getType()) && !isManipulator(U, A);
         });
}

/// Something in it may, or runs code that is not seen where it stands:
/// destructors, initialisers, what is called later.
bool FreshQueries::maySet(const clang::Stmt *S) {
  bool May = false;
  walk(S, [&](const clang::Stmt *Part) {
    if (auto *C = llvm::dyn_cast<clang::CallExpr>(Part))
      May |= maySet(*C);
    if (auto *D = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Part))
      May |= maySet(D->getExpr());
    if (auto *D = llvm::dyn_cast<clang::CXXDefaultInitExpr>(Part))
      May |= maySet(D->getExpr());
    if (auto *E = llvm::dyn_cast<clang::Expr>(Part))
      May |= E->isPRValue() && E->getType()->isRecordType() &&
             !isOfLibrary(U, E->getType());
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Part))
      for (const clang::Decl *Each : D->decls()) {
        auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
        May |= !V || V->hasAttrs() || !isOfLibrary(U, V->getType());
      }
    May |= llvm::isa<clang::LambdaExpr, clang::CXXDeleteExpr, clang::CXXNewExpr,
                     clang::CXXThrowExpr, clang::CXXTryStmt, clang::AsmStmt,
                     clang::StmtExpr>(Part);
    return !May;
  });
  return May;
}

/// Clang may have dropped a statement of it.
bool FreshQueries::hasErrors(const clang::FunctionDecl *F) const {
  const clang::SourceManager &SM = U.Source.manager();
  unsigned First = SM.getExpansionLineNumber(F->getBeginLoc()),
           Last = SM.getExpansionLineNumber(F->getEndLoc());
  return llvm::any_of(U.Read.Diagnostics, [&](const FileDiagnostic &D) {
    return First <= D.Place.Line && D.Place.Line <= Last;
  });
}

/// Nothing may call it but \p Of: no other unit, and no text that is not known.
static bool isCalledOnlyBy(const Unit &U, const clang::FunctionDecl *F,
                           llvm::ArrayRef<FreshQueries::Call> Of) {
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  const bool IsOpen = F->isExternallyVisible() && !F->isInlined();
  std::vector<const clang::CallExpr *> Calls;
  for (const FreshQueries::Call &C : Of)
    Calls.push_back(C.Expr);
  return !(Method && Method->isVirtual()) && !IsOpen && !Of.empty() &&
         F->getTemplatedKind() == clang::FunctionDecl::TK_NonTemplate &&
         isNamedOnlyBy(U, F, Calls);
}

/// All that the function does with it is to ask, and all that call it give it a
/// kernel that is fresh.
bool FreshQueries::isGivenFresh(const clang::ParmVarDecl *P,
                                const clang::FunctionDecl *F) {
  const std::vector<Call> &Of = Calls[F];
  if (Doubtful.isInDoubt(F) || !isCalledOnlyBy(U, F, Of) ||
      maySet(F->getBody()))
    return false;
  unsigned Names = 0, Asks = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Names += Ref && Ref->getDecl() == P;
    return true;
  });
  for (const Call &Q : Queries)
    Asks += Q.In == F &&
            namedVariable(Q.Expr->getArg(0)->IgnoreParenImpCasts()) == P;
  const unsigned I = P->getFunctionScopeIndex();
  return Names == Asks && llvm::all_of(Of, [&](const Call &C) {
           return I < C.Expr->getNumArgs() && isFresh(C.Expr->getArg(I), C);
         });
}

/// Some part of \p In is what \p Is says.
bool has(const clang::Stmt *In,
         llvm::function_ref<bool(const clang::Stmt *)> Is) {
  bool Any = false;
  walk(In, [&](const clang::Stmt *S) { return Any |= Is(S), !Any; });
  return Any;
}

/// `V = clCreateKernel(...)`
bool creates(const clang::Stmt *S, const clang::ValueDecl *V) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  auto *B =
      E ? llvm::dyn_cast<clang::BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!B || B->getOpcode() != clang::BO_Assign || variableIn(B->getLHS()) != V)
    return false;
  auto *Made =
      llvm::dyn_cast<clang::CallExpr>(B->getRHS()->IgnoreParenImpCasts());
  const clang::FunctionDecl *F = Made ? Made->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == "clCreateKernel";
}

bool names(const clang::Stmt *S, const clang::ValueDecl *V) {
  return has(S, [&](const clang::Stmt *Part) {
    auto *E = llvm::dyn_cast<clang::Expr>(Part);
    auto *M = llvm::dyn_cast<clang::MemberExpr>(Part);
    return (M && M->getMemberDecl() == V) || (E && namedVariable(E) == V);
  });
}

/// A jump may lead into it.
bool hasLabel(const clang::Stmt *S) {
  return has(S, [](const clang::Stmt *Part) {
    return llvm::isa<clang::LabelStmt, clang::SwitchCase>(Part);
  });
}

/// A statement of a block has the call, and one before it creates \p V, with
/// nothing between that matters.
bool FreshQueries::isCreatedBefore(const clang::ValueDecl *V, const Call &C) {
  bool Found = false;
  walk(C.In->getBody(), [&](const clang::Stmt *S) {
    auto *Block = llvm::dyn_cast<clang::CompoundStmt>(S);
    if (!Block)
      return true;
    const clang::Stmt *Created = nullptr;
    for (const clang::Stmt *Each : Block->body()) {
      const bool Asks =
          has(Each, [&](const clang::Stmt *Part) { return Part == C.Expr; });
      if (creates(Each, V))
        Created = Each;
      else if (maySet(Each) || hasLabel(Each) || (!Asks && names(Each, V)))
        Created = nullptr;
      else if (Asks && Created)
        Found |= !Doubtful.isInDoubt(
            clang::SourceRange(Created->getBeginLoc(), Each->getEndLoc()));
    }
    return !Found;
  });
  return Found;
}

bool FreshQueries::isFresh(const clang::Expr *Kernel, const Call &C) {
  if (hasErrors(C.In))
    return false;
  auto *P = llvm::dyn_cast_or_null<clang::ParmVarDecl>(
      namedVariable(Kernel->IgnoreParenImpCasts()));
  if (P)
    return isGivenFresh(P, C.In);
  const clang::ValueDecl *V = variableIn(Kernel);
  return V && isCreatedBefore(V, C);
}

void FreshQueries::forEach(
    llvm::function_ref<void(clang::SourceLocation)> Visit) {
  const clang::SourceManager &SM = U.Source.manager();
  // One text may ask in several functions, and more than once.
  std::map<clang::SourceLocation, bool> AreFresh;
  for (const Call &Q : Queries) {
    clang::SourceLocation At = Q.Expr->getArg(2)->getBeginLoc();
    const bool IsSize =
        At.isMacroID() &&
        clang::Lexer::getImmediateMacroName(At, SM, U.Context.getLangOpts()) ==
            "CL_KERNEL_LOCAL_MEM_SIZE";
    auto [It, IsNew] = AreFresh.try_emplace(SM.getFileLoc(At), true);
    It->second &= IsSize && !Q.In->isTemplateInstantiation() &&
                  isFresh(Q.Expr->getArg(0), Q);
  }
  for (auto [At, Is] : AreFresh)
    if (Is)
      Visit(At);
}

} // namespace

void bankfix::forEachFreshQuery(
    const Unit &U, const DoubtfulDecls &Doubtful,
    llvm::function_ref<void(clang::SourceLocation)> Visit) {
  FreshQueries(U, Doubtful).forEach(Visit);
}
