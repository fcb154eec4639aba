//===- FunctionCopies.cpp - Functions that arrays want for themselves -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/FunctionCopies.h"
#include "Ast/Functions.h"
#include "Ast/SameCode.h"
#include "Ast/VariableFacts.h"
#include "Text/Conditionals.h"
#include "Text/DeclarationGaps.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// Calls of one function that give the same of its parameters arrays.
struct CallsAlike {
  struct Call {
    const clang::FunctionDecl *Caller = nullptr, *Callee = nullptr;
    std::set<unsigned> Arrays;
  };
  std::map<unsigned, Call> All; ///< By where the function's name is.

  std::set<unsigned> arrays() const {
    std::set<unsigned> Out;
    for (const auto &[At, One] : All)
      Out.insert(One.Arrays.begin(), One.Arrays.end());
    return Out;
  }
};

class CopyFinder {
public:
  CopyFinder(const JudgedUnit &U, llvm::ArrayRef<FunctionCopy> Made)
      : U(U), Made(Made), SM(U.Source.manager()),
        Main(SM.getBufferData(SM.getMainFileID())) {}

  std::vector<CopySource> run();

private:
  using Parameters = std::set<unsigned>;

  void call(const clang::CallExpr *C, const clang::FunctionDecl *Caller);
  bool isInEveryBuild(clang::SourceLocation L) const;
  bool isIn(const Obstacle &O, const clang::FunctionDecl *F) const;
  bool isInTheWay(const clang::FunctionDecl *F, const CallsAlike &Alike) const;
  std::optional<CopySource> copy(const clang::FunctionDecl *F,
                                 const CallsAlike &Alike);
  bool writeText(const clang::FunctionDecl *F, CopySource &Out) const;
  bool place(const clang::FunctionDecl *F, const CallsAlike &Alike,
             CopySource &Out) const;
  std::string freeName(const clang::FunctionDecl *F);
  const TextGaps &mainGaps() const {
    if (!Gaps)
      Gaps = findGaps(Main, U.Context.getLangOpts());
    return *Gaps;
  }

  const JudgedUnit &U;
  llvm::ArrayRef<FunctionCopy> Made;
  const clang::SourceManager &SM;
  llvm::StringRef Main;
  /// By the function as it is written, and by which of its parameters get
  /// arrays and nothing else; where none does, callers that do not count.
  std::map<const clang::FunctionDecl *, std::map<Parameters, CallsAlike>> Calls;
  std::set<unsigned> Unclear; ///< Names in calls that instances disagree on.
  std::set<std::string> Taken;
  mutable std::optional<TextGaps> Gaps;
};

/// As the text has it, with its body; null where there is none.
const clang::FunctionDecl *asWritten(const clang::FunctionDecl *F) {
  if (const clang::FunctionDecl *T = F->getTemplateInstantiationPattern())
    F = T;
  return F->getDefinition();
}

/// The last gap that ends at \p Offset or before, or null.
const DeclarationGap *gapBefore(const TextGaps &Gaps, unsigned Offset) {
  const DeclarationGap *Last = nullptr;
  for (const DeclarationGap &G : Gaps.Declarations)
    if (G.Around.End <= Offset)
      Last = &G;
  return Last;
}

void CopyFinder::call(const clang::CallExpr *C,
                      const clang::FunctionDecl *Caller) {
  const clang::FunctionDecl *Callee = C->getDirectCallee(),
                            *F = Callee ? asWritten(Callee) : nullptr;
  auto *Name =
      llvm::dyn_cast<clang::DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts());
  if (!F || !Name || isKernel(F) || !U.Source.isUserCode(F->getLocation()))
    return;
  Parameters Get;
  std::set<unsigned> Arrays;
  const unsigned Count = std::min(C->getNumArgs(), Callee->getNumParams());
  for (unsigned I = 0; I < Count; ++I) {
    const clang::QualType T = Callee->getParamDecl(I)->getType();
    if (!T->isPointerType() && !T->isReferenceType())
      continue;
    const PointsToSet L = pointsTo(U, C->getArg(I));
    if (L.Arrays.empty() || L.IsUnknown)
      continue;
    Get.insert(I);
    Arrays.insert(L.Arrays.begin(), L.Arrays.end());
  }
  const clang::SourceLocation At = Name->getLocation();
  const bool IsInText = At.isFileID() && SM.isWrittenInMainFile(At);
  for (auto &[Other, Alike] : Calls[F])
    if (IsInText && Other != Get && Alike.All.count(SM.getFileOffset(At)))
      Unclear.insert(SM.getFileOffset(At));
  CallsAlike &Alike = Calls[F][IsInText ? Get : Parameters()];
  CallsAlike::Call &One = Alike.All[U.Source.offset(At)];
  One.Caller = Caller;
  One.Callee = Callee;
  One.Arrays.merge(Arrays);
}

