//===- Mentions.cpp - Names of arrays where no use is ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/Mentions.h"
#include "Ast/Functions.h"
#include "Ast/Instances.h"
#include "Ast/Types.h"
#include "Read/WordsFor.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace bankfix;

const clang::FunctionDecl *bankfix::owner(const clang::VarDecl *V) {
  auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(
      V->getParentFunctionOrMethod());
  while (auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F)) {
    auto *Around = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        M->getParent()->getParentFunctionOrMethod());
    if (!M->getParent()->isLambda() || M->isTemplateInstantiation() || !Around)
      break;
    F = Around;
  }
  return F;
}

namespace {

bool intersects(const std::set<std::string> &A,
                const std::set<std::string> &B) {
  return llvm::any_of(A, [&](const std::string &X) { return B.count(X) != 0; });
}

/// The names of \p F's integer variables.
std::set<std::string> variablesOf(const JudgedUnit &U,
                                  llvm::ArrayRef<Kernel> Kernels,
                                  const clang::FunctionDecl *F) {
  std::set<std::string> Names;
  auto It = F ? U.Kernels.find(F) : U.Kernels.end();
  if (F && It == U.Kernels.end())
    walk(F->getBody(), [&](const clang::Stmt *S) {
      if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
        for (const clang::Decl *Each : D->decls())
          if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
            Names.insert(V->getNameAsString());
      return true;
    });
  if (F && It == U.Kernels.end())
    for (const clang::ParmVarDecl *P : F->parameters())
      Names.insert(P->getNameAsString());
  if (It == U.Kernels.end())
    return Names;
  const Kernel &K = Kernels[It->second];
  for (const Variable &V : K.Variables)
    if (!llvm::StringRef(V.Name).starts_with("$")) // Made by the lowering.
      Names.insert(V.Name);
  for (const Parameter &P : K.Params)
    Names.insert(P.Name);
  return Names;
}

/// Where \p L, or what includes it, lies in \p File.
std::optional<unsigned> offsetIn(const clang::SourceManager &SM,
                                 clang::FileID File, clang::SourceLocation L) {
  while (L.isValid() && SM.getFileID(L) != File)
    L = SM.getIncludeLoc(SM.getFileID(L));
  return L.isValid() ? std::optional(SM.getFileOffset(L)) : std::nullopt;
}

/// Whether skipped code may be part of \p F, or of the file where that is null:
/// it, or what includes it, lies within it, or in an `#if` that overlaps it.
bool mayBeInside(const JudgedUnit &U, const SkippedCode &S,
                 const clang::FunctionDecl *F) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::FileID In =
      F ? SM.getFileID(SM.getExpansionLoc(F->getBeginLoc())) : clang::FileID();
  if (In.isInvalid() || In != SM.getFileID(SM.getExpansionLoc(F->getEndLoc())))
    return true;
  const std::optional<unsigned> At = offsetIn(SM, In, S.At);
  if (!At)
    return false;
  const FileRange Where{*At, SM.getFileID(S.At) == In ? S.Range.End : *At + 1};
  unsigned Begin = U.Source.offset(F->getBeginLoc());
  unsigned End = U.Source.offset(F->getEndLoc());
  if (Where.Begin >= Begin && Where.Begin < End)
    return true;
  auto Other = U.Preprocessed.HeaderConditionals.find(In);
  auto Overlaps = [&](const FileRange &If) {
    bool Holds = If.Begin < Where.End && Where.Begin < If.End;
    bool Cuts = (If.Begin > Begin && If.Begin < End) ||
                (If.End > Begin && If.End < End);
    return Holds && Cuts;
  };
  if (In == SM.getMainFileID())
    return llvm::any_of(U.Preprocessed.Conditionals, Overlaps);
  return Other != U.Preprocessed.HeaderConditionals.end() &&
         llvm::any_of(Other->second, Overlaps);
}

/// Adds the byte of the main file that \p L is spelled at.
void addSpelling(const JudgedUnit &U, clang::SourceLocation L,
                 std::set<unsigned> &Offsets) {
  const clang::SourceManager &SM = U.Source.manager();
  L = SM.getSpellingLoc(L);
  if (SM.isInMainFile(L))
    Offsets.insert(SM.getFileOffset(L));
}

