//===- LoadedKernels.cpp - Launches of kernels by their names -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LoadedKernels.h"
#include "Ast/Functions.h"
#include "Ast/KernelLoads.h"
#include "Ast/KernelSymbol.h"
#include "Host/KernelCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"

using namespace bankfix;

namespace {

/// A variable or a member that holds kernels.
struct Handle {
  std::vector<KernelLoad> Loads;
  llvm::DenseSet<const clang::Expr *> Known; ///< Names of it that are followed.
  llvm::DenseSet<const clang::FunctionDecl *> In; ///< Where these stand.
  bool IsOpen = false;       ///< It is named, or set, in some other way.
  std::set<unsigned> Others; ///< Where its name means something else: offsets.
};
using Handles = llvm::MapVector<const clang::ValueDecl *, Handle>;

bool isNull(const LoweredUnit &U, const clang::Expr *E) {
  if (auto *List = llvm::dyn_cast<clang::InitListExpr>(E))
    return List->getNumInits() == 0 ||
           (List->getNumInits() == 1 && isNull(U, List->getInit(0)));
  return llvm::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(
             E) ||
         (!E->isValueDependent() &&
          E->isNullPointerConstant(U.Context,
                                   clang::Expr::NPC_ValueDependentIsNotNull) !=
              clang::Expr::NPCK_NotNull);
}

/// What the bodies of functions do with handles that is followed.
class HandleReader {
public:
  HandleReader(const LoweredUnit &U, Handles &Into)
      : U(U), Calls(U), Into(Into) {
    forEachFunction(U, [&](const clang::FunctionDecl *F) {
      walk(F->getBody(), [&](const clang::Stmt *S) {
        visit(F, S);
        return true;
      });
    });
  }

private:
  void visit(const clang::FunctionDecl *F, const clang::Stmt *S);
  void know(const clang::FunctionDecl *F, const clang::Expr *E) {
    E = E->IgnoreParenCasts();
    if (const clang::ValueDecl *D = kernelHandle(E)) {
      Into[D].Known.insert(E);
      Into[D].In.insert(F);
    }
  }

  const LoweredUnit &U;
  KernelCalls Calls;
  Handles &Into;
};

void HandleReader::visit(const clang::FunctionDecl *F, const clang::Stmt *S) {
  for (const KernelCall &C : Calls.at(F, S))
    if (isFollowed(C))
      know(F, C.Kernel);
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
    if (std::optional<KernelLoad> L = kernelLoad(Call)) {
      know(F, L->Handle);
      Into[kernelHandle(L->Handle)].Loads.push_back(*L);
    }
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->isEqualityOp()) {
    if (isNull(U, B->getRHS()))
      know(F, B->getLHS());
    if (isNull(U, B->getLHS()))
      know(F, B->getRHS());
  }
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(S);
      C && C->getCastKind() == clang::CK_PointerToBoolean)
    know(F, C->getSubExpr());
}

/// Finds what names or sets handles otherwise, wherever it stands. What copies
/// a whole object gives a member what the same member of another one has.
class OtherUses : public clang::DynamicRecursiveASTVisitor {
public:
  OtherUses(const LoweredUnit &U, Handles &Of) : U(U), Of(Of) {
    for (auto &[D, H] : Of)
      ByName[D->getDeclName()].push_back(D);
    ShouldVisitTemplateInstantiations = true;
    for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
      if (U.Source.isUserCode(D->getLocation()) ||
          llvm::isa<clang::LinkageSpecDecl>(D))
        TraverseDecl(D);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    if (auto *Member = llvm::dyn_cast<clang::FieldDecl>(E->getDecl()))
      open(Member); // Its address in any object.
    another(E->getDecl(), E->getLocation());
    return name(E);
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    another(E->getMemberDecl(), E->getMemberLoc());
    return name(E);
  }
  bool VisitNamedDecl(clang::NamedDecl *D) override {
    another(D, D->getLocation());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *V) override {
    if (V->hasExternalStorage())
      share(V->getType());
    return set(V, V->getInit());
  }
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (F->getDefinition() || F->isDeleted() || F->isDefaulted())
      return true;
    share(F->getReturnType());
    for (const clang::ParmVarDecl *P : F->parameters())
      share(P->getType());
    if (auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F))
      if (M->isImplicitObjectMemberFunction())
        share(M->getFunctionObjectParameterType());
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl *Member) override {
    return set(Member, Member->getInClassInitializer());
  }
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl *C) override {
    for (const clang::CXXCtorInitializer *I : C->inits())
      if (I->isWritten() && I->isAnyMemberInitializer())
        set(I->getAnyMember(), I->getInit());
    return true;
  }
  bool VisitInitListExpr(clang::InitListExpr *List) override {
    // Only the one that is written is visited.
    const clang::InitListExpr *All =
        List->isSemanticForm() ? List : List->getSemanticForm();
    if (All)
      fill(All->getType(), All->inits());
    return true;
  }
  bool VisitCXXParenListInitExpr(clang::CXXParenListInitExpr *List) override {
    fill(List->getType(), List->getInitExprs());
    return true;
  }

