//===- PadStride.cpp - Longer rows of a flat array ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __local uint h[BINS * SIZE];      ->    __local uint h[BINS * (SIZE + 1)];
//   h[bin * get_local_size(0) + lid]        h[bin * (get_local_size(0) + 1) +
//                                             lid]
//
// The layout of pad-row for an array whose rows are in its subscripts only: in
// the last one, of several. The length may be a variable; what it is under the
// launches decides whether it helps.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

class PadStrideMap : public LayoutMap {
public:
  PadStrideMap(RowLength Row, int64_t Added) : Row(Row), Added(Added) {}

  StrategyKind strategy() const override { return StrategyKind::PadStride; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.Dims.back() += A.Dims.back() / uint64_t(Row.Elements) * Added;
    return New;
  }

  std::vector<IndexExpr> index(const SharedArray &A) const override {
    std::vector<IndexExpr> Index = LayoutMap::index(A);
    Index.back() = Index.back() + Index.back() / Row.Elements * Added;
    return Index;
  }

  /// N elements of W bytes need N + (N - 1) / Length * Added elements, and
  /// (N * W) / Length is at least (N - 1) / Length * W.
  std::optional<IndexExpr> hostBytes(const SharedArray &A) const override {
    return A.Dims.size() == 1 ? std::optional(index(A).front()) : std::nullopt;
  }

  void amend(const SharedArray &, SourceChange &Change) const override {
    Change.Rows = RowChange{Row.Value, Row.Elements, Added};
  }

  /// Rows tell themselves from columns, and all lanes have the same length: a
  /// variable one is longer to compute, once.
  unsigned arithmetic(const SharedArray &) const override { return 0; }
  bool needsBoundedSubscripts() const override { return false; }

private:
  RowLength Row;
  int64_t Added; ///< Elements.
};

std::string refuse(const SharedArray &A, const EditRights &) {
  return A.Offsets ? text(Refusal::IndexedByAuthor, A.Offsets->Name) : "";
}

/// Some access goes to rows that only the run knows.
bool hasUnknownRows(const LayoutTask &Task) {
  return llvm::any_of(Task.Sites, [](const TaskSite &S) {
    return !S.Requests->BoundReason.empty() ||
           llvm::any_of(S.Requests->Groups,
                        [](const RequestGroup &G) { return G.isWorstCase(); });
  });
}

/// Rows that are an odd number of words apart put all rows of a column into
/// different banks; where a request has some of each of several rows, it may
/// take any other distance. Where rows are not known, other lengths only trade
/// that for a better worst case.
CandidateList propose(const LayoutTask &Task) {
  CandidateList Out;
  int64_t Element = Task.Array.ElementBytes;
  bool Unknown = hasUnknownRows(Task);
  int64_t Step = std::max<int64_t>(4, Task.WidestBytes);
  // A whole bank row changes no bank.
  int64_t Most = std::max<int64_t>(8, Task.BankRow / Element - 1);
  for (int64_t Added = 1; Added <= Most; ++Added)
    for (const RowLength &Row : Task.Rows) {
      int64_t Pitch = (Row.Elements + Added) * Element;
      bool Odd = Pitch % Step == 0 && Pitch / Step % 2 == 1;
      if (Pitch % Task.WidestBytes == 0 && (!Unknown || (Odd && Added <= 8)))
        Out.push_back(std::make_shared<PadStrideMap>(Row, Added));
    }
  return Out;
}

} // namespace

constinit const Strategy bankfix::PadStrideStrategy = {
    StrategyKind::PadStride,
    /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false, refuse, propose,
    /*ChangesRowLength=*/true};
