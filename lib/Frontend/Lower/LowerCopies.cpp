//===- LowerCopies.cpp - Asynchronous copies ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__pipeline_memcpy_async` and cp.async write what the lane says, in one
// access. A copy by a group is shared out by the library: piece after piece to
// thread after thread, each as wide as the addresses allow, which only the run
// knows. All widths take as many wavefronts.
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementViews.h"
#include "Lower/Lowering.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};

/// The bytes in `aligned_size_t<16>(n)`: n. Also in a constant that is that,
/// where n is one.
const clang::Expr *plainSize(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
          V && V->hasInit() && V->getType()->isRecordType() &&
          V->getType().isConstQualified()) {
        const clang::Expr *Init = plainSize(V->getInit());
        return !Init->isValueDependent() &&
                       Init->isIntegerConstantExpr(V->getASTContext())
                   ? Init
                   : E;
      }
    if (auto *F = llvm::dyn_cast<clang::FullExpr>(E))
      E = F->getSubExpr();
    else if (auto *M = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (auto *C = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(E))
      E = C->getSubExpr();
    else if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E);
             C && C->getNumArgs() == 1)
      E = C->getArg(0);
    else
      return E;
  }
}

class CopyLowering {
public:
  explicit CopyLowering(Lowering &L) : L(L), U(L.U), Pool(L.Pool) {}

  void copyCall(CallKind Kind, const clang::CallExpr *E);
  void vectorAccess(CallKind Kind, const clang::CallExpr *E);
  void workGroupCopy(const clang::CallExpr *E);

private:
  void threadCopy(const clang::Expr *To, const clang::Expr *Size);
  void groupCopy(const clang::CallExpr *E);
  std::pair<const Expr *, const Expr *> groupThreads(const clang::CallExpr *E);

  Lowering &L;
  LoweredUnit &U;
  ExprPool &Pool;
};
} // namespace

/// One access to where \p To leads, as wide as \p Size says.
void CopyLowering::threadCopy(const clang::Expr *To, const clang::Expr *Size) {
  const clang::Expr *Element = namedElement(U, To);
  Place P = Element ? L.place(Element) : L.placeAt(L.pointer(To));
  const Expr *C = L.constantOf(plainSize(Size));
  int64_t Bytes = C && C->isConst() ? C->value() : 0;
  if (P.Kind == Place::Local)
    return L.lose(P.Var);
  if (P.Kind != Place::Shared)
    return;
  const clang::Expr *Site = Element ? Element->IgnoreParens() : To;
  if (!isThreadCopy(Bytes))
    return L.notUnderstood(Site, L.addressOf(P),
                           "the size of the copy is not 4, 8 or 16 bytes");
  if (P.Direct && Bytes != int64_t(P.Direct->Bytes))
    P = viewElements(U, {P.Direct->Array}, P.Direct->MemberOffset, Bytes, Bytes)
            ? L.named(Site, P)
            : L.placeAt(L.addressOf(P));
  L.accessBytes(Site, P, AccessOp::AsyncCopy, Bytes, Bytes);
}

/// The thread's number in the group that a call is given, and how many threads
/// the group has; nulls where that is not known.
std::pair<const Expr *, const Expr *>
CopyLowering::groupThreads(const clang::CallExpr *E) {
  if (isBlockGroup(*E))
    return {L.linearThread(), L.blockThreads()};
  unsigned N = tileSize(*E);
  if (N == 0)
    return {nullptr, nullptr};
  const Expr *Size = Pool.constant(N, UInt32);
  return {Pool.binary(Op::Rem, L.linearThread(), Size), Size};
}

