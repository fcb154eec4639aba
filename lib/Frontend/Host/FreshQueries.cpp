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

private:
  struct Call {
    const clang::CallExpr *Expr;
    const clang::FunctionDecl *In;
  };
  bool maySet(const clang::Stmt *S);
  bool hasErrors(const clang::FunctionDecl *F) const;
  bool isFresh(const clang::Expr *Kernel, const Call &C);
  bool isGivenFresh(const clang::ParmVarDecl *P, const clang::FunctionDecl *F);
  bool isCreatedBefore(const clang::ValueDecl *V, const Call &C);

  const Unit &U;
  const DoubtfulDecls &Doubtful;
  std::vector<Call> Queries;
  std::map<const clang::FunctionDecl *, std::vector<Call>> Calls;
  std::map<const clang::FunctionDecl *, unsigned> Named;
  std::map<const clang::FunctionDecl *, bool> Sets;
};

FreshQueries::FreshQueries(const Unit &U, const DoubtfulDecls &Doubtful)
    : U(U), Doubtful(Doubtful) {
  auto Definition = [](const clang::FunctionDecl *F) {
    return F->getDefinition() ? F->getDefinition() : F->getCanonicalDecl();
  };
  auto Name = [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    auto *M = llvm::dyn_cast<clang::MemberExpr>(S);
    const clang::ValueDecl *D = Ref ? Ref->getDecl()
                                : M ? M->getMemberDecl()
                                    : nullptr;
    if (auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(D))
      ++Named[Definition(F)];
  };
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      Name(S);
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

/// Something in it may give a kernel an argument, as far as anything tells.
bool FreshQueries::maySet(const clang::Stmt *S) {
  bool May = false;
  walk(S, [&](const clang::Stmt *Part) {
    auto *C = llvm::dyn_cast<clang::CallExpr>(Part);
    auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(Part);
    if ((!C && !Made) || May)
      return !May;
    const clang::FunctionDecl *F =
        C ? C->getDirectCallee() : Made->getConstructor();
    auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
    if (!F || (Method && Method->isVirtual()))
      May = true;
    else if (U.Source.manager().isInSystemHeader(F->getLocation()))
      May = F->getIdentifier() && F->getName().starts_with("clSetKernel");
    else if (F->isTrivial())
      return true;
    else if (const clang::FunctionDecl *Body = F->getDefinition()) {
      auto [It, IsNew] = Sets.try_emplace(Body, false);
      if (IsNew) {
        const bool Found = Doubtful.isInDoubt(Body) || hasErrors(Body) ||
                           maySet(Body->getBody());
        Sets[Body] = May = Found;
      } else {
        May = It->second;
      }
    } else {
      May = true;
    }
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

/// All that the function does with it is to ask, and all that call it give it a
/// kernel that is fresh.
bool FreshQueries::isGivenFresh(const clang::ParmVarDecl *P,
                                const clang::FunctionDecl *F) {
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  const std::vector<Call> &Of = Calls[F];
  if ((Method && Method->isVirtual()) || Doubtful.isInDoubt(F) || Of.empty() ||
      Named[F] != Of.size() || maySet(F->getBody()))
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
  for (const Call &Q : Queries) {
    clang::SourceLocation At = Q.Expr->getArg(2)->getBeginLoc();
    const bool IsSize =
        At.isMacroID() &&
        clang::Lexer::getImmediateMacroName(At, SM, U.Context.getLangOpts()) ==
            "CL_KERNEL_LOCAL_MEM_SIZE";
    if (IsSize && isFresh(Q.Expr->getArg(0), Q))
      Visit(SM.getFileLoc(At));
  }
}

} // namespace

void bankfix::forEachFreshQuery(
    const Unit &U, const DoubtfulDecls &Doubtful,
    llvm::function_ref<void(clang::SourceLocation)> Visit) {
  FreshQueries(U, Doubtful).forEach(Visit);
}
