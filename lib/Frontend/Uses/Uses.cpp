//===- Uses.cpp - Uses of an array that forbid changing it ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "Ast/VariableFacts.h"
#include "Read/IncludedFiles.h"
#include "Uses/JudgedUnit.h"
#include "Uses/Mentions.h"
#include "Uses/UseKind.h"
#include "bankfix/Kernel/Words.h"

using namespace bankfix;

namespace {

/// Walks a function with the expressions around each use at hand; adds to what
/// was found.
class UseChecker {
public:
  UseChecker(JudgedUnit &U, const clang::FunctionDecl *F, CheckedUses &Found)
      : U(U), F(F), Found(Found) {}
  void visit(const clang::Stmt *S);

private:
  void use(const clang::Expr *Root, const std::set<unsigned> &Arrays);
  void unreached(const clang::Expr *Root, unsigned Array, bool Accesses);
  void note(const clang::Expr *Where, std::string Why);
  void unread(std::string Why);
  const clang::Expr *around(const clang::Expr *Use) const;
  void wholeStruct(const clang::Expr *E);
  std::set<unsigned> namedBy(const clang::Expr *E) const;
  bool isReturned() const;
  bool isSpareConversion() const;
  void report(unsigned Array, ObstacleKind Kind, const clang::Expr *Where,
              bool IsFollowed, unsigned Dims = 0);

  JudgedUnit &U;
  const clang::FunctionDecl *F;
  CheckedUses &Found;
  llvm::SmallVector<const clang::Stmt *, 16> Parents;
};

/// The arrays that \p E may be a name of, or of a pointer into.
std::set<unsigned> UseChecker::namedBy(const clang::Expr *E) const {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (const PointsToSet *L = Callee ? U.Leads.find(Callee) : nullptr)
    return L->Arrays;
  // Of a struct whose member is an array of its own.
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    if (llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(P))
      continue;
    auto *Outer = llvm::dyn_cast<clang::MemberExpr>(P);
    if (Outer && !U.membersOf(Outer).empty())
      return {};
    break;
  }
  return U.arraysOf(E);
}

/// Of a shared struct, only its members may be used, and its methods.
void UseChecker::wholeStruct(const clang::Expr *E) {
  const clang::VarDecl *V = namedVariable(E);
  bool IsThis = llvm::isa<clang::CXXThisExpr>(E);
  if ((!V && !IsThis) || U.Members.empty())
    return;
  const clang::Stmt *Around = nullptr;
  const clang::Stmt *Inner = E;
  for (const clang::Stmt *P : llvm::reverse(Parents)) {
    auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(P);
    Around = P;
    if (!llvm::isa<clang::ParenExpr>(P) &&
        !(C && C->getCastKind() == clang::CK_NoOp))
      break;
    Inner = P;
  }
  auto *M = llvm::dyn_cast_or_null<clang::MemberExpr>(Around);
  if (M && M->getBase() == Inner) {
    auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(M->getMemberDecl());
    if (!Method || isFollowedInto(U, Method)) {
      U.judge(E->IgnoreParens());
      return;
    }
  }
  const clang::RecordDecl *Class =
      IsThis ? E->getType()->getPointeeType()->getAsRecordDecl() : nullptr;
  for (const auto &[Key, Array] : U.Members)
    if (IsThis ? Key.second->getParent() == Class
               : Key.first == V->getCanonicalDecl())
      report(Array, ObstacleKind::Escapes, E, /*IsFollowed=*/true);
}

void UseChecker::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *A = llvm::dyn_cast<clang::AsmStmt>(S))
    for (unsigned I = 0; I < U.SharedArrays.size(); ++I) {
      const unsigned Declared = U.ArraySources[I].Within.value_or(I);
      if (hasWord(A->generateAsmString(U.Context),
                  U.SharedArrays[Declared].Name))
        U.obstruct(I, ObstacleKind::Unfollowed, A->getAsmLoc(),
                   U.SharedArrays[I].Name);
    }
  if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
    use(E, namedBy(E));
    wholeStruct(E);
  }
  Parents.push_back(S);
  for (const clang::Stmt *C : S->children())
    visit(C);
  Parents.pop_back();
}

