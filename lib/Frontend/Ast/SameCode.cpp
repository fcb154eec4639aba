//===- SameCode.cpp - Two functions that are the same ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is printed of both bodies says which operators, literals and names stand
// there; the walk over both at once, which types and declarations these are. A
// template is compared before it is instantiated: what it then means follows
// from that. What neither shows, as a template's argument has it or a trait
// asks for it, cannot differ where no name of the text is declared anew in
// between.
//
//===----------------------------------------------------------------------===//

#include "Ast/SameCode.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

class CodeComparison {
public:
  CodeComparison(const clang::ASTContext &Context, const clang::FunctionDecl *A,
                 const clang::FunctionDecl *B,
                 llvm::ArrayRef<FunctionCopy> Copies)
      : Context(Context), A(A), B(B), Copies(Copies) {}

  bool run();

private:
  bool isSame(clang::QualType S, clang::QualType T) const {
    return S.isNull() || T.isNull() ? S.isNull() && T.isNull()
                                    : Context.hasSameType(S, T);
  }
  bool isSame(const clang::Decl *S, const clang::Decl *T) const;
  bool isSame(const clang::Stmt *S, const clang::Stmt *T);
  bool haveSameDecls(const clang::Stmt *S, const clang::Stmt *T);
  bool declaresSame(const clang::DeclStmt *S, const clang::DeclStmt *T);
  bool isSameLocal(const clang::Decl *S, const clang::Decl *T);
  bool isSameTemplate();
  bool isCopy(const clang::Decl *S, const clang::Decl *T) const;
  std::string printed(const clang::Stmt *S) const;
  std::string attributes(const clang::Decl *D) const;

  const clang::ASTContext &Context;
  const clang::FunctionDecl *A, *B;
  llvm::ArrayRef<FunctionCopy> Copies;
  /// What is local to A, and its part in B.
  llvm::DenseMap<const clang::Decl *, const clang::Decl *> Locals;
};

/// What does not say all of itself by its type, its parts and what is printed.
bool isUnclear(const clang::Stmt *S) {
  return llvm::isa<clang::LambdaExpr, clang::BlockExpr, clang::PredefinedExpr,
                   clang::SourceLocExpr, clang::OffsetOfExpr,
                   clang::GenericSelectionExpr, clang::CXXNewExpr,
                   clang::CXXDeleteExpr, clang::CXXThisExpr,
                   clang::CXXTypeidExpr, clang::RequiresExpr>(S);
}

/// Copies stand there with the names of what they are copies of.
std::string CodeComparison::printed(const clang::Stmt *S) const {
  std::string Text, Out;
  llvm::raw_string_ostream OS(Text);
  if (S)
    S->printPretty(OS, nullptr, Context.getPrintingPolicy());
  auto IsOfName = [](char C) { return clang::isAsciiIdentifierContinue(C); };
  for (llvm::StringRef Left = Text; !Left.empty();) {
    const llvm::StringRef Word = Left.take_while(IsOfName);
    auto It = llvm::find_if(
        Copies, [&](const FunctionCopy &C) { return C.Name == Word; });
    Out += It == Copies.end() ? Word : llvm::StringRef(It->Of);
    Left = Left.drop_front(Word.size());
    Out += Left.take_front();
    Left = Left.drop_front(std::min<size_t>(1, Left.size()));
  }
  return Out;
}

/// The functions are compared by themselves.
bool CodeComparison::isCopy(const clang::Decl *S, const clang::Decl *T) const {
  auto *F = llvm::dyn_cast<clang::NamedDecl>(S),
       *G = llvm::dyn_cast<clang::NamedDecl>(T);
  return F && G && F->getIdentifier() && G->getIdentifier() &&
         llvm::any_of(Copies, [&](const FunctionCopy &C) {
           return C.Of == F->getName() && C.Name == G->getName();
         });
}

