//===- LowerAccess.cpp - Accesses to shared memory ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/FlatIndex.h"
#include "Ast/Functions.h"
#include "Ast/MemberAlignment.h"
#include "Lower/Lowering.h"

using namespace bankfix;

/// Another way to an access; of many, some.
static void addPath(std::string &Paths, llvm::StringRef Path) {
  constexpr size_t Enough = 4;
  llvm::SmallVector<llvm::StringRef, Enough> Known;
  llvm::StringRef(Paths).split(Known, "; ");
  if (Path.empty() || Known.size() > Enough || llvm::is_contained(Known, Path))
    return;
  Paths += "; " + (Known.size() < Enough ? Path.str() : "...");
}

/// \p E as people say it: of what a macro expands to, not the macro's call.
static std::string spelled(const LoweredUnit &U, const clang::Expr *E) {
  if (E->getBeginLoc().isFileID() && E->getEndLoc().isFileID())
    return U.Source.text(E->getSourceRange());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  E->printPretty(OS, nullptr, U.Context.getPrintingPolicy());
  return Text;
}

unsigned Lowering::siteOf(const clang::Expr *E, const Place &P, AccessOp O,
                          unsigned Array, unsigned Bytes) {
  auto [It, New] =
      Sites.try_emplace({E, Array, O, Bytes}, unsigned(K->Sites.size()));
  std::string Path = Frames.empty() ? "" : Frames.back().Path;
  if (!New) {
    addPath(K->Sites[It->second].Path, Path);
    return It->second;
  }
  Site S;
  S.Array = Array;
  S.Op = O;
  S.Bytes = Bytes;
  S.Place = U.Source.place(E->getBeginLoc());
  S.Text = textOf(E);
  S.IsFlat = P.Direct && P.Direct->isFlat(U);
  // What a cast has carved goes by another name.
  if (P.Direct && !U.Buffers.count(Array)) {
    for (const clang::Expr *X : P.Direct->Subscripts) {
      S.IndexText += "[" + U.Source.text(X->getSourceRange()) + "]";
      S.Subscripts.push_back(spelled(U, X));
    }
  } else {
    S.IndexText = S.Text;
  }
  if (S.IsFlat || S.Subscripts.size() != U.Out.Prog.Arrays[Array].Dims.size())
    S.Subscripts.clear();
  S.Path = std::move(Path);
  clang::QualType T = E->getType();
  S.IsVolatile =
      (T->isPointerType() && !E->isGLValue() ? T->getPointeeType() : T)
          .isVolatileQualified();
  K->Sites.push_back(std::move(S));
  return It->second;
}

/// The ways to see a flat array's subscript as rows, and where the length of a
/// row stands in each.
std::vector<FlatIndex> Lowering::flatWays(const MatchedAccess &A,
                                          std::vector<FactorSource> &Lengths) {
  std::vector<FlatIndex> Ways;
  if (A.Subscripts.size() != 1 || A.Elements != 1)
    return Ways;
  for (const FlatParts &Parts : flatParts(U, A.Subscripts.front())) {
    std::optional<FlatIndex> Way;
    StmtList Effects = collect([&] {
      Way =
          flatIndex(Pool, Parts, [&](const clang::Expr *E) { return read(E); });
    });
    if (!Way || hasEffects(Effects))
      continue; // What it calls would run twice.
    FactorSource S;
    S.Range = *U.Source.range(Parts.Length->getSourceRange());
    S.Value = Way->Length;
    Ways.push_back(*Way);
    Lengths.push_back(S);
  }
  return Ways;
}

/// An object of so many bytes, in the pieces in which it is copied: as wide as
/// its alignment and its size allow, all alike, and 16 bytes at most.
void Lowering::pieces(const clang::Expr *E, const Place &P, AccessOp O,
                      unsigned Array, const Expr *Only, unsigned Bytes,
                      unsigned Alignment) {
  unsigned Size = std::min(16u, llvm::bit_floor(std::max(1u, Alignment)));
  while (Bytes % Size)
    Size /= 2;
  for (unsigned At = 0; At < Bytes;) {
    Access A;
    A.Site = siteOf(E, P, O, Array, Size);
    A.MemberOffset = At;
    A.Only = Only;
    A.Targets = P.At.arrays();
    if (!P.At.Subscripts.empty()) {
      A.Subscripts = P.At.Subscripts;
      A.MemberOffset += P.At.Member;
      std::vector<FactorSource> Lengths;
      if (P.Direct && !P.Direct->isThroughVariable(U))
        A.Flat = flatWays(*P.Direct, Lengths);
    } else {
      A.Offset = P.At.Offset;
    }
    emit({std::move(A)});
    At += Size;
  }
}

