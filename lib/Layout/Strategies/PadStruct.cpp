//===- PadStruct.cpp - An odd number of words for every element -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Body {                     ->    struct Body {
//     float x, y, z, mass;                    float x, y, z, mass;
//   };                                        unsigned pad;
//                                           };
//   __shared__ Body bodies[64];             __shared__ Body bodies[64];
//   bodies[i].mass = m;                     bodies[i].mass = m;
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
// A struct of the file's gets a member more where nothing but the array depends
// on its size, and no use changes. All other elements are wrapped in one:
// packed, since the next multiple of the element's alignment would bring the
// banks back in step. Accesses are then split into words, as each lane's
// element starts at any of them. What is aligned to words by itself needs no
// packing.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

/// What of the text is in the way of a wrap, if anything is.
std::optional<Refusal> wrapRefusal(const EditRights &R) {
  if (!R.OwnsType)
    return Refusal::SharedType;
  if (R.IsLocalType)
    return Refusal::LocalType;
  if (R.IsAlignedType)
    return Refusal::AlignedType;
  if (R.IsPointedTo)
    return Refusal::PointedTo;
  return R.OwnsAccesses ? std::nullopt : std::optional(Refusal::MacroAccess);
}

/// Why the elements cannot be wrapped; empty if they can.
std::string refuseWrap(const SharedArray &A, const EditRights &R) {
  std::optional<Refusal> Why = wrapRefusal(R);
  if (!Why)
    return "";
  if (Why == Refusal::SharedType && A.Space == MemorySpace::Dynamic)
    Why = Refusal::DynamicType;
  return Why == Refusal::LocalType || Why == Refusal::AlignedType
             ? text(*Why, A.ElementType)
             : text(*Why);
}

/// Every element gets so many bytes more.
class PadElementMap : public LayoutMap {
public:
  explicit PadElementMap(unsigned Pad) : Pad(Pad) {}

  StrategyKind strategy() const override { return StrategyKind::PadStruct; }

  bool needsBoundedSubscripts() const override { return false; }

protected:
  unsigned Pad; ///< Bytes: one word, or as much as an access is wide.
};

/// Their struct has another member.
class MemberMap : public PadElementMap {
public:
  MemberMap() : PadElementMap(WordBytes) {}

  bool isFor(const SharedArray &A) const override {
    return A.ElementBytes % (2 * WordBytes) == 0;
  }
  bool isAllowed(const EditRights &R) const override { return R.OwnsStruct; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.ElementBytes += Pad;
    return New;
  }

  void amend(const SharedArray &, SourceChange &Change) const override {
    Change.MemberBytes = Pad;
  }
};

/// They are members of another struct.
class WrapMap : public PadElementMap {
public:
  using PadElementMap::PadElementMap;

  /// What is wrapped, is not wrapped again.
  bool isFor(const SharedArray &A) const override {
    return A.ElementBytes % (2 * Pad) == 0;
  }
  bool isAllowed(const EditRights &R) const override { return !wrapRefusal(R); }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.ElementType = wrap(A).Name;
    New.ElementBytes = A.ElementBytes + Pad;
    New.Alignment = New.ElementAlignment = Pad;
    return New;
  }

  std::optional<IndexExpr> hostBytes(const SharedArray &A) const override {
    IndexExpr Bytes = IndexExpr::subscript(0);
    return Bytes + Bytes / A.ElementBytes * Pad;
  }

  void amend(const SharedArray &A, SourceChange &Change) const override {
    Change.Wrap = wrap(A);
  }

private:
  ElementWrap wrap(const SharedArray &A) const {
    std::string Name = "bankfix_";
    for (char C : A.ElementType)
      Name += llvm::isAlnum(C) ? C : '_';
    ElementWrap W;
    W.Name = Name + "_" + std::to_string(A.ElementBytes + Pad);
    W.Members =
        A.ElementType + " v; unsigned pad" +
        (Pad == WordBytes ? ";" : "[" + std::to_string(Pad / WordBytes) + "];");
    W.Alignment = Pad;
    return W;
  }
};

std::string refuse(const SharedArray &A, const EditRights &R) {
  if (A.ElementBytes % 8 != 0)
    return text(Refusal::OddElement, A.ElementBytes);
  return R.OwnsStruct ? "" : refuseWrap(A, R);
}

/// Loads and stores are split where their places are not aligned.
bool mayBeSplit(const TaskSite &S, unsigned Alignment) {
  return S.Where->Op == AccessOp::Load || S.Where->Op == AccessOp::Store ||
         S.Where->Bytes <= Alignment;
}

CandidateList propose(const LayoutTask &Task) {
  CandidateList Out;
  if (Task.Rights.OwnsStruct)
    Out.push_back(std::make_shared<MemberMap>());
  for (unsigned Pad : {4, 8})
    if (Task.Array.ElementBytes % (2 * Pad) == 0 &&
        llvm::all_of(Task.Sites,
                     [&](const TaskSite &S) { return mayBeSplit(S, Pad); }))
      Out.push_back(std::make_shared<WrapMap>(Pad));
  return Out;
}

/// Of elements of other sizes than numbers have, no index is changed; vectors
/// of four are padded rather than moved.
bool isUsualFor(const SharedArray &A) {
  return A.ElementBytes % 16 == 0 ||
         llvm::any_of(A.Obstacles, [](const Obstacle &O) {
           return O.Kind == ObstacleKind::ElementType;
         });
}

} // namespace

constinit const Strategy bankfix::PadStructStrategy = {
    StrategyKind::PadStruct,
    /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false, refuse,    propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/false,
    /*TakesAnyElement=*/true,         isUsualFor};
