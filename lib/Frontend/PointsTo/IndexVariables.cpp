//===- IndexVariables.cpp - Variables that are subscripts -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int k = y * w + x;         ->   int k = y * (w + 28) + x;
//   s[k] = s[k - w];                s[k] = s[k - (w + 28)];
//
// Where every mention of a variable is a part of a subscript of one array, and
// what it is computed of stays as it is for as long as it is there, its value
// is no more than a part of those subscripts: whoever looks at one sees what
// the variable is initialized with, and an edit may change that.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/FlatIndex.h"

using namespace bankfix;

const clang::VarDecl *PointerUnit::indexVariable(const clang::Expr *E) const {
  const clang::VarDecl *V = namedVariable(E->IgnoreParenImpCasts());
  return V && IndexVariables.contains(V) ? V : nullptr;
}

namespace {

class IndexFinder {
public:
  IndexFinder(PointerUnit &U, const clang::Stmt *Body) : U(U), Facts(Body) {
    visit(Body, nullptr);
  }

  void run();

private:
  /// A declaration, the block that it is in, and the loops that it is in the
  /// bodies of.
  struct Candidate {
    const clang::VarDecl *Is;
    const clang::CompoundStmt *Block;
    std::vector<const clang::ForStmt *> Loops;
  };

  void visit(const clang::Stmt *S, const clang::Stmt *Parent);
  void addIndices(const clang::Expr *E, unsigned Array);
  bool isStable(const clang::VarDecl *V, const Candidate &C) const;
  bool isFixed(const clang::Expr *Value, const Candidate &C) const;
  bool isSpelledThereAlone(const Candidate &C) const;

  PointerUnit &U;
  VariableFacts Facts;
  std::vector<const clang::ForStmt *> Loops;
  std::vector<Candidate> Candidates;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Mentions;
  llvm::DenseMap<const clang::VarDecl *, std::set<const clang::DeclRefExpr *>>
      Indices;
  llvm::DenseMap<const clang::VarDecl *, std::set<unsigned>> Arrays;
};

/// What the subscript \p E mentions, wherever in it: a layout may put a term
/// into the argument of a macro.
void IndexFinder::addIndices(const clang::Expr *E, unsigned Array) {
  walk(E, [&](const clang::Stmt *S) {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S);
    if (auto *V = R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr) {
      Indices[V].insert(R);
      Arrays[V].insert(Array);
    }
    return true;
  });
}

void IndexFinder::visit(const clang::Stmt *S, const clang::Stmt *Parent) {
  if (!S)
    return;
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(R->getDecl());
    // Who captures it may run at any time.
    Mentions[V] += V && R->refersToEnclosingVariableOrCapture() ? 2 : 1;
  }
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Each : D->decls())
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
        Candidates.push_back(
            {V, llvm::dyn_cast_or_null<clang::CompoundStmt>(Parent), Loops});
  if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
    if (std::optional<MatchedAccess> A = U.match(E))
      for (const clang::Expr *Index : A->Subscripts)
        addIndices(Index, A->Array);
    // What a layout makes a subscript of.
    if (std::optional<NumberAccess> N = numberAccess(U, E))
      addIndices(N->Of, N->Array);
  }
  auto *Loop = llvm::dyn_cast<clang::ForStmt>(S);
  for (const clang::Stmt *Child : S->children()) {
    const bool IsBody = Loop && Child == Loop->getBody();
    if (IsBody)
      Loops.push_back(Loop);
    visit(Child, S);
    if (IsBody)
      Loops.pop_back();
  }
}

/// While \p C is there, \p V stays as it is.
bool IndexFinder::isStable(const clang::VarDecl *V, const Candidate &C) const {
  if (V->getType()->isReferenceType() || V->getType().isVolatileQualified() ||
      !V->getType()->isIntegralOrEnumerationType())
    return false;
  if (!V->isLocalVarDeclOrParm() || V->isStaticLocal())
    return V->getType().isConstQualified() && V->hasInit();
  if (Facts.escapes(V))
    return false;
  const unsigned Times = Facts.assignments(V);
  if (Times == 0)
    return llvm::isa<clang::ParmVarDecl>(V) || V->hasInit();
  return llvm::any_of(C.Loops, [&](const clang::ForStmt *Loop) {
    auto *Init = llvm::dyn_cast_or_null<clang::DeclStmt>(Loop->getInit());
    return Init && llvm::is_contained(Init->decls(), V) && Loop->getInc() &&
           VariableFacts(Loop->getInc()).assignments(V) == Times;
  });
}

