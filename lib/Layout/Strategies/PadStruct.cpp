//===- PadStruct.cpp - An odd number of words for every element -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __local uint4 sums[256];          ->    typedef struct
//   sums[i] += sums[j];                     __attribute__((packed, aligned(4)))
//                                           bankfix_uint4_20 {
//                                             uint4 v; unsigned pad;
//                                           } bankfix_uint4_20;
//                                           __local bankfix_uint4_20 sums[256];
//                                           sums[i].v += sums[j].v;
//
//     bank 0 1 2 3 4 5 6 7 8 ...            bank 0 1 2 3 4 5 6 7 8 9 ...
//          x y z w x y z w x                     x y z w - x y z w -
//          `-------`-------` the x of            `---------`- and here all
//             eight lanes share a bank              lanes find their own
//
// Packed, since the next multiple of the element's alignment would bring the
// banks back in step: accesses are split into words, as each lane's element
// starts at any of them. What is aligned to words by itself needs no packing.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

class PadStructMap : public LayoutMap {
public:
  explicit PadStructMap(unsigned Pad) : Pad(Pad) {}

  StrategyKind strategy() const override { return StrategyKind::PadStruct; }

  /// What is wrapped, is not wrapped again.
  bool isFor(const SharedArray &A) const override {
    return A.ElementBytes % (2 * Pad) == 0;
  }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.ElementType = wrap(A).Name;
    New.ElementBytes = A.ElementBytes + Pad;
    New.Alignment = New.ElementAlignment = Pad;
    return New;
  }

  int64_t offset(const SharedArray &A, int64_t Offset) const override {
    int64_t Old = A.ElementBytes;
    return Offset / Old * (Old + Pad) + Offset % Old;
  }

  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &, llvm::ArrayRef<const Expr *> Old) const override {
    return {Old.begin(), Old.end()};
  }

  SourceChange change(const SharedArray &A) const override {
    SourceChange Change = SourceChange::none(A.Dims.size());
    Change.Wrap = wrap(A);
    Change.HostGrowth = SourceChange::Growth{A.ElementBytes, Pad};
    return Change;
  }

  const Expr *hostSize(ExprPool &Pool, const SharedArray &A,
                       const Expr *Old) const override {
    const Expr *Elements =
        Pool.binary(Op::Div, Old, Pool.constant(A.ElementBytes, Old->type()));
    return Pool.add(Old, Pool.mul(Elements, Pool.constant(Pad, Old->type())));
  }

  unsigned arithmetic() const override { return 0; }
  bool needsBoundedSubscripts() const override { return false; }

private:
  ElementWrap wrap(const SharedArray &A) const {
    std::string Name = "bankfix_";
    for (char C : A.ElementType)
      Name += llvm::isAlnum(C) ? C : '_';
    ElementWrap W;
    W.Name = Name + "_" + std::to_string(A.ElementBytes + Pad);
    W.Members = A.ElementType + " v; unsigned pad" +
                (Pad == 4 ? ";" : "[" + std::to_string(Pad / 4) + "];");
    W.Alignment = Pad;
    return W;
  }

  unsigned Pad; ///< Bytes: one word, or as much as an access is wide.
};

std::string refuse(const SharedArray &A) {
  if (A.ElementBytes % 8 != 0)
    return text(Refusal::OddElement, A.ElementBytes);
  if (!A.OwnsType)
    return text(A.Space == MemorySpace::Dynamic ? Refusal::DynamicType
                                                : Refusal::SharedType);
  if (A.IsLocalType)
    return text(Refusal::LocalType, A.ElementType);
  if (A.IsAlignedType)
    return text(Refusal::AlignedType, A.ElementType);
  if (A.IsPointedTo)
    return text(Refusal::PointedTo);
  return A.OwnsAccesses ? "" : text(Refusal::MacroAccess);
}

/// Loads and stores are split where their places are not aligned.
bool mayBeSplit(const TaskSite &S, unsigned Alignment) {
  return S.Where->Op == AccessOp::Load || S.Where->Op == AccessOp::Store ||
         S.Where->Bytes <= Alignment;
}

CandidateList propose(const LayoutTask &Task) {
  CandidateList Out;
  for (unsigned Pad : {4, 8})
    if (Task.Array.ElementBytes % (2 * Pad) == 0 &&
        llvm::all_of(Task.Sites,
                     [&](const TaskSite &S) { return mayBeSplit(S, Pad); }))
      Out.push_back(std::make_shared<PadStructMap>(Pad));
  return Out;
}

} // namespace

constinit const Strategy bankfix::PadStructStrategy = {
    StrategyKind::PadStruct,
    /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false,
    refuse,
    propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/false,
    /*TakesAnyElement=*/true};
