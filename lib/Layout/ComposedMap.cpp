//===- ComposedMap.cpp - One layout after another -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposedMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// Every macro of \p Second is given what \p First leaves as it is.
bool mayFollow(llvm::ArrayRef<IndexText> First,
               llvm::ArrayRef<IndexText> Second) {
  auto Keeps = [&](unsigned D) { return First[D].Added == 0; };
  return llvm::all_of(Second, [&](const IndexText &T) {
    return T.Macro.empty() || (Keeps(T.From) && llvm::all_of(T.Also, Keeps));
  });
}

/// Nothing but declared sizes, the places of subscripts, and amounts added to
/// either.
bool isPlain(const SourceChange &C) {
  return C.Macros.empty() && !C.Rows && !C.Offsets && !C.ResizedByMacro &&
         !C.EightByteBanks && !C.padsElements();
}

bool isComposable(const SourceChange &First, const SourceChange &Second) {
  bool Realigned = First.Alignment && Second.Wrap;
  return isPlain(First) && !Second.Rows && !Second.Offsets &&
         !Second.ResizedByMacro && !Second.EightByteBanks && !Realigned &&
         mayFollow(First.Dims, Second.Dims) &&
         mayFollow(First.Subscripts, Second.Subscripts);
}

class ComposedMap : public LayoutMap {
public:
  ComposedMap(std::shared_ptr<const LayoutMap> First,
              std::shared_ptr<const LayoutMap> Second)
      : First(std::move(First)), Second(std::move(Second)) {}

  StrategyKind strategy() const override { return First->strategy(); }
  bool isComposed() const override { return true; }

  bool isFor(const SharedArray &A) const override {
    return First->isFor(A) && Second->isFor(First->apply(A));
  }
  bool isAllowed(const EditRights &R) const override {
    return First->isAllowed(R) && Second->isAllowed(R);
  }
  std::vector<uint64_t> domain(const SharedArray &A) const override {
    std::vector<uint64_t> Out = First->domain(A);
    std::vector<uint64_t> Then = Second->domain(First->apply(A));
    for (auto [Size, T] : llvm::zip(Then, First->change(A).Subscripts))
      Out[T.From] = std::min(Out[T.From], Size - uint64_t(T.Added));
    return Out;
  }
  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = Second->apply(First->apply(A));
    New.Dims.front() -= spareRows(A);
    return New;
  }
  std::vector<IndexExpr> index(const SharedArray &A) const override {
    std::vector<IndexExpr> Inner = First->index(A),
                           Out = Second->index(First->apply(A));
    for (IndexExpr &E : Out)
      E = E.substitute(Inner);
    return Out;
  }
  std::string macroName(const IndexExpr &E) const override {
    return Second->macroName(E);
  }
  void amend(const SharedArray &A, SourceChange &Change) const override {
    First->amend(A, Change);
    unsigned Alignment = Change.Alignment;
    Second->amend(First->apply(A), Change);
    Change.Alignment = std::max(Change.Alignment, Alignment);
    Change.Flat.reset();
  }
  std::vector<SizeNeed> sizeNeeds(const SharedArray &A) const override {
    std::vector<SizeNeed> Out = First->sizeNeeds(A);
    if (Out.empty() && Second->sizeNeeds(First->apply(A)).empty())
      return {};
    Out.clear();
    for (unsigned D = 0; D < A.Dims.size(); ++D)
      Out.push_back({D, SizeNeed::Equal, A.Dims[D]});
    return Out;
  }
  bool needsBoundedSubscripts() const override {
    return First->needsBoundedSubscripts() || Second->needsBoundedSubscripts();
  }

private:
  /// Elements that First adds to a row, where Second makes a column of it: no
  /// offset depends on them.
  int64_t spareRows(const SharedArray &A) const {
    IndexText Outer = Second->change(First->apply(A)).Dims.front();
    return Outer.From && Outer.Macro.empty()
               ? First->change(A).Dims[Outer.From].Added
               : 0;
  }

  std::shared_ptr<const LayoutMap> First, Second;
};

/// Nothing but the alignment of an array of \p NumDims dimensions.
bool isAlignment(const SourceChange &C, unsigned NumDims) {
  SourceChange Only = SourceChange::none(NumDims);
  Only.Alignment = C.Alignment;
  return C.Alignment != 0 && C == Only;
}

/// A layout, however it is written, of an array that is declared to be aligned
/// besides: that stands beside whatever says the layout.
class RealignedMap : public LayoutMap {
public:
  RealignedMap(std::shared_ptr<const LayoutMap> Layout, unsigned Alignment)
      : Layout(std::move(Layout)), Alignment(Alignment) {}

  StrategyKind strategy() const override { return Layout->strategy(); }
  bool isComposed() const override { return true; }

  bool isFor(const SharedArray &A) const override {
    return Layout->isFor(A) && Alignment >= Layout->apply(A).Alignment;
  }
  bool isAllowed(const EditRights &R) const override {
    return Layout->isAllowed(R);
  }
  std::vector<uint64_t> domain(const SharedArray &A) const override {
    return Layout->domain(A);
  }
  bool isUsed(const SharedArray &A, int64_t I) const override {
    return Layout->isUsed(A, I);
  }
  std::vector<SizeNeed> sizeNeeds(const SharedArray &A) const override {
    return Layout->sizeNeeds(A);
  }
  bool needsBoundedSubscripts() const override {
    return Layout->needsBoundedSubscripts();
  }
  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = Layout->apply(A);
    New.Alignment = Alignment;
    return New;
  }
  std::vector<IndexExpr> index(const SharedArray &A) const override {
    return Layout->index(A);
  }
  std::string macroName(const IndexExpr &E) const override {
    return Layout->macroName(E);
  }
  void amend(const SharedArray &A, SourceChange &Change) const override {
    Layout->amend(A, Change);
    Change.Alignment = std::max(Change.Alignment, Alignment);
  }
  unsigned arithmetic(const SharedArray &A) const override {
    return Layout->arithmetic(A);
  }
  bool isAffine(const SharedArray &A) const override {
    return Layout->isAffine(A);
  }
  OffsetMap offsets(const SharedArray &A) const override {
    return Layout->offsets(A);
  }
  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, const SharedArray &A,
             llvm::ArrayRef<const Expr *> Old) const override {
    return Layout->subscripts(Pool, A, Old);
  }

private:
  std::shared_ptr<const LayoutMap> Layout;
  unsigned Alignment; ///< Bytes.
};

} // namespace

std::shared_ptr<const LayoutMap>
bankfix::compose(std::shared_ptr<const LayoutMap> First,
                 std::shared_ptr<const LayoutMap> Second,
                 llvm::ArrayRef<SharedArray> Arrays) {
  unsigned Alignment = 0; // All that Second says of any of them, if not 0.
  for (const SharedArray &A : Arrays) {
    if (A.Space != MemorySpace::Static || !First->isFor(A))
      return nullptr;
    const SharedArray New = First->apply(A);
    if (!Second->isFor(New))
      return nullptr;
    const SourceChange Before = First->change(A), After = Second->change(New);
    if (isAlignment(After, New.Dims.size()) && !Before.padsElements())
      Alignment = After.Alignment;
    else if (Alignment || !isComposable(Before, After))
      return nullptr;
  }
  if (Alignment)
    return std::make_shared<RealignedMap>(std::move(First), Alignment);
  return std::make_shared<ComposedMap>(std::move(First), std::move(Second));
}