/// No conditional leaves out what is at \p L, or the files that lead to it, in
/// some build that has kernels, or when a compiler reads host code.
bool CopyFinder::isInEveryBuild(clang::SourceLocation L) const {
  for (L = SM.getExpansionLoc(L); L.isValid();
       L = SM.getIncludeLoc(SM.getFileID(L))) {
    const unsigned At = SM.getFileOffset(L);
    const ConditionalText Text = readConditionals(
        SM, U.Context.getLangOpts(), SM.getFileID(L),
        [&](llvm::StringRef M) { return isNamedInCode(U.Preprocessed, M); });
    for (const Conditional &C : Text.Conditionals)
      if (!C.IsGuard && C.Branches.front().Range.Begin < At &&
          At < C.Branches.back().Range.End &&
          (C.Tested.empty() || llvm::any_of(C.Tested, [](const auto &Test) {
             return !isOfEveryBuild(Test.first);
           })))
        return false;
  }
  return true;
}

/// \p O stands in the text of \p F.
bool CopyFinder::isIn(const Obstacle &O, const clang::FunctionDecl *F) const {
  const SourcePlace First = U.Source.place(F->getBeginLoc()),
                    Last = U.Source.place(F->getEndLoc());
  return O.Place.File == First.File && First.Line <= O.Place.Line &&
         O.Place.Line <= Last.Line;
}

/// Some obstacle of the arrays stands in it, or in what it calls, and a copy
/// may help.
bool CopyFinder::isInTheWay(const clang::FunctionDecl *F,
                            const CallsAlike &Alike) const {
  const bool IsForAll = U.Source.inMainFile(F->getLocation()) &&
                        Calls.find(F)->second.size() == 1;
  std::vector<const clang::FunctionDecl *> Todo;
  if (const clang::FunctionDecl *First = Alike.All.begin()->second.Callee)
    Todo.push_back(First->getDefinition());
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  while (!Todo.empty()) {
    const clang::FunctionDecl *Next = Todo.back();
    Todo.pop_back();
    if (!Next || !Next->getBody() || !Seen.insert(Next).second ||
        !U.Source.isUserCode(Next->getLocation()))
      continue;
    for (unsigned Array : Alike.arrays())
      for (const Obstacle &O : U.SharedArrays[Array].Obstacles)
        if (isIn(O, Next) &&
            (Next != F || !IsForAll || O.Kind == ObstacleKind::TemplateCode))
          return true;
    forEachCallee(Next,
                  [&](const clang::FunctionDecl *To) { Todo.push_back(To); });
  }
  return false;
}

std::string CopyFinder::freeName(const clang::FunctionDecl *F) {
  const std::string Plain =
      F->getNameAsString() +
      (U.Context.getLangOpts().OpenCL ? "_local" : "_shared");
  std::string Name = Plain;
  auto IsTaken = [&] {
    return U.Context.Idents.find(Name) != U.Context.Idents.end() ||
           llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
             return S.Identifiers.count(Name) != 0;
           });
  };
  for (unsigned I = 2; IsTaken() || !Taken.insert(Name).second; ++I)
    Name = Plain + std::to_string(I);
  return Name;
}

/// From its first token, a comment before which is not copied, to its brace.
bool CopyFinder::writeText(const clang::FunctionDecl *F,
                           CopySource &Out) const {
  const clang::FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
  const clang::SourceLocation First = SM.getExpansionLoc(T ? T->getBeginLoc()
                                                           : F->getBeginLoc()),
                              Own = SM.getExpansionLoc(F->getBeginLoc()),
                              Name = F->getLocation(), Last = F->getEndLoc();
  const clang::FileID File = SM.getFileID(First);
  if (!Name.isFileID() || !Last.isFileID() || SM.getFileID(Last) != File ||
      SM.getFileID(Name) != File || SM.getFileID(Own) != File)
    return false;
  const llvm::StringRef Text = SM.getBufferData(File);
  const TextGaps InFile = findGaps(Text, U.Context.getLangOpts());
  const DeclarationGap *Gap = gapBefore(InFile, SM.getFileOffset(First));
  if (!Gap)
    return false;
  const unsigned Begin = Gap->Around.End, End = SM.getFileOffset(Last) + 1,
                 NameAt = SM.getFileOffset(Name);
  const bool IsOthers = !U.Context.getLangOpts().OpenCL &&
                        F->getStorageClass() == clang::SC_None &&
                        !F->isInAnonymousNamespace();
  Out.Text =
      (Text.slice(Begin, SM.getFileOffset(Own)) + (IsOthers ? "static " : "") +
       Text.slice(SM.getFileOffset(Own), NameAt) + Out.Is.Name +
       Text.slice(NameAt + Out.Is.Of.size(), End))
          .str();
  return Text.substr(NameAt).starts_with(Out.Is.Of);
}

