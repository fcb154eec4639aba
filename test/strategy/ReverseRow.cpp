//===- ReverseRow.cpp - Each row from its end -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float t[32][31];       ->    #define BANKFIX_REVERSE31(i) \
//   t[r][c] = 1;                                (30 - (i))
//                                           __shared__ float t[32][31];
//                                           t[r][BANKFIX_REVERSE31(c)] = 1;
//
// A layout that nobody needs: it shows that this file and a line of a table are
// all that a strategy is.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

using namespace bankfix;

namespace {

class ReverseRowMap : public LayoutMap {
public:
  explicit ReverseRowMap(uint64_t Length) : Length(Length) {}

  StrategyKind strategy() const override { return StrategyKind::ReverseRow; }
  bool isFor(const SharedArray &A) const override {
    return A.Dims.back() == Length;
  }
  std::vector<SizeNeed> sizeNeeds(const SharedArray &A) const override {
    return {{unsigned(A.Dims.size() - 1), SizeNeed::Equal, Length}};
  }
  bool needsBoundedSubscripts() const override { return true; }
  SharedArray apply(const SharedArray &A) const override { return A; }
  std::vector<IndexExpr> index(const SharedArray &A) const override {
    std::vector<IndexExpr> New = LayoutMap::index(A);
    New.back() = IndexExpr::constant(int64_t(Length) - 1) - New.back();
    return New;
  }
  std::string macroName(const IndexExpr &) const override {
    return "REVERSE" + std::to_string(Length);
  }

private:
  uint64_t Length; ///< Elements of a row.
};

std::string refuse(const SharedArray &A, const EditRights &) {
  return A.Dims.size() == 1 ? "it has no rows" : "";
}

CandidateList propose(const LayoutTask &Task) {
  return {std::make_shared<ReverseRowMap>(Task.Array.Dims.back())};
}

} // namespace

constinit const Strategy bankfix::ReverseRowStrategy = {
    StrategyKind::ReverseRow, /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/true, refuse, propose};