/// Where a function spells names that are understood: declarations, and uses of
/// what they declare.
void collectNamed(const JudgedUnit &U, const clang::FunctionDecl *F,
                  std::set<unsigned> &Offsets) {
  auto Add = [&](clang::SourceLocation L) { addSpelling(U, L, Offsets); };
  for (const clang::ParmVarDecl *P : F->parameters())
    forEachDeclaration(
        P, [&](const clang::VarDecl *Each) { Add(Each->getLocation()); });
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      if (U.arraysOf(Ref).empty() || U.isJudged(Ref))
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

/// What \p F, a conversion that nothing makes an instance of, declares, and
/// names to return it: where it is, whatever its layout.
void collectReturned(const JudgedUnit &U, const clang::FunctionDecl *F,
                     std::set<unsigned> &Offsets) {
  auto Add = [&](clang::SourceLocation L) { addSpelling(U, L, Offsets); };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *R = llvm::dyn_cast<clang::ReturnStmt>(S);
    if (const clang::Expr *E = R ? R->getRetValue() : nullptr)
      if (namedVariable(E->IgnoreParenCasts()))
        Add(E->IgnoreParenCasts()->getBeginLoc());
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Add(Each->getLocation());
    return true;
  });
}

/// The conversions of the class template that \p F converts an instance of.
std::vector<const clang::FunctionDecl *>
patternConversions(const clang::FunctionDecl *F) {
  std::vector<const clang::FunctionDecl *> Out;
  auto *C = llvm::dyn_cast<clang::CXXConversionDecl>(F);
  if (C && C->getParent()->getTemplateInstantiationPattern())
    for (const clang::CXXMethodDecl *Each :
         C->getParent()->getTemplateInstantiationPattern()->methods())
      if (llvm::isa<clang::CXXConversionDecl>(Each) && Each->hasBody() &&
          !Each->isVirtual())
        Out.push_back(Each);
  return Out;
}

/// Where names are declared.
class DeclaredNames : public clang::DynamicRecursiveASTVisitor {
public:
  explicit DeclaredNames(llvm::function_ref<void(clang::SourceLocation)> Found)
      : Found(Found) {}
  bool VisitNamedDecl(clang::NamedDecl *D) override {
    Found(D->getLocation());
    return true;
  }

private:
  llvm::function_ref<void(clang::SourceLocation)> Found;
};

/// Where code that is compiled names types.
class TypeNames : public clang::DynamicRecursiveASTVisitor {
public:
  explicit TypeNames(llvm::function_ref<void(clang::SourceLocation)> Found)
      : Found(Found) {}
  bool VisitTypeLoc(clang::TypeLoc L) override {
    L = L.getUnqualifiedLoc();
    if (auto T = L.getAs<clang::TemplateSpecializationTypeLoc>())
      Found(T.getTemplateNameLoc());
    else
      Found(L.getBeginLoc());
    return true;
  }

private:
  llvm::function_ref<void(clang::SourceLocation)> Found;
};

/// Adds \p New, once for all that it names.
void hide(std::vector<HiddenCode> &Into, HiddenCode New) {
  if (llvm::none_of(Into, [&](const HiddenCode &H) {
        return H.Range.Begin == New.Range.Begin;
      }))
    Into.push_back(std::move(New));
}

} // namespace

void bankfix::checkSkipped(JudgedUnit &U, llvm::ArrayRef<Kernel> Kernels,
                           const clang::VarDecl *V,
                           const std::set<unsigned> &Arrays) {
  const WordsFor Names(U, V->getNameAsString());
  std::optional<std::set<std::string>> Variables;
  auto Assigns = [&](const SkippedCode &S) {
    if (!Variables && !S.Assigned.empty())
      Variables = variablesOf(U, Kernels, owner(V));
    return Variables && intersects(*Variables, S.Assigned);
  };
  for (const SkippedCode &S : U.Preprocessed.Skipped) {
    bool Inside = mayBeInside(U, S, owner(V));
    const std::string Named = Names.in(S, Inside ? S.Identifiers : S.InDefines);
    // In another build, an index may hold another value, or a fragment that is
    // included may use the array.
    bool Changes = Inside && owner(V) &&
                   (Assigns(S) || S.Identifiers.count("include") != 0);
    if (Inside && !Names.in(S.Dead).empty())
      for (unsigned Array : Arrays)
        U.SharedArrays[Array].NamedInDeadCode = {S.File, S.Line, 1};
    if (Named.empty() && !Changes)
      continue;
    const std::string Name = Named.empty() ? V->getNameAsString() : Named;
    for (unsigned Array : Arrays)
      if (S.File.empty())
        hide(U.ArraySources[Array].Hidden, {S.Lines, S.Line, Name});
      else
        U.SharedArrays[Array].Obstacles.push_back(
            {ObstacleKind::SkippedCode, {S.File, S.Line, 1}, Name});
  }
}

