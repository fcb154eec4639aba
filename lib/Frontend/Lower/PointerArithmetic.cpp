//===- PointerArithmetic.cpp - Where pointers lead once they are moved ----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/PointerArithmetic.h"

using namespace bankfix;

static constexpr IntType Bytes64{64, true};

Pointer Pointer::elsewhere() {
  Pointer P;
  P.Targets = {Elsewhere};
  return P;
}

/// \p Level is 1 for a pointer to the first of its parts.
Pointer Pointer::startOf(ExprPool &Pool, unsigned Array, const SharedArray &A,
                         unsigned Level) {
  Pointer P;
  P.Targets = {int(Array)};
  P.Offset = Pool.constant(0, Bytes64);
  P.Subscripts.assign(A.Dims.size(), P.Offset);
  P.Level = Level;
  return P;
}

/// \p E / \p By where the text says that this leaves no rest; else null.
static const Expr *divided(ExprPool &Pool, const Expr *E, int64_t By) {
  if (E->isConst())
    return E->value() % By == 0 ? Pool.constant(E->value() / By, E->type())
                                : nullptr;
  if (E->kind() != ExprKind::Binary || E->type().Bits != 64)
    return nullptr; // Narrower ones may have wrapped.
  const Expr *A = E->operand(0), *B = E->operand(1);
  if (E->op() == Op::Mul) {
    if (const Expr *Left = A->isConst() ? divided(Pool, A, By) : nullptr)
      return Pool.mul(Left, B);
    const Expr *Right = B->isConst() ? divided(Pool, B, By) : nullptr;
    return Right ? Pool.mul(A, Right) : nullptr;
  }
  if (E->op() != Op::Add && E->op() != Op::Sub)
    return nullptr;
  const Expr *Left = divided(Pool, A, By), *Right = divided(Pool, B, By);
  return Left && Right ? Pool.binary(E->op(), Left, Right) : nullptr;
}

/// \p P, \p Index steps of so many bytes further (or back), as subscripts;
/// nothing where these do not tell.
std::optional<Pointer> PointerArithmetic::movedSubscript(const Pointer &P,
                                                         const Expr *Index,
                                                         int64_t Bytes,
                                                         bool Back) {
  if (P.Subscripts.empty())
    return std::nullopt;
  if (Index->isConst(0) || Bytes == 0)
    return P;
  Pointer Out = P;
  const SharedArray &A = U.SharedArrays[*P.Targets.begin()];
  bool IsElement = P.Level != 0 && P.Level <= A.Dims.size();
  int64_t Step =
      IsElement ? int64_t(A.stride(P.Level - 1) * A.ElementBytes) : 0;
  if (IsElement && Step != 0 && Bytes % Step == 0 && Bytes != 0) {
    const Expr *&S = Out.Subscripts[P.Level - 1];
    const Expr *By = Pool.mul(Pool.cast(Index, Bytes64),
                              Pool.constant(Bytes / Step, Bytes64));
    S = Pool.binary(Back ? Op::Sub : Op::Add, Pool.cast(S, Bytes64), By);
    return Out;
  }
  if (const Expr *By = IsElement && Step % Bytes == 0 && !Index->isConst()
                           ? divided(Pool, Index, Step / Bytes)
                           : nullptr)
    return movedSubscript(P, By, Step, Back);
  if (!Index->isConst() || P.Level < A.Dims.size())
    return std::nullopt;
  int64_t To = int64_t(P.Member) + Index->value() * Bytes * (Back ? -1 : 1);
  if (To < 0)
    return std::nullopt;
  Out.Member = To % A.ElementBytes;
  if (int64_t Elements = To / A.ElementBytes)
    Out.Subscripts.back() = Pool.add(Pool.cast(Out.Subscripts.back(), Bytes64),
                                     Pool.constant(Elements, Bytes64));
  return Out;
}

/// What lies so many bytes behind the start of what \p P leads to, in it.
Pointer PointerArithmetic::into(Pointer P, int64_t Bytes) {
  // One step of so many bytes, which is no move to another element.
  std::optional<Pointer> At =
      movedSubscript(P, Pool.constant(1, Bytes64), Bytes, false);
  Pointer Out = moved(std::move(P), Pool.constant(Bytes), U.Context.CharTy);
  Out.Subscripts.clear();
  if (At) {
    Out.Subscripts = At->Subscripts;
    Out.Level = At->Level;
    Out.Member = At->Member;
  }
  return Out;
}

/// \p P, \p Index elements further (or back).
Pointer PointerArithmetic::moved(Pointer P, const Expr *Index,
                                 clang::QualType Pointee, bool Back) {
  if (P.ToLocal && !(Index && Index->isConst(0))) {
    lose(*P.ToLocal);
    P.ToLocal.reset();
  }
  if (!P.Offset)
    return P;
  int64_t Size = 1;
  if (!Pointee->isVoidType() && !Pointee->isFunctionType() &&
      !Pointee->isIncompleteType() && !Pointee->isDependentType())
    Size = U.Context.getTypeSizeInChars(Pointee).getQuantity();
  if (!Index)
    Index = Pool.opaque("an offset", Bytes64);
  std::optional<Pointer> At = movedSubscript(P, Index, Size, Back);
  if (At)
    P = *At;
  else
    P.Subscripts.clear();
  const Expr *By =
      Pool.mul(Pool.cast(Index, Bytes64), Pool.constant(Size, Bytes64));
  P.Offset = Pool.binary(Back ? Op::Sub : Op::Add, P.Offset, By);
  return P;
}

Pointer PointerArithmetic::choose(const Expr *Cond, const Pointer &A,
                                  const Pointer &B) {
  if (A.ToLocal && B.ToLocal && *A.ToLocal == *B.ToLocal)
    return A;
  for (const Pointer *P : {&A, &B})
    if (P->ToLocal)
      lose(*P->ToLocal);
  Pointer R;
  R.Targets = A.Targets;
  R.Targets.insert(B.Targets.begin(), B.Targets.end());
  auto Offset = [&](const Pointer &P) {
    return P.Offset ? P.Offset : Pool.constant(0, Bytes64);
  };
  auto Which = [&](const Pointer &P) {
    return P.Which ? P.Which : Pool.constant(*P.Targets.begin());
  };
  if (A.Offset || B.Offset)
    R.Offset = Pool.select(Cond, Offset(A), Offset(B));
  if (R.Targets.size() > 1)
    R.Which = Pool.select(Cond, Which(A), Which(B));
  if (A.Subscripts.size() != B.Subscripts.size() || A.Level != B.Level ||
      A.Member != B.Member || !areAlike(R.Targets))
    return R;
  R.Level = A.Level;
  R.Member = A.Member;
  for (auto [X, Y] : llvm::zip_equal(A.Subscripts, B.Subscripts))
    R.Subscripts.push_back(
        Pool.select(Cond, Pool.cast(X, Bytes64), Pool.cast(Y, Bytes64)));
  return R;
}
