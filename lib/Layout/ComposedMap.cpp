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

} // namespace

std::shared_ptr<const LayoutMap>
bankfix::compose(std::shared_ptr<const LayoutMap> First,
                 std::shared_ptr<const LayoutMap> Second,
                 llvm::ArrayRef<SharedArray> Arrays) {
  for (const SharedArray &A : Arrays) {
    if (A.Space != MemorySpace::Static || !First->isFor(A))
      return nullptr;
    SharedArray New = First->apply(A);
    if (!Second->isFor(New) ||
        !isComposable(First->change(A), Second->change(New)))
      return nullptr;
  }
  return std::make_shared<ComposedMap>(std::move(First), std::move(Second));
}