/// `memcpy_async(group, to, from, bytes)` or `(group, to, count, from, count)`
void CopyLowering::groupCopy(const clang::CallExpr *E) {
  bool ByCount =
      E->getNumArgs() > 4 && !E->getArg(2)->getType()->isPointerType();
  const clang::Expr *To = E->getArg(1), *From = E->getArg(ByCount ? 3 : 2);
  const clang::Expr *Size = plainSize(E->getArg(ByCount ? 2 : 3));
  Pointer P = L.stable(L.pointer(To));
  L.give(From);
  const Expr *Bytes = L.read(Size);
  if (ByCount && Bytes) {
    const Expr *Other = L.read(plainSize(E->getArg(4)));
    clang::QualType T = To->getType()->getPointeeType();
    Bytes = Other && !T->isIncompleteType()
                ? Pool.mul(Pool.binary(Op::Min, Pool.cast(Bytes, Bytes64),
                                       Pool.cast(Other, Bytes64)),
                           Pool.constant(
                               U.Context.getTypeSizeInChars(T).getQuantity(),
                               Bytes64))
                : nullptr;
  }
  if (!P.mayBeShared())
    return;
  auto [Rank, Threads] = groupThreads(E);
  if (!Rank || !Bytes)
    return L.notUnderstood(To, P,
                           "how its threads share the copy is not known");
  Bytes = L.stable(Pool.cast(Bytes, Bytes64));
  int64_t Width = 16;
  while (Bytes->isConst() && Width > 4 && Bytes->value() % Width != 0)
    Width /= 2;
  if (Bytes->isConst() && Bytes->value() % Width != 0)
    return L.notUnderstood(To, P,
                           "the size of the copy is not a multiple of 4");
  auto Scaled = [&](const Expr *V) {
    return Pool.mul(Pool.cast(V, Bytes64), Pool.constant(Width, Bytes64));
  };
  const Expr *At = L.temporary(Scaled(Rank));
  Loop Each;
  Each.Cond = Pool.binary(Op::Lt, At, Bytes);
  Each.Text = "the size of the copy";
  Each.Body = L.collect([&] {
    Access A;
    A.Offset = Pool.add(P.Offset, At);
    L.unspecifiedAccess(To, P, std::move(A), AccessOp::AsyncCopy, Width);
  });
  Each.Step.push_back({Assign{At->index(), Pool.add(At, Scaled(Threads))}});
  L.emit({std::move(Each)});
}

/// `vloadN(offset, from)`, `vstoreN(value, offset, to)`: one access of so many
/// elements, whose alignment alone is promised.
void CopyLowering::vectorAccess(CallKind Kind, const clang::CallExpr *E) {
  bool Loads = Kind == CallKind::VectorLoad;
  if (!Loads)
    L.read(E->getArg(0));
  const clang::Expr *To = E->getArg(Loads ? 1 : 2);
  const Expr *Index = L.stable(L.value(E->getArg(Loads ? 0 : 1)));
  Pointer P = L.pointer(To);
  clang::QualType Element = To->getType()->getPointeeType();
  if (Element.isNull() || Element->isIncompleteType())
    return L.escape(P, E);
  VectorCall V = vectorCall(*E);
  const Expr *Elements = Index ? Pool.mul(Pool.cast(Index, Bytes64),
                                          Pool.constant(V.Step, Bytes64))
                               : nullptr;
  P = L.moved(P, Elements, Element);
  P.Subscripts.clear(); // What it reads need not be one element.
  unsigned Size = U.Context.getTypeSizeInChars(Element).getQuantity();
  Place At = L.placeAt(P);
  if (At.Kind == Place::Local)
    return L.lose(At.Var);
  if (At.Kind == Place::Shared)
    L.accessBytes(E, At, Loads ? AccessOp::Load : AccessOp::Store,
                  V.Elements * Size, V.IsAligned ? V.Step * Size : Size);
}

/// Which work-item copies what is left to the implementation.
void CopyLowering::workGroupCopy(const clang::CallExpr *E) {
  for (unsigned I : {0u, 1u}) {
    Pointer P = L.pointer(E->getArg(I));
    if (P.ToLocal)
      L.lose(*P.ToLocal);
    L.notUnderstood(E, P,
                    "how work-items share a copy by their group is left to the "
                    "implementation");
  }
  for (unsigned I = 2; I < E->getNumArgs(); ++I)
    L.read(E->getArg(I));
}

void CopyLowering::copyCall(CallKind Kind, const clang::CallExpr *E) {
  bool Known = L.K && E->getNumArgs() >= (Kind == CallKind::GroupCopy ? 4 : 3);
  if (!Known)
    return L.arguments(E);
  if (Kind == CallKind::GroupCopy)
    return groupCopy(E);
  threadCopy(E->getArg(0), E->getArg(2));
  L.give(E->getArg(1));
  for (unsigned I = 3; I < E->getNumArgs(); ++I)
    L.read(E->getArg(I));
}

void bankfix::lowerCopy(Lowering &L, CallKind Kind, const clang::CallExpr *E) {
  CopyLowering Copies(L);
  if (Kind == CallKind::VectorLoad || Kind == CallKind::VectorStore)
    return Copies.vectorAccess(Kind, E);
  if (Kind == CallKind::WorkGroupCopy)
    return Copies.workGroupCopy(E);
  Copies.copyCall(Kind, E);
}