std::string CodeComparison::attributes(const clang::Decl *D) const {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const clang::Attr *Each : D->attrs())
    Each->printPretty(OS, Context.getPrintingPolicy());
  return Out;
}

bool CodeComparison::isSame(const clang::Decl *S, const clang::Decl *T) const {
  if (!S || !T)
    return S == T;
  if (auto It = Locals.find(S); It != Locals.end())
    return It->second == T;
  if (isCopy(S, T))
    return true;
  return S->getCanonicalDecl() == T->getCanonicalDecl() &&
         S->getCanonicalDecl() != A->getCanonicalDecl();
}

bool CodeComparison::isSameLocal(const clang::Decl *S, const clang::Decl *T) {
  if (S->getKind() != T->getKind() || attributes(S) != attributes(T))
    return false;
  if (auto *X = llvm::dyn_cast<clang::TypedefNameDecl>(S))
    return isSame(X->getUnderlyingType(),
                  llvm::cast<clang::TypedefNameDecl>(T)->getUnderlyingType());
  if (auto *X = llvm::dyn_cast<clang::StaticAssertDecl>(S))
    return isSame(X->getAssertExpr(),
                  llvm::cast<clang::StaticAssertDecl>(T)->getAssertExpr());
  auto *V = llvm::dyn_cast<clang::VarDecl>(S);
  if (!V)
    return llvm::isa<clang::EmptyDecl>(S);
  auto *W = llvm::cast<clang::VarDecl>(T);
  Locals[V] = W;
  const bool IsKept = !V->hasLocalStorage() && !V->isConstexpr();
  return !IsKept && isSame(V->getType(), W->getType()) &&
         V->getInitStyle() == W->getInitStyle() &&
         isSame(V->getInit(), W->getInit());
}

bool CodeComparison::declaresSame(const clang::DeclStmt *S,
                                  const clang::DeclStmt *T) {
  return llvm::equal(S->decls(), T->decls(),
                     [&](const clang::Decl *X, const clang::Decl *Y) {
                       return isSameLocal(X, Y);
                     });
}

/// Those that \p S and \p T name by themselves, each of the same class.
bool CodeComparison::haveSameDecls(const clang::Stmt *S, const clang::Stmt *T) {
  if (auto *X = llvm::dyn_cast<clang::DeclRefExpr>(S))
    return isSame(X->getDecl(), llvm::cast<clang::DeclRefExpr>(T)->getDecl());
  if (auto *X = llvm::dyn_cast<clang::MemberExpr>(S))
    return isSame(X->getMemberDecl(),
                  llvm::cast<clang::MemberExpr>(T)->getMemberDecl());
  if (auto *X = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    return isSame(X->getConstructor(),
                  llvm::cast<clang::CXXConstructExpr>(T)->getConstructor());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(S))
    return isSame(X->getParam(),
                  llvm::cast<clang::CXXDefaultArgExpr>(T)->getParam());
  if (auto *X = llvm::dyn_cast<clang::OverloadExpr>(S))
    return llvm::equal(X->decls(), llvm::cast<clang::OverloadExpr>(T)->decls(),
                       [&](const clang::NamedDecl *D,
                           const clang::NamedDecl *E) { return isSame(D, E); });
  if (auto *X = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(S))
    return isSame(
        X->getTypeOfArgument(),
        llvm::cast<clang::UnaryExprOrTypeTraitExpr>(T)->getTypeOfArgument());
  if (auto *X = llvm::dyn_cast<clang::DeclStmt>(S))
    return declaresSame(X, llvm::cast<clang::DeclStmt>(T));
  return true;
}

bool CodeComparison::isSame(const clang::Stmt *S, const clang::Stmt *T) {
  if (!S || !T)
    return S == T;
  if (S->getStmtClass() != T->getStmtClass() || isUnclear(S))
    return false;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S);
      E && !isSame(E->getType(), llvm::cast<clang::Expr>(T)->getType()))
    return false;
  if (!haveSameDecls(S, T))
    return false;
  return llvm::isa<clang::DeclStmt>(S) ||
         llvm::equal(S->children(), T->children(),
                     [&](const clang::Stmt *X, const clang::Stmt *Y) {
                       return isSame(X, Y);
                     });
}

