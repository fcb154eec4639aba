//===- ShiftBase.cpp - Start an array elsewhere in a row of banks ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float s[64];           ->    __shared__ __align__(256) float
//   s[65]; s[i + 31] = 1;                          s[i + 31 + 1] = 1;
//
//     bank 0 1 2 ... 31                     bank 0 1 2 ... 31
//     row 0          a                      row 0
//     row 1 b c d ...                       row 1 a b c ... d
//           `- a wave's words lie in two          `- and here in one
//
// Where a request is served at once or not by the row of banks that its words
// lie in, such as on Kepler, it matters where an array begins. A declaration
// promises no more than its alignment; a wider one, and elements left out in
// front, put the requests where they cost least.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "bankfix/Target/BankRule.h"

using namespace bankfix;

namespace {

class ShiftBaseMap : public LayoutMap {
public:
  ShiftBaseMap(unsigned Alignment, unsigned Rows)
      : Alignment(Alignment), Rows(Rows) {}

  StrategyKind strategy() const override { return StrategyKind::ShiftBase; }

  /// Elements of another instance may be larger, and rely on more.
  bool isFor(const SharedArray &A) const override {
    return Alignment >= A.Alignment;
  }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.Dims[0] += Rows;
    New.Alignment = Alignment;
    return New;
  }

  std::vector<IndexExpr> index(const SharedArray &A) const override {
    std::vector<IndexExpr> New = LayoutMap::index(A);
    New[0] = New[0] + Rows;
    return New;
  }

  void amend(const SharedArray &, SourceChange &Change) const override {
    Change.Alignment = Alignment;
  }

  bool needsBoundedSubscripts() const override { return false; }

private:
  unsigned Alignment; ///< Bytes.
  unsigned Rows;      ///< Left out in front, along the first dimension.
};

std::string refuse(const SharedArray &A, const EditRights &R) {
  if (R.OwnsDeclaration)
    return "";
  return text(A.Space == MemorySpace::Dynamic ? Refusal::DynamicType
                                              : Refusal::SharedType);
}

/// The alignment from which on no base is like another.
unsigned period(const LayoutTask &Task) {
  unsigned Period = Task.Array.Alignment;
  for (const TaskSite &S : Task.Sites)
    Period =
        std::max(Period, shiftPeriod(*Task.Model, S.Where->Op, S.Where->Bytes,
                                     Task.Array.Alignment));
  return Period;
}

/// The alignment alone, then with as many rows as make a difference.
CandidateList propose(const LayoutTask &Task) {
  if (!Task.Model)
    return {};
  unsigned Period = period(Task);
  if (Period <= Task.Array.Alignment)
    return {}; // Every base is like every other.
  CandidateList Out;
  uint64_t Row = Task.Array.stride(0) * Task.Array.ElementBytes;
  for (unsigned Rows = 0; Rows * Row < Period; ++Rows)
    Out.push_back(std::make_shared<ShiftBaseMap>(Period, Rows));
  return Out;
}

} // namespace

constinit const Strategy bankfix::ShiftBaseStrategy = {
    StrategyKind::ShiftBase, /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false, refuse, propose};
