//===- Uses.cpp - Uses of an array that forbid changing it ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "VariableFacts.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

/// Walks a function with the expressions around each use at hand.
class UseChecker {
public:
  UseChecker(Unit &U, const clang::FunctionDecl *F) : U(U), F(F) {}
  void visit(const clang::Stmt *S);

private:
  void use(const clang::DeclRefExpr *Ref, unsigned Array);
  void note(const clang::Expr *Where, std::string Why);
  const clang::Expr *around(const clang::Expr *Use) const;
  bool isReturned() const;
  void report(unsigned Array, ObstacleKind Kind, const clang::Expr *Where,
              bool IsFollowed);

  Unit &U;
  const clang::FunctionDecl *F;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
};

/// True if \p Text has \p Word with no letter, digit or underscore around it.
bool namesWord(llvm::StringRef Text, llvm::StringRef Word) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !IsPart(Text[At - 1])) &&
        (End == Text.size() || !IsPart(Text[End])))
      return true;
  }
  return false;
}

void UseChecker::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *A = llvm::dyn_cast<clang::AsmStmt>(S))
    for (unsigned I = 0; I < U.Out.Prog.Arrays.size(); ++I)
      if (namesWord(A->generateAsmString(U.Context), U.Out.Prog.Arrays[I].Name))
        U.obstruct(I, ObstacleKind::Unfollowed, A->getAsmLoc(),
                   U.Out.Prog.Arrays[I].Name);
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    if (std::optional<unsigned> Array = U.arrayOf(Ref))
      use(Ref, *Array);
  }
  Parents.push_back(S);
  for (const clang::Stmt *C : S->children())
    visit(C);
  Parents.pop_back();
}

/// Notes the obstacle and, in a kernel, an access of which nothing is known.
void UseChecker::report(unsigned Array, ObstacleKind Kind,
                        const clang::Expr *Where, bool IsFollowed) {
  std::string Text = U.Source.text(Where->getSourceRange());
  clang::SourceLocation L = Where->getBeginLoc();
  U.obstruct(Array, Kind, L, Text);
  auto It = U.Kernels.find(F);
  if (It == U.Kernels.end() || Kind == ObstacleKind::SizeOf || IsFollowed)
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

/// Says that an access outside of every kernel, or to a struct, is not counted.
void UseChecker::note(const clang::Expr *Where, std::string Why) {
  U.Out.Diagnostics.push_back(
      {Severity::Note, U.Source.place(Where->getBeginLoc()),
       "shared access '" + U.Source.text(Where->getSourceRange()) +
           "' is not analysed: " + Why + " [bankfix-unknown]"});
}

/// The whole access around a use: up to a call, an assignment or a statement.
const clang::Expr *UseChecker::around(const clang::Expr *Use) const {
  const clang::Expr *Around = Use;
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    if (!llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr,
                   clang::ParenExpr, clang::ImplicitCastExpr>(P))
      break;
    Around = llvm::cast<clang::Expr>(P);
  }
  return Around;
}

/// The function only returns where the array is: that accesses nothing.
bool UseChecker::isReturned() const {
  for (const clang::Stmt *P : llvm::reverse(Parents))
    if (!llvm::isa<clang::ParenExpr, clang::CastExpr, clang::FullExpr>(P))
      return llvm::isa<clang::ReturnStmt>(P);
  return false;
}

void UseChecker::use(const clang::DeclRefExpr *Ref, unsigned Array) {
  if (!U.Kernels.count(F)) {
    U.obstruct(Array, ObstacleKind::DeviceFunction, Ref->getLocation(),
               F->getNameAsString());
    if (!U.Inlined.count(F) && !isReturned())
      note(around(Ref), "it is in the function '" + F->getNameAsString() +
                            "', which no kernel calls");
  } else if (F->isTemplateInstantiation())
    U.obstruct(Array, ObstacleKind::TemplateCode, Ref->getLocation(),
               F->getNameAsString());
  bool IsEditable = U.Understood.contains(Ref) && !U.Taken.contains(Ref);
  if (IsEditable || !U.Kernels.count(F))
    return;
  bool IsFollowed = U.Followed.contains(Ref);
  const clang::Expr *Around = Ref;
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    auto *E = llvm::dyn_cast<clang::Expr>(P);
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(P))
      return report(Array, ObstacleKind::SizeOf, E, IsFollowed);
    if (!E || llvm::isa<clang::InitListExpr, clang::BinaryOperator>(P))
      break;
    Around = E;
    if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(P))
      break;
  }
  report(Array, ObstacleKind::Escapes, Around, IsFollowed);
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

