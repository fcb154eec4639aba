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
//   int i = 2 * x + 1;         ->   int i = PAD(2 * x + 1);
//   s[i] += s[y];                   s[i] += s[PAD(y)];
//
// Where it is the whole subscript of each, a layout's index is that of what
// initializes it.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/FlatIndex.h"
#include "Read/WordsFor.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;

const clang::VarDecl *PointerUnit::indexVariable(const clang::Expr *E) const {
  const clang::VarDecl *V = namedVariable(E->IgnoreParenImpCasts());
  return V && IndexVariables.contains(V) ? V : nullptr;
}

namespace {

class IndexFinder {
public:
  IndexFinder(PointerUnit &U, const std::set<std::string> &Pasting,
              const clang::Stmt *Body)
      : U(U), Pasting(Pasting), Facts(Body) {
    visit(Body, nullptr);
  }

  void run();

private:
  /// A declaration, the block that it is in, and the numbers of the statements
  /// from there to its end.
  struct Candidate {
    const clang::VarDecl *Is;
    const clang::DeclStmt *Declared;
    const clang::CompoundStmt *Block;
    unsigned Begin, End = 0;

    llvm::ArrayRef<clang::Stmt *> scope() const {
      llvm::ArrayRef<clang::Stmt *> All(Block->body_begin(), Block->body_end());
      return All.drop_until([&](const auto *S) { return S == Declared; });
    }
  };

  void visit(const clang::Stmt *S, const clang::Stmt *Parent);
  void addIndices(const clang::Expr *E, unsigned Array);
  bool isStable(const clang::VarDecl *V, const Candidate &C) const;
  bool isFixed(const clang::Expr *Value, const Candidate &C) const;
  bool isSpelledThereAlone(const Candidate &C) const;
  bool hasPlainType(const Candidate &C) const;
  bool isIndexFor(const Candidate &C, const clang::Stmt *S) const;
  bool isSubscript(const Candidate &C) const;

  PointerUnit &U;
  const std::set<std::string> &Pasting;
  VariableFacts Facts;
  unsigned Visited = 0; ///< Statements, in the order of the text.
  /// The numbers of those that assign a variable.
  llvm::DenseMap<const clang::VarDecl *, std::vector<unsigned>> Assigned;
  std::vector<Candidate> Candidates;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Mentions;
  llvm::DenseMap<const clang::VarDecl *, std::set<const clang::DeclRefExpr *>>
      Indices;
  llvm::DenseMap<const clang::VarDecl *, std::set<unsigned>> Arrays;
  /// Mentions that are the only subscript of an access.
  llvm::DenseSet<const clang::DeclRefExpr *> Whole;
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

/// An array's own elements are counted from its start.
static bool isPlain(const PointerUnit &U, const MatchedAccess &A) {
  return U.SharedArrays[A.Array].Dims.size() == 1 && A.Subscripts.size() == 1 &&
         A.Elements == 1 && !A.IsSum && !A.Dereferenced && !A.IsGrouped &&
         !A.Inner && !A.isPlaced(U);
}

/// What \p S sets; null: nothing.
static const clang::Expr *assignedIn(const clang::Stmt *S) {
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S))
    return B->isAssignmentOp() ? B->getLHS() : nullptr;
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(S);
  return X && X->isIncrementDecrementOp() ? X->getSubExpr() : nullptr;
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
            {V, D, llvm::dyn_cast_or_null<clang::CompoundStmt>(Parent),
             Visited});
  if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
    if (std::optional<MatchedAccess> A = U.match(E)) {
      for (const clang::Expr *Index : A->Subscripts)
        addIndices(Index, A->Array);
      if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(
              A->Subscripts[0]->IgnoreParenImpCasts());
          R && isPlain(U, *A))
        Whole.insert(R);
    }
    // What a layout makes a subscript of.
    if (std::optional<NumberAccess> N = numberAccess(U, E))
      addIndices(N->Of, N->Array);
  }
  if (const clang::Expr *Changed = assignedIn(S))
    if (const clang::VarDecl *V = namedVariable(Changed))
      Assigned[V].push_back(Visited);
  ++Visited;
  const size_t First = Candidates.size();
  for (const clang::Stmt *Child : S->children())
    visit(Child, S);
  for (Candidate &C : llvm::drop_begin(Candidates, First))
    if (C.Block == S)
      C.End = Visited;
}

