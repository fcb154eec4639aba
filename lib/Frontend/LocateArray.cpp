//===- LocateArray.cpp - Where the sizes of an array are written ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatIndex.h"
#include "UseKind.h"

using namespace bankfix;

namespace {

/// Reads the dimensions of one declared type.
class DimensionReader {
public:
  /// \p Arrays is to be told what prevents changing them.
  DimensionReader(Unit &U, const std::set<unsigned> &Arrays,
                  const clang::ValueDecl *V)
      : U(U), Arrays(Arrays), V(V) {}

  /// The sizes in \p L, without the first \p Skipped; false where they cannot
  /// be changed.
  bool read(clang::TypeLoc L, unsigned Skipped);

  std::vector<DimensionSource> Dims;
  clang::TypeLoc Element; ///< Once the sizes are read.
  /// The innermost name of a type that the sizes went through, or null; and the
  /// first of the sizes that are behind it.
  const clang::TypedefNameDecl *Alias = nullptr;
  unsigned FirstOfAlias = 0;

private:
  void obstruct(ObstacleKind Kind, std::string Detail) {
    for (unsigned Array : Arrays)
      U.obstruct(Array, Kind, V->getLocation(), Detail);
  }
  std::optional<DimensionSource> dimension(clang::ArrayTypeLoc L) const;

  Unit &U;
  const std::set<unsigned> &Arrays;
  const clang::ValueDecl *V;
};

/// The literal K at the end of `N + K`, or an empty range.
FileRange trailingLiteral(const Unit &U, const clang::Expr *Size) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Size);
  if (!B || B->getOpcode() != clang::BO_Add)
    return {};
  const clang::Expr *Right = B->getRHS()->IgnoreImpCasts();
  std::string Text = U.Source.text(Right->getSourceRange());
  bool Plain = llvm::isa<clang::IntegerLiteral>(Right) &&
               Text.find_first_not_of("0123456789") == std::string::npos &&
               (Text.size() == 1 || Text[0] != '0');
  if (!Plain || Right->getBeginLoc().isMacroID())
    return {};
  return U.Source.range(Right->getSourceRange()).value_or(FileRange());
}

/// A dimension's size as it is written, or nothing where a macro writes more.
std::optional<DimensionSource>
DimensionReader::dimension(clang::ArrayTypeLoc L) const {
  const clang::Expr *Size = L.getSizeExpr();
  if (!Size)
    return std::nullopt;
  std::optional<FileRange> R = U.Source.range(Size->getSourceRange());
  if (!R)
    return std::nullopt;
  DimensionSource D;
  D.Range = *R;
  const clang::Expr *Plain = Size->IgnoreImpCasts();
  if (auto *C = llvm::dyn_cast<clang::ConstantExpr>(Plain))
    Plain = C->getSubExpr()->IgnoreImpCasts();
  std::string Text = U.Source.text(Size->getSourceRange());
  D.IsLiteral = llvm::isa<clang::IntegerLiteral>(Plain) &&
                Text.find_first_not_of("0123456789") == std::string::npos &&
                (Text.size() == 1 || Text[0] != '0');
  D.Factors = factorSources(U, Size);
  D.Trailing = trailingLiteral(U, Plain);
  if (D.Trailing.Begin != D.Trailing.End) {
    auto *Sum = llvm::cast<clang::BinaryOperator>(Plain);
    if (auto Rest = U.Source.range(Sum->getLHS()->getSourceRange());
        Rest && Rest->End < D.Trailing.Begin)
      D.TrailingSum = {Rest->End, D.Trailing.End};
  }
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Plain);
  D.NeedsParens = (B && !B->isAdditiveOp() && !B->isMultiplicativeOp()) ||
                  llvm::isa<clang::AbstractConditionalOperator>(Plain);
  // Another build may define the macro with an operator in it.
  std::string Macro = U.Source.macroName(Size->getBeginLoc());
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    D.NeedsParens |= !Macro.empty() && S.InDefines.count(Macro);
  return D;
}

