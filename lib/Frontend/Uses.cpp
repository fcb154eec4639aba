//===- Uses.cpp - Uses of an array that forbid changing it ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "VariableFacts.h"

using namespace bankfix;

namespace {

/// Walks a function with the expressions around each use at hand.
class UseChecker {
public:
  UseChecker(Unit &U, const clang::FunctionDecl *F) : U(U), F(F) {}
  void visit(const clang::Stmt *S);

private:
  void use(const clang::DeclRefExpr *Ref, unsigned Array);
  void report(unsigned Array, ObstacleKind Kind, const clang::Expr *Where);

  Unit &U;
  const clang::FunctionDecl *F;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
};

void UseChecker::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
    if (std::optional<unsigned> Array = U.arrayOf(Ref))
      use(Ref, *Array);
  Parents.push_back(S);
  for (const clang::Stmt *C : S->children())
    visit(C);
  Parents.pop_back();
}

/// Notes the obstacle and, in a kernel, an access of which nothing is known.
void UseChecker::report(unsigned Array, ObstacleKind Kind,
                        const clang::Expr *Where) {
  std::string Text = U.Source.text(Where->getSourceRange());
  clang::SourceLocation L = Where->getBeginLoc();
  U.obstruct(Array, Kind, L, Text);
  auto It = U.Kernels.find(F);
  if (It == U.Kernels.end())
    return;
  Kernel &K = U.Out.Prog.Kernels[It->second];
  Site S;
  S.Array = Array;
  S.Bytes = U.Out.Prog.Arrays[Array].ElementBytes;
  S.Place = U.Source.place(L);
  S.Text = Text;
  Access A;
  A.Site = K.Sites.size();
  A.Reason = U.Out.Prog.Arrays[Array].Obstacles.back().text();
  K.Sites.push_back(std::move(S));
  // First, so that it is met whatever the kernel does.
  K.Body.insert(K.Body.begin(), Stmt{std::move(A)});
}

void UseChecker::use(const clang::DeclRefExpr *Ref, unsigned Array) {
  if (!U.Kernels.count(F))
    U.obstruct(Array, ObstacleKind::DeviceFunction, Ref->getLocation(),
               F->getNameAsString());
  else if (F->isTemplateInstantiation())
    U.obstruct(Array, ObstacleKind::TemplateCode, Ref->getLocation(),
               F->getNameAsString());
  if (U.Understood.contains(Ref) || !U.Kernels.count(F))
    return;
  const clang::Expr *Around = Ref;
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    auto *E = llvm::dyn_cast<clang::Expr>(P);
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(P))
      return report(Array, ObstacleKind::SizeOf, E);
    if (!E || llvm::isa<clang::InitListExpr>(P))
      break;
    Around = E;
    if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(P))
      break;
  }
  report(Array, ObstacleKind::Escapes, Around);
}

/// The function in whose body the array is declared, or null.
const clang::FunctionDecl *owner(const clang::VarDecl *V) {
  return llvm::dyn_cast_or_null<clang::FunctionDecl>(
      V->getParentFunctionOrMethod());
}

bool intersects(const std::set<std::string> &A,
                const std::set<std::string> &B) {
  return llvm::any_of(A, [&](const std::string &X) { return B.count(X) != 0; });
}

/// Code that was not compiled may use the array, too.
void checkSkipped(Unit &U, const clang::VarDecl *V, unsigned Array) {
  std::set<std::string> Names =
      namesReaching(U.Preprocessed, V->getNameAsString());
  const clang::FunctionDecl *F = owner(V);
  for (const SkippedCode &S : U.Preprocessed.Skipped) {
    bool Inside = !F; // A file's array can be named everywhere.
    if (F && S.File.empty() && U.Source.inMainFile(F->getLocation()))
      Inside = S.Range.Begin >= U.Source.offset(F->getBeginLoc()) &&
               S.Range.Begin < U.Source.offset(F->getEndLoc());
    if (!intersects(Names, Inside ? S.Identifiers : S.InDefines))
      continue;
    U.Out.Prog.Arrays[Array].Obstacles.push_back(
        {ObstacleKind::SkippedCode, {S.File, S.Line, 1}, V->getNameAsString()});
  }
}

} // namespace

void bankfix::checkUses(Unit &U) {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    UseChecker(U, F).visit(F->getBody());
  });
  for (auto [V, Array] : U.Arrays) {
    checkSkipped(U, V, Array);
    if (!U.Preprocessed.MissingHeaders.empty())
      U.obstruct(Array, ObstacleKind::UnresolvedCode, V->getLocation(),
                 U.Preprocessed.MissingHeaders.front().Message);
  }
}
