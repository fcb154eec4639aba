//===- LocatePointers.cpp - The sizes of arrays in the types of pointers --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Dimensions.h"
#include "Arrays/ElementViews.h"
#include "Ast/Types.h"
#include "PointsTo/PointerUnit.h"

using namespace bankfix;

/// `float (*p)[32]`, `float p[][32]`, `float (&all)[32][32]`.
static void locatePointer(PointerUnit &U, const clang::VarDecl *V,
                          const PointsToSet &To) {
  const SharedArray &A = U.SharedArrays[To.Exact->Array];
  if (!U.Source.inMainFile(V->getLocation())) {
    for (unsigned Array : To.Arrays)
      U.obstruct(Array, ObstacleKind::InHeader, V->getLocation(),
                 U.Source.place(V->getLocation()).File);
    return;
  }
  clang::TypeLoc L =
      writtenType(V->getTypeSourceInfo()->getTypeLoc(), /*MayPoint=*/true);
  unsigned Skipped = 0;
  if (auto Adjusted = L.getAs<clang::AdjustedTypeLoc>()) {
    L = Adjusted.getOriginalLoc();
    Skipped = 1;
  } else if (L.getAs<clang::ArrayTypeLoc>()) {
    Skipped = 1;
  } else if (auto P = L.getAs<clang::PointerTypeLoc>()) {
    L = P.getPointeeLoc();
  } else if (auto R = L.getAs<clang::ReferenceTypeLoc>()) {
    L = R.getPointeeLoc();
  }
  L = L.getUnqualifiedLoc().IgnoreParens();
  if (L.getAs<clang::AutoTypeLoc>())
    return; // It follows by itself.
  DimensionReader Reader(U, To.Arrays, V);
  if (!Reader.read(L, Skipped))
    return;
  if (Reader.Dims.size() != A.Dims.size() - To.Exact->Level)
    for (unsigned Array : To.Arrays)
      U.obstruct(Array, ObstacleKind::TypedefDeclaration, V->getLocation(),
                 V->getType().getAsString());
  for (unsigned Array : To.Arrays) {
    unsigned &From = U.ArraySources[Array].PointersFrom;
    From = std::max(From, To.Exact->Level);
  }
  U.PointerSources.push_back(
      {To.Exact->Array, To.Exact->Level, std::move(Reader.Dims)});
}

/// Another type of the elements does not reach \p V by itself.
static bool namesElement(PointerUnit &U, const clang::VarDecl *V,
                         const PointsToSet &To) {
  auto *P = llvm::dyn_cast<clang::ParmVarDecl>(V);
  auto *F =
      P ? llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext()) : nullptr;
  if (F && !isFollowedInto(U, F))
    return false; // The calls are judged by themselves.
  clang::QualType T = V->getType();
  // So is a pointer of which only what it points to is ever used.
  bool ToElement = (T->isReferenceType() || To.IsToOne) &&
                   !T->getPointeeType()->isArrayType();
  if (ToElement) // What it is bound to is edited there.
    return !isPackable(U, T) || llvm::any_of(To.Arrays, [&](unsigned Array) {
      return U.SharedArrays[Array].Alignment > 4;
    });
  return !T->getContainedDeducedType();
}

void bankfix::locatePointers(PointerUnit &U) {
  for (auto &[Known, To] : U.Leads) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(Known);
    if (!V || To.Arrays.empty())
      continue;
    if (namesElement(U, V, To))
      for (unsigned Array : To.Arrays)
        U.ArraySources[Array].IsPointedTo = true;
    clang::QualType At =
        V->getType()->isPointerType() || V->getType()->isReferenceType()
            ? V->getType()->getPointeeType()
            : clang::QualType();
    if (At.isNull() || !At->isArrayType())
      continue;
    forEachDeclaration(V, [&, &To = To](const clang::VarDecl *Each) {
      if (To.Exact)
        return locatePointer(U, Each, To);
      for (unsigned Array : To.Arrays)
        U.obstruct(Array, ObstacleKind::OtherPointer, Each->getLocation(),
                   Each->getNameAsString());
    });
  }
}
