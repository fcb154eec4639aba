//===- Unevaluated.cpp - Names in types and other unevaluated operands ----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   decltype(a[0][0]) sum = 0;             the type of an element
//   char copy[sizeof(a[0][0])];            its size
//   static_assert(sizeof(a) == 4096);      the size of all
//
// No statement of a function has such a name. Of an element, no layout changes
// the type or the size that leaves elements as they are; of anything larger,
// none that keeps the declaration does.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Uses/Mentions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace bankfix;

namespace {

class UnevaluatedNames : public clang::DynamicRecursiveASTVisitor {
public:
  explicit UnevaluatedNames(JudgedUnit &U) : U(U) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(clang::Decl *D) override {
    auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(D);
    return (F && F->isDependentContext()) ||
           clang::DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool
  VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E) override {
    if (!E->isArgumentType())
      judge(E->getArgumentExpr(), E->getSourceRange());
    return true;
  }
  bool VisitDecltypeTypeLoc(clang::DecltypeTypeLoc L) override {
    judge(L.getUnderlyingExpr(), L.getSourceRange());
    return true;
  }
  bool VisitTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc L) override {
    judge(L.getUnderlyingExpr(), L.getSourceRange());
    return true;
  }

private:
  void judge(const clang::Expr *E, clang::SourceRange Whole);

  JudgedUnit &U;
};

/// Nothing but the type of \p E matters.
void UnevaluatedNames::judge(const clang::Expr *E, clang::SourceRange Whole) {
  if (!E || E->isTypeDependent())
    return;
  bool IsElement = measured(E->getType()) != UseKind::SizeOf;
  walk(E, [&](const clang::Stmt *S) {
    auto *Name = llvm::dyn_cast<clang::Expr>(S);
    if (!Name || U.isJudged(Name))
      return true;
    std::set<unsigned> Arrays = U.arraysOf(Name);
    if (!Arrays.empty())
      U.judge(Name);
    for (unsigned Array : Arrays)
      U.obstruct(Array,
                 IsElement ? ObstacleKind::ElementSize : ObstacleKind::SizeOf,
                 Whole.getBegin(), U.Source.text(Whole));
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Name);
    clang::SourceLocation L =
        U.Source.manager().getSpellingLoc(Name->getExprLoc());
    if (Ref && U.Source.manager().isInMainFile(L))
      U.Unevaluated.insert(U.Source.manager().getFileOffset(L));
    return true;
  });
}

} // namespace

void bankfix::checkUnevaluated(JudgedUnit &U) {
  UnevaluatedNames Names(U);
  for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
    if (U.Source.isUserCode(D->getLocation()) ||
        llvm::isa<clang::LinkageSpecDecl>(D))
      Names.TraverseDecl(D);
}