/// \p IsAssigned: by the assignment of a struct, which leaves alone what a
/// derived class may keep in the padding at its end.
void Lowering::access(const clang::Expr *E, const Place &P, AccessOp O,
                      clang::QualType T, bool IsAssigned) {
  if (!K || P.Kind != Place::Shared)
    return;
  E = E->IgnoreParens();
  if (P.IsBitField)
    return notUnderstood(E, P.At, "bankfix does not follow bit-fields");
  if (T->isIncompleteType() || T->isDependentType())
    return notUnderstood(E, P.At, "the size of what it accesses is not known");
  if (!P.Vector.isNull())
    return accessVector(E, P, O);
  unsigned Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  if (IsAssigned && T->isRecordType())
    Bytes = U.Context.getTypeInfoDataSizeInChars(T).Width.getQuantity();
  unsigned Alignment = U.Context.getTypeAlignInChars(T).getQuantity();
  Alignment = std::min(Alignment, memberAlignment(U.Context, E));
  accessBytes(E, P, O, Bytes, Alignment);
}

/// Some components of a vector: the code generator reads all of it, and for a
/// store writes it back with those replaced.
void Lowering::accessVector(const clang::Expr *E, const Place &P, AccessOp O) {
  auto *V = P.Vector->getAs<clang::VectorType>();
  unsigned Element =
      U.Context.getTypeSizeInChars(V->getElementType()).getQuantity();
  unsigned Bytes = U.Context.getTypeSizeInChars(P.Vector).getQuantity();
  unsigned Alignment = U.Context.getTypeAlignInChars(P.Vector).getQuantity();
  if (V->getNumElements() == 3) { // Not its padding.
    Bytes = 3 * Element;
    Alignment = Element;
  }
  if (O == AccessOp::Store)
    accessBytes(E, P, AccessOp::Load, Bytes, Alignment);
  accessBytes(E, P, O, Bytes, Alignment);
}

void Lowering::accessBytes(const clang::Expr *E, const Place &P, AccessOp O,
                           unsigned Bytes, unsigned Alignment) {
  if (!K)
    return;
  for (int Target : P.At.Targets) {
    if (Target == Elsewhere)
      continue;
    const Expr *Only =
        P.At.Which ? Pool.binary(Op::Eq, P.At.Which, Pool.constant(Target))
                   : nullptr;
    pieces(E, P, O, Target, Only, Bytes, Alignment);
  }
  if (P.Direct)
    locate(E, *P.Direct);
}

/// The access can be edited, unless the same text is another access, too.
void Lowering::locate(const clang::Expr *E, const MatchedAccess &A) {
  if (!K)
    return;
  U.Understood.insert(A.Base);
  auto [It, New] = Located.try_emplace(A.Base, E);
  if (New) {
    size_t Before = U.Out.Map.Accesses.size();
    locateAccess(U, E, A);
    if (U.Out.Map.Accesses.size() != Before && !A.isThroughVariable(U))
      flatWays(A, U.Out.Map.Accesses.back().Lengths);
  } else if (It->second != E) {
    U.Taken.insert(A.Base);
  }
}

void Lowering::notUnderstood(const clang::Expr *E, const Pointer &P,
                             std::string Why) {
  if (!K)
    return;
  for (int Target : P.Targets) {
    if (Target == Elsewhere)
      continue;
    Access A;
    A.Site = siteOf(E, Place(), AccessOp::Load, Target,
                    U.Out.Prog.Arrays[Target].ElementBytes);
    A.Reason = Why;
    emit({std::move(A)});
  }
}

void Lowering::escape(const Pointer &P, const clang::Expr *E,
                      const clang::Expr *Around) {
  if (P.ToLocal)
    lose(*P.ToLocal);
  if (!P.mayBeShared())
    return;
  SourcePlace Where = U.Source.place(E->getBeginLoc());
  bool Recursive = !RecursiveCallee.empty();
  ObstacleKind Kind = Recursive ? ObstacleKind::Recursion
                      : Around && isLibraryCall(U, Around)
                          ? ObstacleKind::Library
                          : ObstacleKind::Escapes;
  notUnderstood(
      E, P,
      Obstacle{Kind, Where,
               Recursive
                   ? RecursiveCallee
                   : U.Source.text((Around ? Around : E)->getSourceRange())}
          .text());
}