/// Notes the obstacle and, in a kernel, an access of which no more is known.
void UseChecker::report(unsigned Array, ObstacleKind Kind,
                        const clang::Expr *Where, bool IsFollowed,
                        unsigned Dims) {
  std::string Text = U.Source.text(Where->getSourceRange());
  for (const clang::Stmt *P : Parents) // What a range-based `for` makes of it.
    if (auto *R = llvm::dyn_cast<clang::CXXForRangeStmt>(P); R && Text == ":")
      Text = U.Source.text(R->getRangeInit()->getSourceRange());
  clang::SourceLocation L = Where->getBeginLoc();
  U.obstruct(Array, Kind, L, Text);
  U.SharedArrays[Array].Obstacles.back().Dims = Dims;
  auto It = U.Kernels.find(F);
  bool ReadsNothing = Kind == ObstacleKind::SizeOf ||
                      Kind == ObstacleKind::ElementSize ||
                      Kind == ObstacleKind::AddressUse;
  if (It == U.Kernels.end() || ReadsNothing || IsFollowed)
    return;
  UnfollowedAccess New;
  New.Kernel = It->second;
  New.Of.Array = Array;
  New.Of.Bytes = U.SharedArrays[Array].ElementBytes;
  New.Of.Place = U.Source.place(L);
  New.Of.Text = New.Of.IndexText = Text;
  New.Reason = U.SharedArrays[Array].Obstacles.back().text();
  Found.Unfollowed.push_back(std::move(New));
}

/// Says that an access outside of every kernel, or to a struct, is not counted.
void UseChecker::note(const clang::Expr *Where, std::string Why) {
  Found.Notes.push_back(
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

/// The function converts an object as another one does that is followed, const
/// or not: what would call it is seen where that would be called.
bool UseChecker::isSpareConversion() const {
  auto *C = llvm::dyn_cast<clang::CXXConversionDecl>(F);
  if (!C || C->isVirtual() ||
      llvm::none_of(C->getParent()->methods(), [&](const auto *M) {
        return M != C && llvm::isa<clang::CXXConversionDecl>(M) &&
               U.Inlined.count(M);
      }))
    return false;
  bool IsNamed = false; // `&C::operator T *`
  forEachFunction(U, [&](const clang::FunctionDecl *Each) {
    walk(Each->getBody(), [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      auto *M = llvm::dyn_cast<clang::MemberExpr>(S);
      IsNamed |= (Ref && Ref->getDecl() == C) || (M && M->getMemberDecl() == C);
      return !IsNamed;
    });
  });
  return !IsNamed;
}

/// A use in a function that was not followed from any kernel.
void UseChecker::unreached(const clang::Expr *Root, unsigned Array,
                           bool Accesses) {
  bool Recursive = U.Calls.isRecursive(F);
  ObstacleKind Kind = F->isImplicit() ? ObstacleKind::Unfollowed
                      : Recursive     ? ObstacleKind::Recursion
                                      : ObstacleKind::DeviceFunction;
  U.obstruct(Array, Kind, Root->getBeginLoc(), F->getNameAsString());
  unread(Recursive ? "it calls itself" : "no kernel in this file calls it");
  if (Accesses)
    note(around(Root), "it is in the function '" + F->getNameAsString() +
                           (Recursive ? "', which calls itself"
                                      : "', which no kernel calls"));
}

/// The function is not looked at. One of a header is for the files that call
/// it.
void UseChecker::unread(std::string Why) {
  UnreadKernel New{F->getNameAsString(), U.Source.place(F->getLocation()),
                   std::move(Why)};
  if (!F->isImplicit() && New.Place.File.empty() &&
      !llvm::is_contained(Found.Unread, New))
    Found.Unread.push_back(std::move(New));
}

void UseChecker::use(const clang::Expr *Root,
                     const std::set<unsigned> &Arrays) {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Root);
  bool IsArray = (Ref && U.arrayOf(Ref)) || !U.membersOf(Root).empty();
  for (unsigned Array : Arrays) {
    if (!U.Kernels.count(F) && !U.Inlined.count(F)) {
      // What says where the array is does so whatever its layout.
      if (IsArray && isReturned() && !U.isOpen() && isSpareConversion())
        U.judge(Root);
      else
        unreached(Root, Array, IsArray && !isReturned());
      continue;
    }
    if (F->isTemplateInstantiation() && U.isOpen())
      U.obstruct(Array, ObstacleKind::TemplateCode, Root->getBeginLoc(),
                 F->getNameAsString());
    U.judge(Root);
    bool IsEditable = U.Uses.of(Root).IsUnderstood && !U.Uses.of(Root).IsTaken;
    ArrayUse Use = judgeUse(U, Root, Parents, F);
    if (Use.Kind == UseKind::Start ||
        (Use.Kind == UseKind::Access && IsEditable))
      continue;
    bool IsFollowed = !IsArray || U.Uses.of(Root).IsFollowed;
    report(Array, obstacleOf(U, Root, Use), Use.Around, IsFollowed, Use.Dims);
  }
}

/// Where a type names the struct itself.
clang::SourceLocation nameIn(clang::TypeLoc L) {
  L = L.getUnqualifiedLoc();
  if (auto T = L.getAs<clang::TemplateSpecializationTypeLoc>())
    return T.getTemplateNameLoc();
  return L.getBeginLoc();
}
} // namespace

