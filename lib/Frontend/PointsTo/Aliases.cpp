//===- Aliases.cpp - Names of types that declare sizes --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/Aliases.h"
#include "Ast/Types.h"
#include "PointsTo/PointerUnit.h"
#include "Read/IncludedFiles.h"

using namespace bankfix;

namespace {

/// Notes the names in the declared types of what the layouts of \p Arrays
/// change.
class AliasFinder {
public:
  explicit AliasFinder(PointerUnit &U) : U(U) {}
  void visit(const clang::DeclaratorDecl *D, const std::set<unsigned> &Arrays,
             bool MayPoint);

private:
  void note(clang::TypedefTypeLoc L, const std::set<unsigned> &Arrays);

  PointerUnit &U;
};

void AliasFinder::note(clang::TypedefTypeLoc L,
                       const std::set<unsigned> &Arrays) {
  const clang::TypedefNameDecl *D = L.getDecl();
  const clang::SourceManager &SM = U.Source.manager();
  ArrayAlias &A = U.Aliases[U.Source.spelledAt(D->getLocation())];
  A.Decl = D;
  A.Arrays.insert(Arrays.begin(), Arrays.end());
  if (SM.isWrittenInMainFile(L.getNameLoc()))
    A.Mentions.insert(SM.getFileOffset(L.getNameLoc()));
  if (L.getNameLoc().isMacroID())
    for (unsigned Array : Arrays)
      U.obstruct(Array, ObstacleKind::MacroDeclaration, L.getNameLoc(),
                 U.Source.macroName(L.getNameLoc()));
}

void AliasFinder::visit(const clang::DeclaratorDecl *D,
                        const std::set<unsigned> &Arrays, bool MayPoint) {
  if (!D->getTypeSourceInfo())
    return;
  auto Passed = [&](clang::TypedefTypeLoc Name) { note(Name, Arrays); };
  clang::TypeLoc L =
      writtenType(D->getTypeSourceInfo()->getTypeLoc(), MayPoint, Passed);
  if (auto Adjusted = L.getAs<clang::AdjustedTypeLoc>())
    L = writtenType(Adjusted.getOriginalLoc(), MayPoint, Passed);
  if (auto P = L.getAs<clang::PointerTypeLoc>(); P && MayPoint)
    L = writtenType(P.getPointeeLoc(), false, Passed);
  else if (auto R = L.getAs<clang::ReferenceTypeLoc>(); R && MayPoint)
    L = writtenType(R.getPointeeLoc(), false, Passed);
  while (auto Array = L.getAs<clang::ArrayTypeLoc>())
    L = writtenType(Array.getElementLoc(), false, Passed);
}

/// Looks for other uses of one name.
class AliasChecker {
public:
  AliasChecker(PointerUnit &U, const ArrayAlias &A)
      : U(U), SM(U.Source.manager()), A(A) {}
  void run();

private:
  void refuse(ObstacleKind Kind, clang::SourceLocation L) {
    for (unsigned Array : A.Arrays)
      U.obstruct(Array, Kind, L, A.Decl->getNameAsString());
  }
  bool refuseOtherNames(clang::FileID File);

  PointerUnit &U;
  const clang::SourceManager &SM;
  const ArrayAlias &A;
};

/// Refuses, and says so, where \p File, which is part of the same program,
/// names the type otherwise.
bool AliasChecker::refuseOtherNames(clang::FileID File) {
  FileRange R = {0, SM.getFileIDSize(File)};
  bool IsMain = File == SM.getMainFileID();
  auto *Owner = llvm::dyn_cast_or_null<clang::FunctionDecl>(
      A.Decl->getParentFunctionOrMethod());
  if (IsMain && Owner)
    R = {U.Source.offset(Owner->getBeginLoc()),
         U.Source.offset(Owner->getEndLoc())};
  unsigned Own = SM.getFileOffset(A.Decl->getLocation());
  for (unsigned Offset :
       spellings(SM, U.Context.getLangOpts(), A.Decl->getName(), R, File))
    if (!IsMain || (Offset != Own && !A.Mentions.count(Offset))) {
      refuse(ObstacleKind::AliasElsewhere,
             SM.getLocForStartOfFile(File).getLocWithOffset(Offset));
      return true;
    }
  return false;
}

void AliasChecker::run() {
  clang::SourceLocation L = A.Decl->getLocation();
  bool IsLocal = A.Decl->getParentFunctionOrMethod();
  if (!U.Source.inMainFile(L) || (U.isOpen() && !IsLocal))
    return refuse(ObstacleKind::AliasHeader, L);
  for (const auto &[Macro, Words] : U.Preprocessed.Macros)
    if (llvm::is_contained(Words, A.Decl->getName()))
      return refuse(ObstacleKind::AliasElsewhere, L);
  if (refuseOtherNames(SM.getMainFileID()) || IsLocal)
    return;
  bool IsRefused = false;
  forEachOtherFile(SM, [&](clang::FileID File) {
    IsRefused = IsRefused || refuseOtherNames(File);
  });
}

} // namespace

void bankfix::findAliases(PointerUnit &U) {
  AliasFinder Finder(U);
  for (auto [V, Array] : U.Arrays)
    if (U.SharedArrays[Array].Space == MemorySpace::Static)
      Finder.visit(V, {Array}, /*MayPoint=*/false);
  for (const auto &[Key, Array] : U.Members)
    Finder.visit(Key.second, {Array}, /*MayPoint=*/false);
  for (auto &[Known, To] : U.Leads)
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Known); V && To.Exact)
      forEachDeclaration(V, [&, &To = To](const clang::VarDecl *Each) {
        Finder.visit(Each, To.Arrays, /*MayPoint=*/true);
      });
}

void bankfix::checkAliases(PointerUnit &U) {
  for (const auto &[Place, Alias] : U.Aliases)
    AliasChecker(U, Alias).run();
}
