//===- LowerAccess.cpp - Accesses to shared memory ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/MemberAlignment.h"
#include "Lower/Lowering.h"
#include "PointsTo/FlatIndex.h"
#include "bankfix/Kernel/Walk.h"

using namespace bankfix;

/// The ways to see a flat array's subscript as rows, and where the length of a
/// row stands in each.
std::vector<FlatIndex> Lowering::flatWays(const MatchedAccess &A,
                                          std::vector<FactorSource> &Lengths) {
  std::vector<FlatIndex> Ways;
  for (FlatParts &Parts : flatParts(U, A)) {
    std::optional<FlatIndex> Way;
    StmtList Effects = collect([&] {
      Way = flatIndex(U, Parts, [&](const clang::Expr *E) { return read(E); });
    });
    if (!Way || hasEffects(Effects))
      continue; // What it calls would run twice.
    std::vector<FactorSource> Written;
    for (const clang::Expr *L : Parts.Lengths)
      if (std::optional<FileRange> R = lengthRange(U, A, L))
        Written.push_back({*R, Way->Length, false, unsigned(Ways.size())});
    if (Written.size() != Parts.Lengths.size())
      continue;
    Ways.push_back(*Way);
    llvm::append_range(Lengths, Written);
  }
  return Ways;
}

namespace {

/// The variables of a kernel that are only ever one constant.
class ConstantVariables {
public:
  ConstantVariables(const Kernel &K, ExprPool &Pool) : Pool(Pool) {
    forEachNode<Assign>(K.Body, [&](const Assign &A) {
      auto [It, IsNew] = Values.try_emplace(A.Var, A.Value);
      if (!IsNew || !A.Value->isConst())
        It->second = nullptr;
    });
  }

  /// \p E, with their values in their place.
  const Expr *in(const Expr *E) const {
    switch (E->kind()) {
    case ExprKind::Var: {
      const Expr *Only = Values.lookup(E->index());
      return Only ? Pool.cast(Only, E->type()) : E;
    }
    case ExprKind::Cast:
      return Pool.cast(in(E->operand(0)), E->type());
    case ExprKind::Binary:
      return Pool.binary(E->op(), in(E->operand(0)), in(E->operand(1)));
    default:
      return E;
    }
  }

private:
  ExprPool &Pool;
  llvm::DenseMap<unsigned, const Expr *> Values; ///< Null: of no constant.
};

/// Calls \p F with each access, to change it.
void forEachAccess(StmtList &L, llvm::function_ref<void(Access &)> F) {
  for (Stmt &S : L)
    if (auto *A = std::get_if<Access>(&S.Node)) {
      F(*A);
    } else if (auto *I = std::get_if<If>(&S.Node)) {
      forEachAccess(I->Then, F);
      forEachAccess(I->Else, F);
    } else if (auto *Of = std::get_if<Loop>(&S.Node)) {
      for (StmtList *Part : {&Of->Header, &Of->Body, &Of->Step})
        forEachAccess(*Part, F);
    } else if (auto *Inner = std::get_if<Scope>(&S.Node)) {
      forEachAccess(Inner->Body, F);
    }
}

} // namespace

void bankfix::settleLengths(Kernel &K, std::vector<AccessSource> &Accesses,
                            ExprPool &Pool) {
  const ConstantVariables Constants(K, Pool);
  forEachAccess(K.Body, [&](Access &A) {
    for (FlatIndex &F : A.Flat)
      F.Length = Constants.in(F.Length);
  });
  for (AccessSource &A : Accesses)
    for (FactorSource &L : A.Lengths)
      L.Value = Constants.in(L.Value);
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
      if (P.Direct)
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
  U.Uses.at(A.Base).IsUnderstood = true;
  if (const clang::Expr *Known = U.Uses.of(A.Base).Located) {
    U.Uses.at(A.Base).IsTaken |= Known != E;
    return;
  }
  U.Uses.at(A.Base).Located = E;
  size_t Before = U.AccessSources.size();
  locateAccess(U, E, A);
  if (U.AccessSources.size() != Before)
    flatWays(A, U.AccessSources.back().Lengths);
}