/// The names of \p F's integer variables.
std::set<std::string> variablesOf(const Unit &U, const clang::FunctionDecl *F) {
  std::set<std::string> Names;
  auto It = F ? U.Kernels.find(F) : U.Kernels.end();
  if (It == U.Kernels.end())
    return Names;
  const Kernel &K = U.Out.Prog.Kernels[It->second];
  for (const Variable &V : K.Variables)
    Names.insert(V.Name);
  for (const Parameter &P : K.Params)
    Names.insert(P.Name);
  return Names;
}

/// Whether skipped code may be part of \p F, or of the file where that is null:
/// it lies within it, or in an `#if` that overlaps it, or in an included file.
bool mayBeInside(const Unit &U, const SkippedCode &S,
                 const clang::FunctionDecl *F) {
  if (!F || !S.File.empty() || !U.Source.inMainFile(F->getLocation()))
    return true;
  unsigned Begin = U.Source.offset(F->getBeginLoc());
  unsigned End = U.Source.offset(F->getEndLoc());
  if (S.Range.Begin >= Begin && S.Range.Begin < End)
    return true;
  return llvm::any_of(U.Preprocessed.Conditionals, [&](const FileRange &If) {
    bool Holds = If.Begin < S.Range.End && S.Range.Begin < If.End;
    bool Cuts = (If.Begin > Begin && If.Begin < End) ||
                (If.End > Begin && If.End < End);
    return Holds && Cuts;
  });
}

/// Code that was not compiled may use the array, too.
void checkSkipped(Unit &U, const clang::VarDecl *V, unsigned Array) {
  std::set<std::string> Names =
      namesReaching(U.Preprocessed, V->getNameAsString());
  std::set<std::string> Variables = variablesOf(U, owner(V));
  for (const SkippedCode &S : U.Preprocessed.Skipped) {
    bool Inside = mayBeInside(U, S, owner(V));
    bool Named = intersects(Names, Inside ? S.Identifiers : S.InDefines);
    // In another build, an index may hold another value, or a fragment that is
    // included may use the array.
    bool Changes = Inside && owner(V) &&
                   (intersects(Variables, S.Assigned) ||
                    S.Identifiers.count("include") != 0);
    if (!Named && !Changes)
      continue;
    U.Out.Prog.Arrays[Array].Obstacles.push_back(
        {ObstacleKind::SkippedCode, {S.File, S.Line, 1}, V->getNameAsString()});
  }
}

/// Where a function spells names that are understood: declarations, and uses of
/// what they declare.
void collectNamed(const Unit &U, const clang::FunctionDecl *F,
                  std::set<unsigned> &Offsets) {
  const clang::SourceManager &SM = U.Source.manager();
  auto Add = [&](clang::SourceLocation L) {
    L = SM.getSpellingLoc(L);
    if (SM.isInMainFile(L))
      Offsets.insert(SM.getFileOffset(L));
  };
  for (const clang::ParmVarDecl *P : F->parameters())
    Add(P->getLocation());
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      if (!U.arrayOf(Ref) || U.Understood.contains(Ref))
        Add(Ref->getLocation());
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(S))
      Add(M->getMemberLoc());
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (llvm::isa<clang::VarDecl>(Each))
          Add(Each->getLocation());
    return true;
  });
}

/// The array's name may stand where no statement is: in a type, an enumerator,
/// a member's initialiser. So every place that spells it has to be understood.
void checkNames(Unit &U, const clang::VarDecl *V, unsigned Array) {
  const clang::SourceManager &SM = U.Source.manager();
  if (!U.Source.inMainFile(V->getLocation()) ||
      !U.Out.Prog.Arrays[Array].Obstacles.empty())
    return;
  std::set<unsigned> Known = {
      SM.getFileOffset(SM.getSpellingLoc(V->getLocation()))};
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (!owner(V) || F == owner(V))
      collectNamed(U, F, Known);
  });
  unsigned Begin = 0, End = SM.getFileIDSize(SM.getMainFileID());
  if (const clang::FunctionDecl *F = owner(V)) {
    Begin = U.Source.offset(F->getBeginLoc());
    End = U.Source.offset(F->getEndLoc());
  }
  for (unsigned Offset :
       spellings(SM, U.Context.getLangOpts(), V->getName(), {Begin, End}))
    if (!Known.count(Offset) && !U.Preprocessed.isSkipped(Offset))
      return U.obstruct(
          Array, ObstacleKind::Unfollowed,
          SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset),
          V->getNameAsString());
}

} // namespace

void bankfix::checkUses(Unit &U) {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    UseChecker(U, F).visit(F->getBody());
  });
  for (auto [V, Array] : U.Arrays) {
    checkSkipped(U, V, Array);
    checkNames(U, V, Array);
    if (!U.Preprocessed.MissingHeaders.empty())
      U.obstruct(Array, ObstacleKind::MissingHeader, V->getLocation(),
                 U.Preprocessed.MissingHeaders.front().Message);
  }
}