private:
  /// What is called \p D there may have the name of a handle.
  void another(const clang::NamedDecl *D, clang::SourceLocation At) {
    auto It = ByName.find(D->getDeclName());
    if (It == ByName.end() || !At.isFileID() || !U.Source.inMainFile(At))
      return;
    for (const clang::ValueDecl *Each : It->second)
      if (D->getCanonicalDecl() != Each)
        Of[Each].Others.insert(U.Source.manager().getFileOffset(At));
  }
  void open(const clang::ValueDecl *D) {
    auto It = Of.find(llvm::cast<clang::ValueDecl>(D->getCanonicalDecl()));
    if (It != Of.end())
      It->second.IsOpen = true;
  }
  /// Another file has objects of type \p T, or gets them.
  void share(clang::QualType T) {
    while (T->isAnyPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    const clang::RecordDecl *R =
        T->getBaseElementTypeUnsafe()->getAsRecordDecl();
    for (auto &[D, H] : Of)
      if (auto *Member = llvm::dyn_cast<clang::FieldDecl>(D); Member && R)
        H.IsOpen |=
            Member->getParent()->getCanonicalDecl() == R->getCanonicalDecl();
  }
  bool set(const clang::ValueDecl *D, const clang::Expr *To) {
    if (To && !isNull(U, To->IgnoreParenImpCasts()))
      open(D);
    return true;
  }
  bool name(const clang::Expr *E) {
    const clang::ValueDecl *D = kernelHandle(E);
    if (auto It = Of.find(D); It != Of.end() && !It->second.Known.contains(E))
      It->second.IsOpen = true;
    return true;
  }
  template <class Inits> void fill(clang::QualType T, const Inits &All) {
    const clang::RecordDecl *R = T->getAsRecordDecl();
    const clang::RecordDecl *Defined = R ? R->getDefinition() : nullptr;
    auto *Class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(Defined);
    if (!Defined)
      return;
    unsigned I = Class ? Class->getNumBases() : 0;
    for (const clang::FieldDecl *Member : Defined->fields())
      if (I < All.size() && !Member->isUnnamedBitField())
        set(Member, All[I++]);
  }

  const LoweredUnit &U;
  Handles &Of;
  llvm::DenseMap<clang::DeclarationName, std::vector<const clang::ValueDecl *>>
      ByName;
};

/// Decides which handles hold one kernel, whatever the build.
class HandleJudge {
public:
  explicit HandleJudge(const LoweredUnit &U) : U(U) {}
  bool isFollowed(const clang::ValueDecl *D, const Handle &H);
  /// Where the main file spells the name: nothing where that is in a macro, or
  /// made of several texts.
  std::optional<unsigned> textOf(const KernelLoad &L) const;

private:
  bool isOfUnitAlone(const clang::ValueDecl *D) const;
  bool areNamesKnown(const clang::ValueDecl *D, const Handle &H) const;

  const LoweredUnit &U;
  SettledText Text{U};
};

std::optional<unsigned> HandleJudge::textOf(const KernelLoad &L) const {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation At = L.Name->getBeginLoc(),
                              Spelled = SM.getSpellingLoc(At);
  if (L.Name->getNumConcatenated() != 1 ||
      SM.getFileID(Spelled) != SM.getMainFileID())
    return std::nullopt;
  const unsigned Offset = SM.getFileOffset(Spelled);
  if (At.isFileID())
    return Offset;
  // An argument of a macro that is named there.
  const clang::CharSourceRange Around = SM.getExpansionRange(At);
  const bool IsThere = SM.isMacroArgExpansion(At) &&
                       SM.getFileID(Around.getBegin()) == SM.getMainFileID() &&
                       SM.getFileOffset(Around.getBegin()) < Offset &&
                       Offset < SM.getFileOffset(Around.getEnd());
  return IsThere ? std::optional(Offset) : std::nullopt;
}