void bankfix::checkSkipped(JudgedUnit &U, const clang::FunctionDecl *F,
                           const std::set<unsigned> &Arrays) {
  const clang::NamedDecl *D = spelledFor(F);
  if (!D->getIdentifier())
    return;
  const WordsFor Names(U, D->getNameAsString());
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    for (unsigned Array : Arrays)
      if (const std::string Name = Names.in(S, S.Identifiers); Name.empty())
        break;
      else if (S.File.empty())
        hide(U.ArraySources[Array].Hidden, {S.Lines, S.Line, Name});
      else
        U.SharedArrays[Array].Obstacles.push_back(
            {ObstacleKind::SkippedCode, {S.File, S.Line, 1}, Name});
}

/// What collectNamed collects of all instances of \p Owner: what one instance
/// of a template leaves out, another may have. Of all functions, for null.
const std::set<unsigned> &NameChecker::named(const clang::FunctionDecl *Owner) {
  if (Functions.empty())
    forEachFunction(U, [&](const clang::FunctionDecl *F) {
      Functions.emplace(F->getLocation(), F);
    });
  const clang::SourceLocation At =
      Owner ? Owner->getLocation() : clang::SourceLocation();
  auto [It, IsNew] = Named.try_emplace(At);
  if (!IsNew)
    return It->second;
  auto [Begin, End] = Owner ? Functions.equal_range(At)
                            : std::pair(Functions.begin(), Functions.end());
  for (auto &[Where, F] : llvm::make_range(Begin, End))
    collectNamed(U, F, It->second);
  if (!Owner)
    for (auto &[Where, F] : Functions)
      if (U.Inlined.count(F))
        for (const clang::FunctionDecl *Spare : patternConversions(F))
          if (!Functions.count(Spare->getLocation()))
            collectReturned(U, Spare, It->second);
  return It->second;
}

void NameChecker::check(const clang::VarDecl *V,
                        const std::set<unsigned> &Arrays) {
  const clang::SourceManager &SM = U.Source.manager();
  auto IsRefused = [&](unsigned Array) {
    return llvm::any_of(U.SharedArrays[Array].Obstacles, [](const Obstacle &O) {
      return O.blocksAll() && O.Kind != ObstacleKind::ElementType;
    });
  };
  if (!U.Source.inMainFile(V->getLocation()) || !V->getIdentifier() ||
      llvm::all_of(Arrays, IsRefused))
    return;
  const clang::FunctionDecl *Owner = owner(V);
  const std::set<unsigned> &Known = named(Owner);
  std::set<unsigned> Declared;
  for (const clang::VarDecl *D : V->redecls())
    Declared.insert(SM.getFileOffset(SM.getSpellingLoc(D->getLocation())));
  // Dynamic memory is another array to each kernel, and its declaration stays.
  const bool IsOfEach = llvm::all_of(Arrays, [&](unsigned Array) {
    const SharedArray &A = U.SharedArrays[Array];
    return A.Space == MemorySpace::Dynamic && A.Dims.size() == 1;
  });
  unsigned Begin = 0, End = SM.getFileIDSize(SM.getMainFileID());
  if (Owner) {
    Begin = U.Source.offset(Owner->getBeginLoc());
    End = U.Source.offset(Owner->getEndLoc());
  }
  for (unsigned Offset :
       spellings(SM, U.Context.getLangOpts(), V->getName(), {Begin, End}))
    if (!Declared.count(Offset) && !Known.count(Offset) &&
        !U.Unevaluated.count(Offset) && !U.Preprocessed.isSkipped(Offset) &&
        !(IsOfEach && isApart(Offset, Arrays))) {
      for (unsigned Array : Arrays)
        U.obstruct(Array, ObstacleKind::Unfollowed,
                   SM.getLocForStartOfFile(SM.getMainFileID())
                       .getLocWithOffset(Offset),
                   V->getNameAsString());
      return;
    }
}