/// Of templates: they have the same parameters, and nothing says otherwise for
/// some arguments.
bool CodeComparison::isSameTemplate() {
  const clang::FunctionTemplateDecl *S = A->getDescribedFunctionTemplate(),
                                    *T = B->getDescribedFunctionTemplate();
  if (!S || !T)
    return S == T;
  auto IsPlain = [](const clang::FunctionTemplateDecl *F) {
    return llvm::all_of(F->specializations(), [](const auto *Each) {
      return Each->getTemplateSpecializationKind() !=
             clang::TSK_ExplicitSpecialization;
    });
  };
  return IsPlain(S) && IsPlain(T) &&
         llvm::equal(*S->getTemplateParameters(), *T->getTemplateParameters(),
                     [&](const clang::NamedDecl *X, const clang::NamedDecl *Y) {
                       Locals[X] = Y;
                       std::string Text[2];
                       llvm::raw_string_ostream XS(Text[0]), YS(Text[1]);
                       X->print(XS);
                       Y->print(YS);
                       return Text[0] == Text[1];
                     });
}

bool CodeComparison::run() {
  if (!isSame(A->getType(), B->getType()) || attributes(A) != attributes(B) ||
      A->isConstexpr() != B->isConstexpr() || !isSameTemplate())
    return false;
  for (auto [P, Q] : llvm::zip_equal(A->parameters(), B->parameters())) {
    if (P->hasDefaultArg() != Q->hasDefaultArg() ||
        (P->hasDefaultArg() && (P->hasUninstantiatedDefaultArg() ||
                                !isSame(P->getInit(), Q->getInit()))))
      return false;
    Locals[P] = Q;
  }
  return printed(A->getBody()) == printed(B->getBody()) &&
         isSame(A->getBody(), B->getBody());
}

/// Looks for what may give a name of a text another meaning behind it: a
/// declaration of it, and what brings names from elsewhere.
class NewMeaning {
public:
  NewMeaning(const Unit &U, std::set<std::string> Words,
             clang::SourceLocation From, clang::SourceLocation To)
      : U(U), Words(std::move(Words)), From(From), To(To) {}

  bool isIn(const clang::DeclContext *DC) const {
    return llvm::any_of(DC->noload_decls(), [&](const clang::Decl *D) {
      if (!U.Source.isUserCode(D->getLocation()))
        return false;
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D) &&
          isIn(llvm::cast<clang::DeclContext>(D)))
        return true;
      return isBetween(D->getLocation()) && gives(D);
    });
  }

private:
  bool isBetween(clang::SourceLocation L) const {
    const clang::SourceManager &SM = U.Source.manager();
    L = SM.getExpansionLoc(L);
    return SM.isBeforeInTranslationUnit(From, L) &&
           SM.isBeforeInTranslationUnit(L, To);
  }
  bool gives(const clang::Decl *D) const {
    auto *N = llvm::dyn_cast<clang::NamedDecl>(D);
    auto *Space = llvm::dyn_cast<clang::NamespaceDecl>(D);
    if (Space && Space->getPreviousDecl())
      return false; // It goes on.
    return llvm::isa<clang::UsingDirectiveDecl, clang::UsingDecl>(D) ||
           (N && N->getIdentifier() && Words.count(N->getName().str()));
  }

  const Unit &U;
  const std::set<std::string> Words;
  const clang::SourceLocation From, To;
};