/// A variable of a function, or what no other file can name.
bool HandleJudge::isOfUnitAlone(const clang::ValueDecl *D) const {
  if (auto *V = llvm::dyn_cast<clang::VarDecl>(D); V && V->isLocalVarDecl())
    return !V->hasExternalStorage();
  if (U.isHeader() || !U.Source.inMainFile(D->getLocation()))
    return false;
  if (auto *Member = llvm::dyn_cast<clang::FieldDecl>(D))
    return !Member->getParent()->isUnion() &&
           !Member->getParent()->isAnonymousStructOrUnion();
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  return V && !llvm::isa<clang::ParmVarDecl>(V) && !V->isExternallyVisible();
}

/// Each place of the file that spells what is no function's own is one of those
/// that are known, whatever is compiled.
bool HandleJudge::areNamesKnown(const clang::ValueDecl *D,
                                const Handle &H) const {
  if (auto *V = llvm::dyn_cast<clang::VarDecl>(D); V && V->isLocalVarDecl())
    return true;
  const clang::SourceManager &SM = U.Source.manager();
  const std::string Name = D->getNameAsString();
  if (namesReaching(U.Preprocessed, Name).size() != 1 ||
      llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
        return S.Identifiers.count(Name) != 0;
      }))
    return false;
  std::set<unsigned> Known = H.Others;
  auto Add = [&](clang::SourceLocation L) {
    Known.insert(SM.getFileOffset(SM.getSpellingLoc(L)));
  };
  for (const clang::Expr *E : H.Known)
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      Add(M->getMemberLoc());
    else
      Add(llvm::cast<clang::DeclRefExpr>(E)->getLocation());
  for (const clang::Decl *Each : D->redecls())
    Add(Each->getLocation());
  return llvm::all_of(
      spellings(SM, U.Context.getLangOpts(), Name,
                {0, SM.getFileIDSize(SM.getMainFileID())}),
      [&](unsigned Offset) { return Known.count(Offset) != 0; });
}

bool HandleJudge::isFollowed(const clang::ValueDecl *D, const Handle &H) {
  return H.Loads.size() == 1 && !H.IsOpen && isOfUnitAlone(D) &&
         llvm::all_of(
             H.In,
             [&](const clang::FunctionDecl *F) { return Text.isWhole(F); }) &&
         areNamesKnown(D, H) && textOf(H.Loads.front());
}

/// Finds the kernels that \p DC declares, by symbol.
void findKernels(const LoweredUnit &U, const clang::DeclContext *DC,
                 llvm::StringMap<const clang::FunctionDecl *> &Into) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D))
      findKernels(U, llvm::cast<clang::DeclContext>(D), Into);
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    if (F && isKernel(F) && U.Source.isUserCode(F->getLocation()))
      if (std::string Symbol = kernelSymbol(U.Context, F); !Symbol.empty())
        Into.try_emplace(Symbol, F);
  }
}

bool mayLoad(const LoweredUnit &U) {
  const clang::IdentifierTable &Known = U.Context.Idents;
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"CUfunc_st", "CUkern_st"},
      [&](llvm::StringRef Name) { return Known.find(Name) != Known.end(); });
}

} // namespace

LoadedKernels::LoadedKernels(const LoweredUnit &U) {
  Handles All;
  if (!U.Context.getLangOpts().CUDA || !mayLoad(U))
    return;
  HandleReader(U, All);
  All.remove_if([](const auto &Each) { return Each.second.Loads.empty(); });
  if (All.empty())
    return;
  OtherUses(U, All);
  for (auto [F, Kernel] : U.Kernels)
    if (std::string Symbol = kernelSymbol(U.Context, F); !Symbol.empty())
      Kernels.try_emplace(Symbol, F);
  findKernels(U, U.Context.getTranslationUnitDecl(), Kernels);
  HandleJudge Judge(U);
  std::set<unsigned> Open; // Texts by which something else is loaded, too.
  for (const auto &[D, H] : All)
    if (Judge.isFollowed(D, H)) {
      Names[D] = H.Loads.front().Name->getString().str();
      Texts[Names[D]].push_back(*Judge.textOf(H.Loads.front()));
    } else {
      for (const KernelLoad &L : H.Loads)
        if (std::optional<unsigned> At = Judge.textOf(L))
          Open.insert(*At);
    }
  for (auto &[Name, Of] : Texts) {
    llvm::erase_if(Of, [&](unsigned At) { return Open.count(At) != 0; });
    llvm::sort(Of);
    Of.erase(std::unique(Of.begin(), Of.end()), Of.end());
  }
}

const std::string *LoadedKernels::nameOf(const clang::Expr *Kernel) const {
  const clang::ValueDecl *D = kernelHandle(Kernel->IgnoreParenCasts());
  auto It = Names.find(D);
  return It == Names.end() ? nullptr : &It->second;
}