/// Functions other than kernels that access \p Arrays, or call one that does.
std::vector<const clang::FunctionDecl *>
NameChecker::reaching(const std::set<unsigned> &Arrays) {
  auto Reaches = [&](const clang::Expr *E) {
    const std::set<unsigned> To = U.arraysOf(E);
    return llvm::any_of(To, [&](unsigned I) { return Arrays.count(I) != 0; });
  };
  std::vector<const clang::FunctionDecl *> Out;
  llvm::DenseSet<const clang::FunctionDecl *> Found;
  for (size_t Before = SIZE_MAX; Before != Out.size();) {
    Before = Out.size();
    for (const auto &[Where, F] : Functions) {
      bool Is = false;
      walk(isKernel(F) || Found.contains(F) ? nullptr : F->getBody(),
           [&](const clang::Stmt *S) {
             auto *E = llvm::dyn_cast<clang::Expr>(S);
             auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
             const clang::FunctionDecl *To =
                 Call ? Call->getDirectCallee() : nullptr;
             Is |= (E && Reaches(E)) || (To && To->getDefinition() &&
                                         Found.contains(To->getDefinition()));
             return !Is;
           });
      if (Is && Found.insert(F).second)
        Out.push_back(F);
    }
  }
  return Out;
}

/// It lies in a kernel template without an instance: nothing there is read,
/// edited or run. In another build it may be, so that it may call nothing that
/// is.
bool NameChecker::isApart(unsigned Offset, const std::set<unsigned> &Arrays) {
  if (!Templates)
    Templates = uninstantiatedRanges(U);
  auto It = llvm::find_if(*Templates, [&](const FileRange &R) {
    return R.Begin <= Offset && Offset < R.End;
  });
  if (It == Templates->end())
    return false;
  auto IsSpelled = [&](const std::string &Word) {
    return !spellings(U.Source.manager(), U.Context.getLangOpts(), Word, *It)
                .empty();
  };
  return llvm::none_of(reaching(Arrays), [&](const clang::FunctionDecl *F) {
    const clang::NamedDecl *Named = spelledFor(F);
    return !Named->getIdentifier() ||
           llvm::any_of(WordsFor(U, Named->getNameAsString()).all(), IsSpelled);
  });
}

const std::set<unsigned> &NameChecker::declared() {
  if (!Declared.empty())
    return Declared;
  auto Add = [&](clang::SourceLocation L) { addSpelling(U, L, Declared); };
  DeclaredNames Names(Add);
  for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
    if (U.Source.inMainFile(D->getLocation()))
      Names.TraverseDecl(D);
  TypeNames Types(Add);
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    for (const clang::ParmVarDecl *P : F->parameters())
      if (const clang::TypeSourceInfo *T = P->getTypeSourceInfo())
        Types.TraverseTypeLoc(T->getTypeLoc());
    Types.TraverseStmt(F->getBody());
  });
  return Declared;
}

void NameChecker::check(const clang::FunctionDecl *F,
                        const std::set<unsigned> &Arrays) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::NamedDecl *D = spelledFor(F);
  if (!U.Source.inMainFile(F->getLocation()) || !D->getIdentifier())
    return;
  const std::set<unsigned> &Known = named(nullptr), &Others = declared();
  const unsigned End = SM.getFileIDSize(SM.getMainFileID());
  for (unsigned Offset :
       spellings(SM, U.Context.getLangOpts(), D->getName(), {0, End}))
    if (!Known.count(Offset) && !Others.count(Offset) &&
        !U.Preprocessed.isSkipped(Offset)) {
      for (unsigned Array : Arrays)
        U.obstruct(Array, ObstacleKind::Unfollowed,
                   SM.getLocForStartOfFile(SM.getMainFileID())
                       .getLocWithOffset(Offset),
                   D->getNameAsString());
      return;
    }
}