/// So does all that \p Value is computed of.
bool IndexFinder::isFixed(const clang::Expr *Value, const Candidate &C) const {
  if (hasSideEffects(Value))
    return false;
  bool Is = true;
  walk(Value, [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    if (E && !builtinVariable(E).first.empty())
      return false;
    if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
      auto *V = llvm::dyn_cast<clang::VarDecl>(R->getDecl());
      Is &= !R->refersToEnclosingVariableOrCapture() &&
            (V ? isStable(V, C)
               : llvm::isa<clang::EnumConstantDecl>(R->getDecl()));
      return false;
    }
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S)) {
      Is &= classify(*Call) >= CallKind::LocalId;
      for (const clang::Expr *A : Call->arguments())
        Is &= !A->isValueDependent() && A->isEvaluatable(U.Context);
      return false;
    }
    Is &= llvm::isa<clang::ParenExpr, clang::BinaryOperator, clang::CastExpr,
                    clang::IntegerLiteral, clang::UnaryOperator,
                    clang::SubstNonTypeTemplateParmExpr, clang::ConstantExpr,
                    clang::UnaryExprOrTypeTraitExpr>(S);
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(S);
    Is &= !X || X->isArithmeticOp();
    // What a macro computes is the macro's, which may be one of the author's
    // for places (OffsetMacros.cpp).
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    Is &= !B || B->isEvaluatable(U.Context) ||
          !U.Source.manager().isMacroBodyExpansion(B->getOperatorLoc());
    return Is;
  });
  return Is;
}

/// Nothing else in the block spells its name, in whatever build, and no macro
/// may: neither what this build leaves out, nor an argument that is dropped.
bool IndexFinder::isSpelledThereAlone(const Candidate &C) const {
  const clang::SourceManager &SM = U.Source.manager();
  const std::string Name = C.Is->getNameAsString();
  const clang::FileID File = SM.getFileID(C.Is->getLocation());
  const clang::SourceLocation End =
      C.Block ? C.Block->getRBracLoc() : clang::SourceLocation();
  if (C.Is->getLocation().isMacroID() || !End.isFileID() ||
      SM.getFileID(End) != File)
    return false;
  for (const std::string &Macro : namesReaching(U.Preprocessed, Name)) {
    auto Text = U.Preprocessed.Texts.find(Macro);
    if (Macro != Name && (Text == U.Preprocessed.Texts.end() ||
                          !llvm::is_contained(Text->second.Parameters, Name)))
      return false;
  }
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.InDefines.count(Name) ||
        (S.File.empty() && SM.getBufferData(SM.getMainFileID())
                               .slice(S.Range.Begin, S.Range.End)
                               .contains("##")))
      return false;
  std::set<unsigned> Known = {SM.getFileOffset(C.Is->getLocation())};
  for (const clang::DeclRefExpr *R : Indices.find(C.Is)->second) {
    const clang::SourceLocation L = SM.getSpellingLoc(R->getLocation());
    if (SM.getFileID(L) != File)
      return false;
    Known.insert(SM.getFileOffset(L));
  }
  const FileRange Scope{SM.getFileOffset(C.Is->getLocation()),
                        SM.getFileOffset(End)};
  return isSpelledOnlyAt(U, File, Name, Known, Scope);
}

void IndexFinder::run() {
  for (const Candidate &C : Candidates) {
    const clang::VarDecl *V = C.Is;
    const clang::QualType T = V->getType();
    const unsigned Times = Indices.lookup(V).size();
    if (Times == 0 || Times != Mentions.lookup(V) ||
        Arrays.lookup(V).size() != 1 || !V->isLocalVarDecl() ||
        V->isStaticLocal() || !V->hasInit() || !T->isIntegerType() ||
        T.isVolatileQualified() || U.Context.isPromotableIntegerType(T) ||
        Facts.assignments(V) != 0 || Facts.escapes(V) ||
        V->getInit()->isValueDependent() || !multiplies(V->getInit()) ||
        !isFixed(V->getInit(), C) || !isSpelledThereAlone(C))
      continue;
    U.IndexVariables[V] = *Arrays.lookup(V).begin();
  }
}

} // namespace

void bankfix::findIndexVariables(PointerUnit &U) {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (F->getBody() && !F->isDependentContext())
      IndexFinder(U, F->getBody()).run();
  });
}
