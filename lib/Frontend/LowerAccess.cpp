//===- LowerAccess.cpp - Accesses to shared memory ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "MemberAlignment.h"

using namespace bankfix;

unsigned Lowering::siteOf(const clang::Expr *E, const Place &P, AccessOp O,
                          unsigned Array, unsigned Bytes) {
  auto [It, New] =
      Sites.try_emplace({E, Array, O, Bytes}, unsigned(K->Sites.size()));
  if (!New)
    return It->second;
  Site S;
  S.Array = Array;
  S.Op = O;
  S.Bytes = Bytes;
  S.Place = U.Source.place(E->getBeginLoc());
  S.Text = U.Source.text(E->getSourceRange());
  if (P.Direct)
    for (const clang::Expr *X : P.Direct->Subscripts)
      S.IndexText += "[" + U.Source.text(X->getSourceRange()) + "]";
  else
    S.IndexText = S.Text;
  if (!Frames.empty())
    S.Path = Frames.back().Path;
  K->Sites.push_back(std::move(S));
  return It->second;
}

/// An object of so many bytes, in the pieces in which it is copied: as wide as
/// its alignment allows, and 16 bytes at most.
void Lowering::pieces(const clang::Expr *E, const Place &P, AccessOp O,
                      unsigned Array, const Expr *Only, unsigned Bytes,
                      unsigned Alignment) {
  unsigned Widest = std::min(16u, Alignment);
  for (unsigned At = 0; At < Bytes;) {
    unsigned Size = std::min(Widest, llvm::bit_floor(Bytes - At));
    Access A;
    A.Site = siteOf(E, P, O, Array, Size);
    A.MemberOffset = At;
    A.Only = Only;
    if (P.Direct) {
      A.Subscripts.assign(P.Subscripts.begin(), P.Subscripts.end());
      A.MemberOffset += P.Direct->MemberOffset;
    } else {
      A.Offset = P.At.Offset;
    }
    emit({std::move(A)});
    At += Size;
  }
}

void Lowering::access(const clang::Expr *E, const Place &P, AccessOp O,
                      clang::QualType T) {
  if (!K || P.Kind != Place::Shared)
    return;
  E = E->IgnoreParens();
  if (P.IsBitField)
    return notUnderstood(E, P.At, "bankfix does not follow bit-fields");
  if (T->isIncompleteType() || T->isDependentType())
    return notUnderstood(E, P.At, "the size of what it accesses is not known");
  unsigned Bytes = U.Context.getTypeSizeInChars(T).getQuantity();
  unsigned Alignment = U.Context.getTypeAlignInChars(T).getQuantity();
  if (!P.Components.empty())
    Bytes = Alignment = Bytes / P.Components.size();
  Alignment = std::min(Alignment, memberAlignment(U.Context, E));
  for (int Target : P.At.Targets) {
    if (Target == Elsewhere)
      continue;
    const Expr *Only =
        P.At.Which ? Pool.binary(Op::Eq, P.At.Which, Pool.constant(Target))
                   : nullptr;
    if (P.Components.empty()) {
      pieces(E, P, O, Target, Only, Bytes, Alignment);
      continue;
    }
    for (unsigned Component : P.Components) {
      Place One = placeAt(
          moved(P.At, Pool.constant(int64_t(Component)), U.Context.CharTy));
      pieces(E, One, O, Target, Only, Bytes, Alignment);
    }
  }
  if (!P.Direct)
    return;
  U.Understood.insert(P.Direct->Base);
  auto [It, New] = Located.try_emplace(P.Direct->Base, E);
  if (New)
    locateAccess(U, E, *P.Direct);
  else if (It->second != E)
    U.Taken.insert(P.Direct->Base);
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

void Lowering::escape(const Pointer &P, const clang::Expr *E) {
  if (P.ToLocal)
    lose(*P.ToLocal);
  if (!P.mayBeShared())
    return;
  SourcePlace Where = U.Source.place(E->getBeginLoc());
  notUnderstood(
      E, P,
      Obstacle{ObstacleKind::Escapes, Where, U.Source.text(E->getSourceRange())}
          .text());
}
