//===- LocateArray.cpp - Where the sizes of an array are written ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Dimensions.h"

using namespace bankfix;

namespace {

/// Another name is declared by the same declaration: `T a[2], b[2];`.
bool sharesDeclaration(const clang::NamedDecl *V) {
  for (const clang::Decl *D : V->getDeclContext()->decls()) {
    auto *Other = llvm::dyn_cast<clang::NamedDecl>(D);
    if (Other && Other != V && Other->getKind() == V->getKind() &&
        Other->getBeginLoc() == V->getBeginLoc())
      return true;
  }
  return false;
}

/// The declaration at the level of a file or a namespace that \p V is part of.
const clang::Decl *outermost(const clang::NamedDecl *V) {
  const clang::Decl *Outer = V;
  for (;;) {
    const clang::DeclContext *Around = Outer->getLexicalDeclContext();
    auto *Linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(Around);
    if (Around->isFileContext() || (Linkage && Linkage->hasBraces()))
      return Outer;
    Outer = llvm::cast<clang::Decl>(Around);
  }
}

} // namespace

void bankfix::locateElementType(const ArrayUnit &U, ArraySource &Source,
                                const clang::NamedDecl *V, clang::TypeLoc L) {
  auto Tag = L.getAs<clang::TagTypeLoc>();
  if (sharesDeclaration(V) || (Tag && Tag.isDefinition()))
    return;
  std::optional<FileRange> R = U.Source.range(L.getSourceRange());
  if (!R || L.getBeginLoc().isMacroID())
    return;
  Source.ElementType = *R;
  Source.AlignAt = R->Begin;
  Source.Outermost = U.Source.offset(outermost(V)->getBeginLoc());
}

/// The element's type stands in another declaration than the array, which may
/// declare others that get the same layout.
static void locateThrough(const ArrayUnit &U, ArraySource &Source,
                          const clang::VarDecl *V,
                          const DimensionReader &Reader) {
  ArraySource Own;
  clang::TypeLoc Outer = V->getTypeSourceInfo()->getTypeLoc();
  while (auto A = Outer.getUnqualifiedLoc().getAs<clang::ArrayTypeLoc>())
    Outer = A.getElementLoc();
  locateElementType(U, Own, V, Outer.getUnqualifiedLoc());
  locateElementType(U, Source, Reader.Alias, Reader.Element);
  Source.AlignAt = Own.AlignAt;
}

void bankfix::locateArray(ArrayUnit &U, unsigned Array,
                          const clang::DeclaratorDecl *V) {
  if (!U.Source.inMainFile(V->getLocation()))
    return; // See obstructDeclaration.
  std::set<unsigned> Only = {Array};
  DimensionReader Reader(U, Only, V);
  bool Read = Reader.read(V->getTypeSourceInfo()->getTypeLoc(), 0);
  U.ArraySources[Array].Dims = std::move(Reader.Dims);
  auto *Variable = llvm::dyn_cast<clang::VarDecl>(V);
  ArraySource &Source = U.ArraySources[Array];
  if (Read && Variable && Reader.Alias)
    locateThrough(U, Source, Variable, Reader);
  else if (Read && Variable)
    locateElementType(U, Source, Variable, Reader.Element);
  // What is declared outside of such a type cannot come into it.
  Source.PointersFrom = Reader.FirstOfAlias;
  if (Read &&
      U.ArraySources[Array].Dims.size() != U.SharedArrays[Array].Dims.size())
    U.obstruct(Array, ObstacleKind::TypedefDeclaration, V->getLocation(),
               V->getType().getUnqualifiedType().getAsString());
}
