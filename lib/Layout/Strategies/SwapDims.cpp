//===- SwapDims.cpp - Store an array transposed ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float sums[32][4];     ->    __shared__ float sums[4][32];
//   sums[threadIdx.x][k] = x;               sums[k][threadIdx.x] = x;
//
//     bank 0 1 2 3 4 5 6 7 8 ...            bank 0 1 2 3 4 5 6 7 8 ...
//          a b c d e f g h i                     a e i m q ...
//          `------ `------ four banks            `- the lanes' elements side
//             of each lane's row                    by side
//
// For arrays whose accesses all run down the columns. Nothing grows and nothing
// is computed; every access changes.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// The old dimension that each new one is.
using Order = llvm::SmallVector<unsigned, 4>;

class SwapDimsMap : public LayoutMap {
public:
  explicit SwapDimsMap(Order O) : From(std::move(O)) {}

  StrategyKind strategy() const override { return StrategyKind::SwapDims; }

  /// What a pointer's type does not name cannot come into it.
  bool isAllowed(const EditRights &R) const override {
    return llvm::all_of(llvm::ArrayRef(From).drop_front(R.PointersFrom),
                        [&](unsigned D) { return D >= R.PointersFrom; });
  }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    for (unsigned D = 0; D < From.size(); ++D)
      New.Dims[D] = A.Dims[From[D]];
    return New;
  }

  std::vector<IndexExpr> index(const SharedArray &) const override {
    std::vector<IndexExpr> New;
    for (unsigned D : From)
      New.push_back(IndexExpr::subscript(D));
    return New;
  }

  bool needsBoundedSubscripts() const override { return true; }

private:
  Order From;
};

/// Orders of more dimensions are not tried: nobody would read the result.
constexpr size_t MaxDims = 4;

std::string refuse(const SharedArray &A, const EditRights &R) {
  if (A.Dims.size() == 1)
    return text(Refusal::NothingToSwap);
  if (A.Dims.size() < R.PointersFrom + 2)
    return text(Refusal::RowsPointedTo);
  return "";
}

/// Of those that move as few dimensions as possible first.
CandidateList propose(const LayoutTask &Task) {
  unsigned N = Task.Array.Dims.size();
  if (N > MaxDims)
    return {};
  Order O(N);
  for (unsigned D = 0; D < N; ++D)
    O[D] = D;
  std::vector<Order> All;
  while (std::next_permutation(O.begin(), O.end()))
    All.push_back(O);
  auto Moved = [](const Order &O) {
    unsigned Sum = 0;
    for (auto [At, From] : llvm::enumerate(O))
      Sum += At != From;
    return Sum;
  };
  llvm::sort(All, [&](const Order &A, const Order &B) {
    return std::pair(Moved(A), A) < std::pair(Moved(B), B);
  });
  CandidateList Out;
  for (Order &X : All)
    Out.push_back(std::make_shared<SwapDimsMap>(std::move(X)));
  return Out;
}

} // namespace

constinit const Strategy bankfix::SwapDimsStrategy = {
    StrategyKind::SwapDims, /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/true, refuse, propose};
