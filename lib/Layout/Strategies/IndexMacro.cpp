//===- IndexMacro.cpp - Skip elements of a flat array at every row --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float s[1024];         ->    #define BANKFIX_PAD32(i) \
//   s[i] = s[i + stride];                       ((i) + ((i) >> 5))
//                                           __shared__ float
//                                           s[BANKFIX_PAD32(1024)];
//                                           s[BANKFIX_PAD32(i)] =
//                                               s[BANKFIX_PAD32(i + stride)];
//
// After every 2^Shift elements, Pad are left out: the layout of pad-row, for an
// array whose rows exist in its subscripts only; in the last one, of several,
// where calls are told how far apart they are. Where strides of whole rows of
// rows occur, such as in the upper levels of a scan, a second level leaves one
// out after every 2^Second elements: ((i) + ((i) >> 5) + ((i) >> 10)).
//
// Rows need not be a power of two long, and nothing of them need stand in the
// text: that lanes go from one to the next in steps of 20 elements is enough
// (RowDistances.cpp) for ((i) + (i) / 20 * 28).
//
// Where the author wrote such a macro, for other banks, its definition is
// changed instead: see OffsetMacro.cpp.
//
// A shift rounds down and a division towards zero, so that the macro keeps the
// order of negative indices, too; it serves an unsigned index wherever that
// lies in the array.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../RowDistances.h"
#include "OffsetMacro.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

class IndexMacroMap : public LayoutMap {
public:
  IndexMacroMap(const LayoutTask &For, uint64_t Every, unsigned Pad,
                unsigned Second = 0)
      : Every(Every), Pad(Pad), Second(Second),
        IsInRows(For.Array.Dims.size() > 1) {}

  StrategyKind strategy() const override { return StrategyKind::IndexMacro; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.Dims.back() = uint64_t(plannedPitch(*this, A, int64_t(A.Dims.back())));
    return New;
  }

  std::vector<IndexExpr> index(const SharedArray &A) const override {
    std::vector<IndexExpr> Index = LayoutMap::index(A);
    const IndexExpr I = Index.back();
    IndexExpr Row = llvm::isPowerOf2_64(Every) ? I >> llvm::Log2_64(Every)
                                               : I / int64_t(Every);
    IndexExpr New = I + Row * Pad;
    Index.back() = Second ? New + (I >> Second) : New;
    return Index;
  }

  /// Bytes: N elements of W bytes need N + (N - 1) / Every * Pad elements, and
  /// (N * W) / Every is at least (N - 1) / Every * W.
  std::optional<IndexExpr> hostBytes(const SharedArray &A) const override {
    return A.Dims.size() == 1 ? std::optional(index(A).front()) : std::nullopt;
  }

  std::string macroName(const IndexExpr &) const override {
    std::string Name = "PAD" + std::to_string(Every);
    if (Pad != 1)
      Name += "X" + std::to_string(Pad);
    if (Second)
      Name += "_" + std::to_string(1u << Second);
    return Name;
  }

  bool needsBoundedSubscripts() const override { return IsInRows; }
  bool isAffine(const SharedArray &) const override { return false; }

private:
  uint64_t Every; ///< Elements between two pads.
  unsigned Pad;   ///< Elements.
  /// Log2 of the elements between two more pads, of one element; 0: none.
  unsigned Second;
  bool IsInRows; ///< Of an array of several dimensions.
};

/// Of several dimensions, longer rows do as well, and a swizzle does where they
/// are not written: unless a call is told how far apart they are.
std::string refuse(const SharedArray &A, const EditRights &Rights) {
  if (A.OffsetsStay)
    return A.OffsetsStay->text();
  return A.Dims.size() == 1 || Rights.TellsRows
             ? ""
             : text(Refusal::SeveralDimensions, A.Dims.size());
}

/// The pads that may help: one element, then more where an element is smaller
/// than a bank, or the lanes of a wave form several rows.
constexpr unsigned PadsTried[] = {1, 2, 4, 8, 16, 3};

/// The second levels to try over \p First: rows of as many rows at first.
std::vector<unsigned> seconds(unsigned First, unsigned All) {
  std::vector<unsigned> Out;
  if (2 * First < All)
    Out.push_back(2 * First);
  for (unsigned S = First + 1; S < All; ++S)
    if (S != 2 * First)
      Out.push_back(S);
  return Out;
}

/// Of the rows that lanes go along, with any pad below a row of banks.
void proposeRows(const LayoutTask &Task, CandidateList &Out) {
  constexpr size_t MostDistances = 2;
  const unsigned Element = Task.Array.ElementBytes;
  const std::vector<uint64_t> Rows = rowDistances(Task, MostDistances);
  for (unsigned Pad = 1; Pad * Element < Task.BankRow; ++Pad)
    for (uint64_t Every : Rows)
      if (Every * Element % Task.WidestBytes == 0 &&
          Pad * Element % Task.WidestBytes == 0)
        Out.push_back(std::make_shared<IndexMacroMap>(Task, Every, Pad));
}

/// With rows as long as the banks' first, then longer and shorter ones; two
/// levels after all of one, and rows of other lengths last.
CandidateList propose(const LayoutTask &Task) {
  unsigned Bank = llvm::Log2_64_Ceil(Task.BankRow / Task.Array.ElementBytes);
  unsigned All = llvm::Log2_64_Ceil(Task.Array.Dims.back());
  std::vector<unsigned> Shifts = {Bank};
  for (unsigned S = Bank + 1; S < All; ++S)
    Shifts.push_back(S);
  for (unsigned S = Bank; S-- > 2;)
    Shifts.push_back(S);

  bool Theirs = Task.Array.Offsets.has_value();
  CandidateList Out;
  auto Add = [&](unsigned Shift, unsigned Pad, unsigned Second) {
    OffsetTerms Terms = {{Shift, Pad}};
    if (Second)
      Terms.push_back({Second, 1});
    if (!Theirs)
      Out.push_back(std::make_shared<IndexMacroMap>(Task, uint64_t(1) << Shift,
                                                    Pad, Second));
    else if (auto Map = retargeted(Task, std::move(Terms)))
      Out.push_back(std::move(Map));
  };
  for (unsigned Pad : PadsTried)
    if (Pad * Task.Array.ElementBytes % Task.WidestBytes == 0)
      for (unsigned S : Shifts)
        if (S < All && (Task.Array.ElementBytes << S) % Task.WidestBytes == 0)
          Add(S, Pad, 0);
  if (Task.Array.ElementBytes % Task.WidestBytes == 0)
    for (unsigned S : Shifts)
      for (unsigned Second : seconds(S, All))
        Add(S, 1, Second);
  if (!Theirs)
    proposeRows(Task, Out);
  return Out;
}

/// A pad is what everybody thinks of first.
bool isUsualFor(const SharedArray &) { return true; }

} // namespace

constinit const Strategy bankfix::IndexMacroStrategy = {
    StrategyKind::IndexMacro,
    /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false, refuse,    propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/true,
    /*TakesAnyElement=*/false,        isUsualFor};