bool DimensionReader::read(clang::TypeLoc L, unsigned Skipped) {
  auto Passed = [&](clang::TypedefTypeLoc Name) {
    Alias = Name.getDecl();
    FirstOfAlias = Dims.size();
  };
  for (;;) {
    L = writtenType(L, /*MayPoint=*/false, Passed);
    auto A = L.getAs<clang::ArrayTypeLoc>();
    if (!A) {
      Element = L;
      return true;
    }
    if (!U.Source.inMainFile(A.getLBracketLoc()))
      return false; // See checkAliases.
    L = A.getElementLoc();
    if (Skipped != 0) {
      --Skipped;
      continue;
    }
    std::optional<DimensionSource> D = dimension(A);
    if (!D) {
      obstruct(ObstacleKind::MacroDeclaration,
               U.Source.macroName(A.getLBracketLoc()));
      return false;
    }
    FileRange Brackets = {U.Source.offset(A.getLBracketLoc()),
                          U.Source.offset(A.getRBracketLoc())};
    if (U.Preprocessed.hasDirectiveIn(Brackets))
      obstruct(ObstacleKind::DirectiveInside, V->getNameAsString());
    Dims.push_back(*D);
  }
}

/// `float (*p)[32]`, `float p[][32]`, `float (&all)[32][32]`.
void locatePointer(Unit &U, const clang::VarDecl *V, const LeadsTo &To) {
  const SharedArray &A = U.Out.Prog.Arrays[To.Exact->Array];
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
    unsigned &From = U.Out.Prog.Arrays[Array].PointersFrom;
    From = std::max(From, To.Exact->Level);
  }
  U.Out.Map.Pointers.push_back(
      {To.Exact->Array, To.Exact->Level, std::move(Reader.Dims)});
}

/// Another type of the elements does not reach \p V by itself.
bool namesElement(Unit &U, const clang::VarDecl *V, const LeadsTo &To) {
  auto *P = llvm::dyn_cast<clang::ParmVarDecl>(V);
  auto *F =
      P ? llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext()) : nullptr;
  if (F && !isFollowedInto(U, F))
    return false; // The calls are judged by themselves.
  clang::QualType T = V->getType();
  bool ToElement = T->isReferenceType() && !T->getPointeeType()->isArrayType();
  if (ToElement) // What it is bound to is edited there.
    return !isPackable(U, T) || llvm::any_of(To.Arrays, [&](unsigned Array) {
      return U.Out.Prog.Arrays[Array].Alignment > 4;
    });
  return !T->getContainedDeducedType();
}

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

void bankfix::locateElementType(const Unit &U, ArraySource &Source,
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
static void locateThrough(const Unit &U, ArraySource &Source,
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

void bankfix::locateArray(Unit &U, unsigned Array,
                          const clang::DeclaratorDecl *V) {
  if (!U.Source.inMainFile(V->getLocation()))
    return; // See obstructDeclaration.
  std::set<unsigned> Only = {Array};
  DimensionReader Reader(U, Only, V);
  bool Read = Reader.read(V->getTypeSourceInfo()->getTypeLoc(), 0);
  U.Out.Map.Arrays[Array].Dims = std::move(Reader.Dims);
  auto *Variable = llvm::dyn_cast<clang::VarDecl>(V);
  ArraySource &Source = U.Out.Map.Arrays[Array];
  if (Read && Variable && Reader.Alias)
    locateThrough(U, Source, Variable, Reader);
  else if (Read && Variable)
    locateElementType(U, Source, Variable, Reader.Element);
  U.Out.Prog.Arrays[Array].OwnsDeclaration = Source.AlignAt.has_value();
  U.Out.Prog.Arrays[Array].OwnsType =
      Source.ElementType.Begin != Source.ElementType.End;
  // What is declared outside of such a type cannot come into it.
  U.Out.Prog.Arrays[Array].PointersFrom = Reader.FirstOfAlias;
  if (Read && U.Out.Map.Arrays[Array].Dims.size() !=
                  U.Out.Prog.Arrays[Array].Dims.size())
    U.obstruct(Array, ObstacleKind::TypedefDeclaration, V->getLocation(),
               V->getType().getUnqualifiedType().getAsString());
}

void bankfix::locatePointers(Unit &U) {
  for (auto &[Known, To] : U.Leads) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(Known);
    if (!V || To.Arrays.empty())
      continue;
    if (namesElement(U, V, To))
      for (unsigned Array : To.Arrays)
        U.Out.Prog.Arrays[Array].IsPointedTo = true;
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
