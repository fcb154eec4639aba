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

/// \p Second, which speaks of what \p First made, for what was there before.
std::vector<IndexText> follow(llvm::ArrayRef<IndexText> First,
                              std::vector<IndexText> Second) {
  for (IndexText &T : Second) {
    const IndexText &Old = First[T.From];
    T.From = Old.From;
    T.Added += Old.Added;
    for (unsigned &D : T.Also)
      D = First[D].From;
  }
  return Second;
}

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
  int64_t offset(const SharedArray &A, int64_t Offset) const override {
    return Second->offset(First->apply(A), First->offset(A, Offset));
  }
  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, llvm::ArrayRef<const Expr *> Old) const override {
    return Second->subscripts(Pool, First->subscripts(Pool, Old));
  }
  SourceChange change(const SharedArray &A) const override {
    SourceChange Before = First->change(A),
                 Out = Second->change(First->apply(A));
    Out.Dims = follow(Before.Dims, std::move(Out.Dims));
    Out.Subscripts = follow(Before.Subscripts, std::move(Out.Subscripts));
    Out.Dims.front().Added -= spareRows(A);
    Out.Alignment = std::max(Out.Alignment, Before.Alignment);
    Out.Flat.reset();
    return Out;
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
  bool isAffine() const override {
    return First->isAffine() && Second->isAffine();
  }
  unsigned arithmetic() const override {
    return First->arithmetic() + Second->arithmetic();
  }
  bool reorders() const override {
    return First->reorders() || Second->reorders();
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
