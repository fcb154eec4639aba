//===- PadRow.cpp - Widen a dimension so that columns spread out ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float tile[32][32];    ->    __shared__ float tile[32][33];
//
//     bank  0  1  2 ... 31                    bank  0  1  2 ... 31
//     row 0 a  b  c ...  d                    row 0 a  b  c ...  d
//     row 1 e  f  g ...  h                    row 1 -  e  f ...  g
//     row 2 i  j  k ...  l                    row 2 k  -  i ...  j
//           `- a column is one bank                 `- and here every bank
//
// Any dimension but the first may grow, by any number of elements up to a bank
// row, and several dimensions together. No access changes.
//
// Padding that is there already is replaced, not stacked upon: a dimension may
// shrink first to what the accesses use of it.
//
//   __shared__ half t[32][N + 1];     ->    __shared__ half t[32][N + 2];
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace bankfix;

namespace {

/// Elements added to each dimension, or taken from it.
using Pads = std::vector<int64_t>;

class PadRowMap : public LayoutMap {
public:
  explicit PadRowMap(Pads Added) : Added(std::move(Added)) {}

  StrategyKind strategy() const override { return StrategyKind::PadRow; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    for (auto [Dim, More] : llvm::zip_equal(New.Dims, Added))
      Dim += uint64_t(More);
    return New;
  }

  std::vector<uint64_t> domain(const SharedArray &A) const override {
    std::vector<uint64_t> Used = A.Dims;
    for (auto [Dim, More] : llvm::zip_equal(Used, Added))
      Dim += uint64_t(std::min<int64_t>(More, 0));
    return Used;
  }

  bool needsBoundedSubscripts() const override { return true; }

private:
  Pads Added;
};

/// One way to pad, as the search orders them.
struct Padding {
  uint64_t Bytes = 0;      ///< Of the whole array.
  unsigned Misaligned = 0; ///< Pitches that lose 16- or 8-byte alignment.
  Pads Added;

  auto operator<=>(const Padding &) const = default;
};

class PaddingSearch {
public:
  explicit PaddingSearch(const LayoutTask &Task)
      : Task(Task), A(Task.Array), Choice(A.Dims.size()) {}

  std::vector<Padding> run();

private:
  int64_t largestPad() const;
  bool mayGrow(unsigned Dim) const;
  void choose(unsigned Dim, uint64_t Pitch, unsigned Misaligned);

  const LayoutTask &Task;
  const SharedArray &A;
  Pads Choice;
  std::vector<Padding> Found;
};

/// Candidates of one array: each is scored with all its requests.
constexpr size_t MaxCandidates = 1024;

/// Elements that a dimension may grow by. A pad of a whole bank row changes no
/// bank; joint pads are bounded more tightly, as their number multiplies.
int64_t PaddingSearch::largestPad() const {
  static constexpr int64_t ByDims[] = {0, 0, INT64_MAX, 32, 16};
  int64_t Row = Task.BankRow / A.ElementBytes;
  int64_t Most = A.Dims.size() < std::size(ByDims) ? ByDims[A.Dims.size()] : 3;
  return std::min(Row > 1 ? Row - 1 : 1, Most);
}

/// Of many dimensions, few grow together: all combinations would be too many.
bool PaddingSearch::mayGrow(unsigned Dim) const {
  constexpr unsigned Many = 8, MostTogether = 3;
  auto Inner = llvm::ArrayRef(Choice).drop_front(Dim + 1);
  return A.Dims.size() <= Many ||
         Inner.size() - llvm::count(Inner, 0) < MostTogether;
}

/// Chooses pads for dimensions \p Dim and below; \p Pitch is the bytes from one
/// value of subscript \p Dim to the next.
void PaddingSearch::choose(unsigned Dim, uint64_t Pitch, unsigned Misaligned) {
  if (Dim == 0) {
    Found.push_back({Pitch * A.Dims[0], Misaligned, Choice});
    return;
  }
  int64_t Most = mayGrow(Dim) ? largestPad() : 0;
  for (int64_t Pad = -int64_t(Task.padding(Dim)); Pad <= Most; ++Pad) {
    Choice[Dim] = Pad;
    uint64_t Outer = Pitch * uint64_t(int64_t(A.Dims[Dim]) + Pad);
    if (Outer % Task.WidestBytes == 0)
      choose(Dim - 1, Outer, Misaligned + (Outer % 16 != 0) + (Outer % 8 != 0));
  }
}

std::vector<Padding> PaddingSearch::run() {
  choose(A.Dims.size() - 1, A.ElementBytes, 0);
  llvm::sort(Found);
  // A repeated set of pitches, modulo the banks, can only cost as much again.
  std::set<std::vector<uint64_t>> Known;
  llvm::erase_if(Found, [&](const Padding &P) {
    std::vector<uint64_t> Pitches;
    uint64_t Pitch = A.ElementBytes;
    for (unsigned D = A.Dims.size() - 1; D != 0; --D)
      Pitches.push_back((Pitch *= A.Dims[D] + uint64_t(P.Added[D])) %
                        Task.BankRow);
    return !Known.insert(std::move(Pitches)).second;
  });
  llvm::erase_if(Found, [](const Padding &P) {
    return llvm::all_of(P.Added, [](int64_t More) { return More == 0; });
  });
  if (Found.size() > MaxCandidates)
    Found.resize(MaxCandidates);
  return std::move(Found);
}

std::string refuse(const SharedArray &A, const EditRights &) {
  return A.Dims.size() == 1 ? text(Refusal::OneDimension) : "";
}

CandidateList propose(const LayoutTask &Task) {
  CandidateList Out;
  for (Padding &P : PaddingSearch(Task).run())
    Out.push_back(std::make_shared<PadRowMap>(std::move(P.Added)));
  return Out;
}

/// A pad is what everybody thinks of first.
bool isUsualFor(const SharedArray &) { return true; }

} // namespace

constinit const Strategy bankfix::PadRowStrategy = {
    StrategyKind::PadRow,
    /*ChangesSubscripts=*/false,
    /*NeedsBoundedSubscripts=*/true,
    refuse,
    propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/false,
    /*TakesAnyElement=*/false,
    isUsualFor};