/// A struct may change where it is the type of shared variables alone.
void bankfix::checkMembers(JudgedUnit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  for (const auto &[Key, Array] : U.Members) {
    const clang::RecordDecl *R = Key.second->getParent();
    std::string Name = R->getNameAsString();
    if (const clang::TypedefNameDecl *T = R->getTypedefNameForAnonDecl())
      Name = T->getNameAsString();
    std::set<unsigned> Known;
    auto Add = [&](clang::SourceLocation L) {
      if (SM.isWrittenInMainFile(L))
        Known.insert(SM.getFileOffset(L));
    };
    Add(R->getLocation());
    if (const clang::TypedefNameDecl *T = R->getTypedefNameForAnonDecl())
      Add(T->getLocation());
    for (const auto &[Other, Of] : U.Members)
      Add(nameIn(Other.first->getTypeSourceInfo()->getTypeLoc()));
    if (Name.empty())
      continue;
    auto Look = [&](clang::FileID File, const std::set<unsigned> &Known) {
      for (unsigned Offset : spellings(SM, U.Context.getLangOpts(), Name,
                                       {0, SM.getFileIDSize(File)}, File))
        if (!Known.count(Offset))
          return U.obstruct(
              Array, ObstacleKind::StructType,
              SM.getLocForStartOfFile(File).getLocWithOffset(Offset), Name);
    };
    Look(SM.getMainFileID(), Known);
    if (U.Read.Role == FileRole::InUnit)
      forEachOtherFile(SM, [&](clang::FileID File) { Look(File, {}); });
  }
}

/// \p V belongs to one function, and no `#if` decides on any of its text, such
/// as over a name that a missing header defines.
static bool isApart(const JudgedUnit &U, const clang::VarDecl *V) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  std::optional<FileRange> Body;
  if (F && F->getBody() && !V->hasExternalStorage())
    Body = U.Source.range(F->getBody()->getSourceRange());
  return Body && llvm::none_of(U.Preprocessed.Conditionals, [&](FileRange C) {
           return C.Begin < Body->End && Body->Begin < C.End;
         });
}

CheckedUses bankfix::checkUses(JudgedUnit &U, llvm::ArrayRef<Kernel> Kernels) {
  CheckedUses Found;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    UseChecker Checker(U, F, Found);
    if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
      for (const clang::CXXCtorInitializer *I : C->inits())
        Checker.visit(I->getInit());
    Checker.visit(F->getBody());
  });
  checkUnevaluated(U);
  checkMacroBodies(U);
  checkMembers(U);
  checkAliases(U);
  NameChecker Names(U);
  for (auto [V, Array] : U.Arrays) {
    std::set<unsigned> All = {Array};
    for (const auto &[Key, Member] : U.Members)
      if (Key.first == V)
        All.insert(Member);
    // One array of dynamic memory may be declared in several functions.
    for (const clang::VarDecl *Each : V->redecls())
      if (U.declaration(Each) == V) {
        checkSkipped(U, Kernels, Each, All);
        Names.check(Each, All);
      }
    if (!U.Preprocessed.MissingHeaders.empty() && !isApart(U, V))
      for (unsigned Each : All)
        U.obstruct(Each, ObstacleKind::MissingHeader, V->getLocation(),
                   U.Preprocessed.MissingHeaders.front().Message);
  }
  for (auto &[Known, To] : U.Leads)
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Known);
        V && owner(V) && !To.Arrays.empty()) {
      checkSkipped(U, Kernels, V, To.Arrays);
      Names.check(V, To.Arrays);
    }
  for (auto &[Known, To] : U.Leads)
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Known);
        F && !To.Arrays.empty()) {
      checkSkipped(U, F, To.Arrays);
      Names.check(F, To.Arrays);
    }
  return Found;
}

std::vector<Kernel>
bankfix::withUnfollowed(std::vector<Kernel> Lowered,
                        std::vector<UnfollowedAccess> Accesses) {
  for (UnfollowedAccess &Each : Accesses) {
    Kernel &K = Lowered[Each.Kernel];
    Access A;
    A.Site = K.Sites.size();
    A.Reason = std::move(Each.Reason);
    K.Sites.push_back(std::move(Each.Of));
    // First, so that it is met whatever the kernel does.
    K.Body.insert(K.Body.begin(), Stmt{std::move(A)});
  }
  return Lowered;
}
