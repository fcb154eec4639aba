//===- OffsetMacro.cpp - Another definition for the author's macro --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define LOG_BANKS 4                   ->  #define LOG_BANKS 5
//   #define OFFSET(n) ((n) >> LOG_BANKS)
//   __shared__ float s[N + OFFSET(N)];
//   s[i + OFFSET(i)] = 0;
//
//     16 banks   0 1 ... 15 -  16 ... 31 -    32 ...
//     32 banks   0 1 ... 15 16 17 ... 31 -    32 ...
//
// No access changes, and no size that is written with the macro. Other sizes
// stay where what is used of the array, under every launch, fits into them.
//
//===----------------------------------------------------------------------===//

#include "OffsetMacro.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// More elements than any block has.
constexpr int64_t MostElements = 1 << 18;

class OffsetMacroMap : public LayoutMap {
public:
  OffsetMacroMap(const LayoutTask &Task, OffsetTerms Terms)
      : Macro(*Task.Array.Offsets), New(std::move(Terms)) {
    if (!Macro.SizesFollow && !Task.Used.empty() &&
        llvm::all_of(Task.Used, [&](const UsedElements &U) {
          return placeOf(New, old(U.Last)) < U.Size;
        }))
      for (const UsedElements &U : Task.Used)
        Last = std::max(Last.value_or(0), U.Last);
    for (int64_t I = 0; I < MostElements && !Grows; ++I)
      Grows = placeOf(New, I) > placeOf(this->Macro.Terms, I);
  }

  StrategyKind strategy() const override { return StrategyKind::IndexMacro; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray Out = A;
    uint64_t &Size = Out.Dims.front();
    if (Macro.SizesFollow && Size != 0)
      Size = Macro.SizedFor ? placeOf(New, int64_t(*Macro.SizedFor))
                            : followingSize(int64_t(Size));
    else if (Size != 0 && !Last)
      Size = std::max<uint64_t>(Size, placeOf(New, old(Size - 1)) + 1);
    return Out;
  }

  /// Where the author put an element is no expression of its new place.
  OffsetMap offsets(const SharedArray &A) const override {
    return [Element = int64_t(A.ElementBytes), From = Macro.Terms,
            To = New](int64_t Offset) {
      return placeOf(To, elementAt(From, Offset / Element)) * Element +
             Offset % Element;
    };
  }

  std::vector<uint64_t> domain(const SharedArray &A) const override {
    return {Last ? uint64_t(*Last) + 1 : A.Dims.front()};
  }

  bool isUsed(const SharedArray &, int64_t I) const override {
    return placeOf(Macro.Terms, old(I)) == I && (!Last || I <= *Last);
  }

  /// In the source they stay; of a number, the new place.
  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, const SharedArray &,
             llvm::ArrayRef<const Expr *> Old) const override {
    const Expr *I = Old.front();
    return {I->isConst()
                ? Pool.constant(placeOf(New, old(I->value())), I->type())
                : I};
  }

  void amend(const SharedArray &A, SourceChange &Change) const override {
    std::string Body = textOf(New, Macro.Parameter);
    if (Macro.AddsIndex)
      Body = "(" + Macro.Parameter + ") + " + Body;
    bool IsSum = Macro.AddsIndex || New.size() > 1 || New[0].Times != 1;
    if (IsSum)
      Body = "(" + Body + ")";
    Change.Offsets = OffsetChange{Macro.Name, New, Body, Grows};
    Change.ResizedByMacro = Macro.SizesFollow;
    if (Macro.SizesFollow || A.Space != MemorySpace::Static)
      Change.Dims = SourceChange::none(1).Dims;
  }

  /// What the host asks for is enough as it is, or follows the macro.
  std::optional<IndexExpr> hostBytes(const SharedArray &) const override {
    if (Grows && !Macro.SizesFollow && !Last)
      return std::nullopt;
    return IndexExpr::subscript(0);
  }

  bool isAffine(const SharedArray &) const override { return false; }
  unsigned arithmetic(const SharedArray &) const override {
    unsigned Operations = Macro.AddsIndex ? 1 : 0;
    for (const OffsetTerm &T : New)
      Operations += 1 + (T.Times != 1);
    Operations += New.size() - 1;
    return Operations > Macro.Operations ? Operations - Macro.Operations : 0;
  }
  bool needsBoundedSubscripts() const override { return false; }

private:
  int64_t old(int64_t Place) const { return elementAt(Macro.Terms, Place); }
  /// Elements, where the old text gives \p Size: the place of N, or no more
  /// than the last of N elements needs.
  int64_t followingSize(int64_t Size) const {
    int64_t Last = old(Size - 1);
    bool EndsAtLast = placeOf(Macro.Terms, Last) + 1 == Size &&
                      placeOf(Macro.Terms, Last + 1) != Size;
    return EndsAtLast ? placeOf(New, Last) + 1 : placeOf(New, Last + 1);
  }

  OffsetMacro Macro;
  OffsetTerms New;
  bool Grows = false; ///< Some element moves up.
  /// The last place that is used, where all sizes can stay as they are.
  std::optional<int64_t> Last;
};

} // namespace

std::shared_ptr<const LayoutMap> bankfix::retargeted(const LayoutTask &Task,
                                                     OffsetTerms New) {
  if (New == Task.Array.Offsets->Terms)
    return nullptr;
  return std::make_shared<OffsetMacroMap>(Task, std::move(New));
}