/// The identifiers that the text of \p F spells.
std::set<std::string> wordsOf(const Unit &U, const clang::FunctionDecl *F) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
  const clang::SourceLocation Begin =
      SM.getExpansionLoc(T ? T->getBeginLoc() : F->getBeginLoc());
  const clang::FileID File = SM.getFileID(Begin);
  const unsigned End = SM.getFileOffset(SM.getExpansionLoc(F->getEndLoc()));
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(SM.getFileOffset(Begin), /*IsAtStartOfLine=*/true);
  std::set<std::string> Out;
  clang::Token Each;
  for (Raw.LexFromRawLexer(Each); Each.isNot(clang::tok::eof) &&
                                  SM.getFileOffset(Each.getLocation()) <= End;
       Raw.LexFromRawLexer(Each))
    if (Each.is(clang::tok::raw_identifier))
      Out.insert(clang::Lexer::getSpelling(Each, SM, U.Context.getLangOpts()));
  return Out;
}

/// A copy of \p F counts, and others then count otherwise.
bool counts(const Unit &U, const std::set<std::string> &Words) {
  return llvm::any_of(namesReaching(U.Preprocessed, "__COUNTER__"),
                      [&](const std::string &M) { return Words.count(M); });
}

/// Looks for everything that has one name.
class NameFinder : public clang::ConstDynamicRecursiveASTVisitor {
public:
  NameFinder(const Unit &U, llvm::StringRef Name) : U(U), Name(Name) {}

  bool VisitNamedDecl(const clang::NamedDecl *D) override {
    if (!D->getIdentifier() || D->getName() != Name || D->isImplicit() ||
        llvm::isa<clang::FunctionTemplateDecl, clang::UsingDecl>(D))
      return true;
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    IsFunction &= F && F->doesThisDeclarationHaveABody() &&
                  !llvm::isa<clang::CXXMethodDecl>(F) && (!Found || Found == F);
    Found = F;
    return IsFunction;
  }
  /// What is not the user's may have the name: a call would be ambiguous, or
  /// prefer it.
  bool TraverseDecl(const clang::Decl *D) override {
    if (auto *N = llvm::dyn_cast_or_null<clang::NamedDecl>(D);
        N && !N->isImplicit() && !llvm::isa<clang::NamespaceDecl>(N) &&
        !U.Source.isUserCode(N->getLocation()))
      return VisitNamedDecl(N);
    return clang::ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  const clang::FunctionDecl *found() const {
    return IsFunction ? Found : nullptr;
  }

private:
  const Unit &U;
  llvm::StringRef Name;
  const clang::FunctionDecl *Found = nullptr;
  bool IsFunction = true; ///< Nothing but Found was found.
};

} // namespace

bool bankfix::areSameCode(const Unit &U, const clang::FunctionDecl *A,
                          const clang::FunctionDecl *B,
                          llvm::ArrayRef<FunctionCopy> Copies) {
  return CodeComparison(U.Context, A, B, Copies).run();
}

const clang::FunctionDecl *bankfix::onlyFunction(const Unit &U,
                                                 llvm::StringRef Name) {
  if (U.Preprocessed.Macros.count(Name.str()))
    return nullptr;
  NameFinder Finder(U, Name);
  Finder.TraverseAST(U.Context);
  return Finder.found();
}

std::string bankfix::unlikeCopy(const Unit &U,
                                llvm::ArrayRef<FunctionCopy> Copies) {
  for (const FunctionCopy &Copy : Copies) {
    const clang::FunctionDecl *A = onlyFunction(U, Copy.Of),
                              *B = onlyFunction(U, Copy.Name);
    if (!A || !B || !areSameCode(U, A, B, Copies))
      return Copy.Of;
    const std::set<std::string> Words = wordsOf(U, A);
    const clang::SourceManager &SM = U.Source.manager();
    const NewMeaning Between(U, Words, SM.getExpansionLoc(A->getEndLoc()),
                             SM.getExpansionLoc(B->getBeginLoc()));
    if (counts(U, Words) || Between.isIn(U.Context.getTranslationUnitDecl()))
      return Copy.Of;
  }
  return "";
}