/// While \p C is there, \p V stays as it is.
bool IndexFinder::isStable(const clang::VarDecl *V, const Candidate &C) const {
  if (V->getType()->isReferenceType() || V->getType().isVolatileQualified() ||
      !V->getType()->isIntegralOrEnumerationType())
    return false;
  if (!V->isLocalVarDeclOrParm() || V->isStaticLocal())
    return V->getType().isConstQualified() && V->hasInit();
  if (Facts.escapes(V) || isInSharedMemory(V))
    return false;
  if (Facts.assignments(V) == 0)
    return llvm::isa<clang::ParmVarDecl>(V) || V->hasInit();
  auto It = Assigned.find(V);
  return It != Assigned.end() && It->second.size() == Facts.assignments(V) &&
         llvm::none_of(It->second, [&](unsigned Number) {
           return C.Begin <= Number && Number < C.End;
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
          !U.Source.manager().isMacroBodyExpansion(B->getOperatorLoc()) ||
          isFixMacro(U.Source.macroName(B->getOperatorLoc()));
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
  const WordsFor Names(U, Name);
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (!Names.in(S, S.InDefines).empty())
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
  const llvm::StringRef Text =
      SM.getBufferData(File).slice(Scope.Begin, Scope.End);
  return isSpelledOnlyAt(U, File, Name, Known, Scope) &&
         llvm::none_of(Pasting, [&](const std::string &Macro) {
           return hasWord(Text, Macro);
         });
}

/// Its type is one of the language's, and no macro is a part of that, which
/// another build may have another type by.
bool IndexFinder::hasPlainType(const Candidate &C) const {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::TypeLoc Written =
      C.Is->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (!Written.getAs<clang::BuiltinTypeLoc>() &&
      !Written.getAs<clang::AutoTypeLoc>())
    return false;
  clang::SourceLocation From = C.Block->getLBracLoc();
  for (const clang::Stmt *S : C.Block->body()) {
    if (S == C.Declared)
      break;
    From = SM.getExpansionRange(S->getEndLoc()).getEnd();
  }
  From =
      clang::Lexer::getLocForEndOfToken(From, 0, SM, U.Context.getLangOpts());
  const clang::FileID File = SM.getFileID(C.Is->getLocation());
  if (!From.isFileID() || SM.getFileID(From) != File)
    return false;
  llvm::StringRef Text = SM.getBufferData(File).slice(
      SM.getFileOffset(From), SM.getFileOffset(C.Is->getLocation()));
  while (!Text.empty()) {
    const llvm::StringRef Word = Text.take_while(isNamePart);
    if (U.Preprocessed.Texts.count(Word.str()))
      return false;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return true;
}

/// Evaluating \p S has the element with that number accessed, for sure.
bool IndexFinder::isIndexFor(const Candidate &C, const clang::Stmt *S) const {
  bool Is = false;
  walk(S, [&](const clang::Stmt *Below) {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Below);
    Is |= R && R->getDecl() == C.Is && Whole.contains(R);
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(Below);
    return !Is && !(B && B->isLogicalOp()) &&
           !llvm::isa<clang::AbstractConditionalOperator, clang::LambdaExpr,
                      clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(Below);
  });
  return Is;
}

/// It is all of the subscripts that it is in, several ones, and its type is
/// that of what initializes it. Wherever that is computed an element with its
/// number is accessed afterwards, so that what an index makes of it does not
/// overflow.
bool IndexFinder::isSubscript(const Candidate &C) const {
  const auto &All = Indices.find(C.Is)->second;
  if (All.size() < 2 || llvm::any_of(All, [&](const clang::DeclRefExpr *R) {
        return !Whole.contains(R);
      }))
    return false;
  if (!hasPlainType(C) ||
      !U.Context.hasSameUnqualifiedType(
          C.Is->getType(), C.Is->getInit()->IgnoreImpCasts()->getType()))
    return false;
  for (const clang::Stmt *S : C.scope()) {
    const bool IsPlain = llvm::isa<clang::Expr, clang::DeclStmt>(S);
    if (IsPlain && isIndexFor(C, S))
      return true;
    bool Leaves = false;
    walk(S, [&](const clang::Stmt *Below) {
      Leaves |=
          llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
                    clang::GotoStmt, clang::IndirectGotoStmt>(Below);
      return !Leaves;
    });
    if (Leaves)
      return false;
  }
  return false;
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
        V->getInit()->isValueDependent() || !isFixed(V->getInit(), C) ||
        !isSpelledThereAlone(C))
      continue;
    U.IndexVariables[V] = {*Arrays.lookup(V).begin(), isSubscript(C)};
  }
}

} // namespace

void bankfix::findIndexVariables(PointerUnit &U) {
  // What makes any name in another build.
  std::set<std::string> Pasting;
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.DefinesPaste)
      for (const std::string &Macro : S.Defined)
        Pasting.merge(namesReaching(U.Preprocessed, Macro));
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (F->getBody() && !F->isDependentContext())
      IndexFinder(U, Pasting, F->getBody()).run();
  });
}