/// Namespaces from \p Outer, which is left out, to \p Inner. False where some
/// context is none.
bool openNamespaces(const clang::DeclContext *Outer,
                    const clang::DeclContext *Inner, CopySource &Out) {
  for (; !Inner->Equals(Outer); Inner = Inner->getParent()) {
    auto *N = llvm::dyn_cast<clang::NamespaceDecl>(Inner);
    if (!N)
      return false;
    const std::string Name = N->getNameAsString();
    Out.Open = (N->isInline() ? "inline namespace " : "namespace ") + Name +
               (Name.empty() ? "{\n" : " {\n") + Out.Open;
    Out.Close +=
        Name.empty() ? "} // namespace\n" : "} // namespace " + Name + "\n";
  }
  return true;
}

/// In front of all that calls it, and behind all that it is made of: in the
/// innermost namespace around the first caller that the function is in, too.
bool CopyFinder::place(const clang::FunctionDecl *F, const CallsAlike &Alike,
                       CopySource &Out) const {
  const clang::FunctionDecl *Caller = Alike.All.begin()->second.Caller;
  const clang::DeclContext *Scope = F->getDeclContext()->getRedeclContext();
  const clang::Decl *D = Caller;
  if (const clang::FunctionDecl *Written = asWritten(Caller))
    D = Written;
  for (;;) {
    const clang::DeclContext *Around = D->getLexicalDeclContext();
    const DeclarationGap *Gap =
        Around->isFileContext() && Around->Encloses(Scope)
            ? gapBefore(mainGaps(), U.Source.offset(D->getBeginLoc()))
            : nullptr;
    if (Gap && Gap->Line && Gap->End >= Alike.All.rbegin()->first) {
      const clang::SourceLocation At =
          SM.getLocForStartOfFile(SM.getMainFileID())
              .getLocWithOffset(*Gap->Line);
      Out.At = *Gap->Line;
      Out.Open = Out.Close = "";
      return SM.isBeforeInTranslationUnit(F->getEndLoc(), At) &&
             openNamespaces(Around->getPrimaryContext(), Scope, Out);
    }
    if (Around->isTranslationUnit())
      return false;
    D = llvm::cast<clang::Decl>(Around);
  }
}

std::optional<CopySource> CopyFinder::copy(const clang::FunctionDecl *F,
                                           const CallsAlike &Alike) {
  auto IsF = [&](const FunctionCopy &C) { return C.Name == F->getName(); };
  if (!F->getLexicalDeclContext()->isFileContext() || !F->getIdentifier() ||
      llvm::any_of(Made, IsF) || F->getPreviousDecl() ||
      F->getMostRecentDecl() != F || F->getStorageClass() == clang::SC_Extern ||
      !isInTheWay(F, Alike) || !isInEveryBuild(F->getLocation()) ||
      !areSameCode(U, F, F) || onlyFunction(U, F->getName()) != F)
    return std::nullopt;
  CopySource Out;
  if (!place(F, Alike, Out))
    return std::nullopt;
  Out.Is = {freeName(F), F->getNameAsString()};
  for (const auto &[At, One] : Alike.All)
    Out.Calls.push_back({{At, At + unsigned(Out.Is.Of.size())}, One.Arrays});
  if (!writeText(F, Out))
    return std::nullopt;
  return Out;
}

std::vector<CopySource> CopyFinder::run() {
  std::vector<CopySource> Out;
  auto IsHeld = [](const SharedArray &A) { return !A.Obstacles.empty(); };
  if (U.isOpen() || llvm::none_of(U.SharedArrays, IsHeld))
    return Out;
  forEachFunction(U, [&](const clang::FunctionDecl *Caller) {
    walk(Caller->getBody(), [&](const clang::Stmt *S) {
      if (auto *C = llvm::dyn_cast<clang::CallExpr>(S))
        call(C, Caller);
      return true;
    });
  });
  auto IsUnclear = [&](const auto &Call) {
    return Unclear.count(Call.first) != 0;
  };
  // By the first call, which no other has.
  std::map<unsigned, std::pair<const clang::FunctionDecl *, const CallsAlike *>>
      Wanted;
  for (const auto &[F, All] : Calls)
    for (const auto &[Get, Alike] : All)
      if (!Get.empty() && llvm::none_of(Alike.All, IsUnclear))
        Wanted[Alike.All.begin()->first] = {F, &Alike};
  for (const auto &[FirstCall, Each] : Wanted)
    if (std::optional<CopySource> New = copy(Each.first, *Each.second))
      Out.push_back(std::move(*New));
  return Out;
}

} // namespace

std::vector<CopySource>
bankfix::functionCopies(const JudgedUnit &U,
                        llvm::ArrayRef<FunctionCopy> Made) {
  return CopyFinder(U, Made).run();
}
