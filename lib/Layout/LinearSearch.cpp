//===- LinearSearch.cpp - A linear map without conflicts ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bank an offset falls into is B * offset, with one row of the matrix B
// for each bit that selects the bank. Conflicts only depend on B's null space,
// so B may be taken in echelon form: the columns of some bits (the pivots) are
// unit vectors, and each other bit's column uses pivots below that bit. Such a
// column is chosen once all bits below have theirs; every difference of which
// it is the highest bit then forbids one value for it.
//
// With the bank's own bits as pivots, all columns are free, and the map changes
// these bits alone. Only if there is no such map, other pivots are tried.
//
//===----------------------------------------------------------------------===//

#include "BankDifferences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

/// Values tried before a search is given up.
constexpr unsigned MaxTries = 300'000;

/// Looks for the columns of one choice of pivots.
class ColumnSearch {
public:
  /// Bits below \p Low are left alone. \p Moved: some pivots are not bits that
  /// select the bank (yet).
  ColumnSearch(const BankDifferences &D, unsigned Low, unsigned Bits,
               uint64_t Pivots, bool Moved, unsigned &TriesLeft);

  bool run() { return choose(0); }
  /// Pivots and all other bits keep their places in it.
  const BitMatrix &result() const { return B; }

private:
  bool choose(unsigned I);
  bool isAllowed(unsigned I, uint64_t Column);
  bool conflicts(const BankDifference &D) const;
  std::vector<uint64_t> wishes(unsigned I) const;

  unsigned Low;
  uint64_t Pivots;
  bool Moved;
  unsigned &TriesLeft;
  std::vector<unsigned> Free; ///< Bits whose columns are chosen, upwards.
  /// One per Free: the differences that are decided by it.
  std::vector<std::vector<BankDifference>> Decided;
  BitMatrix B;
};

ColumnSearch::ColumnSearch(const BankDifferences &D, unsigned Low,
                           unsigned Bits, uint64_t Pivots, bool Moved,
                           unsigned &TriesLeft)
    : Low(Low), Pivots(Pivots), Moved(Moved), TriesLeft(TriesLeft),
      B(BitMatrix::identity(Bits)) {
  for (unsigned Bit = Low; Bit < Bits; ++Bit)
    if (~Pivots >> Bit & 1)
      Free.push_back(Bit);
  Decided.resize(Free.size());
  uint64_t FreeBits = 0;
  for (unsigned Bit : Free)
    FreeBits |= uint64_t(1) << Bit;
  for (const BankDifference &X : D.All)
    if (uint64_t Choosable = X.Bits & FreeBits)
      Decided[llvm::find(Free, llvm::Log2_64(Choosable)) - Free.begin()]
          .push_back(X);
}

/// Columns in the order in which they are nicest to write: with the same shift
/// as those before, none, one bit, all bits, then whatever else.
std::vector<uint64_t> ColumnSearch::wishes(unsigned I) const {
  uint64_t Usable = Pivots & llvm::maskTrailingOnes<uint64_t>(Free[I]);
  std::vector<uint64_t> Out;
  if (I != 0) {
    uint64_t Unit = uint64_t(1) << Free[I - 1];
    uint64_t Last = B.Columns[Free[I - 1]] & ~Unit;
    Out = {(Last << 1) & Usable, Last & Usable};
  }
  Out.push_back(0);
  for (uint64_t Left = Usable; Left; Left &= Left - 1)
    Out.push_back(Left & -Left);
  for (uint64_t Value = Usable; Value; Value = (Value - 1) & Usable)
    Out.push_back(Value);
  return Out;
}

bool ColumnSearch::conflicts(const BankDifference &D) const {
  uint64_t Mapped = B.apply(D.Bits);
  if (!Moved)
    return D.conflicts(Mapped);
  uint64_t Fixed = D.BankMask & llvm::maskTrailingOnes<uint64_t>(Low);
  return (Mapped & (Pivots | Fixed)) == 0 && Mapped >> Low != 0;
}

bool ColumnSearch::isAllowed(unsigned I, uint64_t Column) {
  B.Columns[Free[I]] = Column | uint64_t(1) << Free[I];
  return llvm::none_of(Decided[I],
                       [&](const BankDifference &D) { return conflicts(D); });
}

bool ColumnSearch::choose(unsigned I) {
  if (I == Free.size())
    return true;
  for (uint64_t Column : wishes(I)) {
    if (TriesLeft == 0)
      return false;
    --TriesLeft;
    if (isAllowed(I, Column) && choose(I + 1))
      return true;
  }
  return false;
}

/// \p B with the pivots above the window brought to the window's bits that are
/// no pivots.
BitMatrix movedIntoWindow(const BitMatrix &B, uint64_t Window,
                          uint64_t Pivots) {
  BitMatrix M = B;
  uint64_t Above = Pivots & ~Window, Below = Window & ~Pivots;
  for (; Above; Above &= Above - 1, Below &= Below - 1) {
    unsigned From = llvm::countr_zero(Above), To = llvm::countr_zero(Below);
    for (unsigned C = 0; C < M.Columns.size(); ++C) {
      uint64_t &Column = M.Columns[C];
      uint64_t Row = B.Columns[C] >> From & 1;
      Column &= ~(uint64_t(1) << From | uint64_t(1) << To);
      Column |= Row << To | uint64_t(C == From || C == To) << From;
    }
  }
  return M;
}

/// Every other set of as many bits from Window's lowest up to \p Bits, those
/// with few bits above the window first.
std::vector<uint64_t> otherPivots(uint64_t Window, unsigned Bits) {
  unsigned Low = llvm::countr_zero(Window);
  std::vector<uint64_t> Out;
  for (uint64_t Set = Window >> Low; Set < uint64_t(1) << (Bits - Low);) {
    if (Set << Low != Window)
      Out.push_back(Set << Low);
    // The next larger number with as many bits.
    uint64_t Lowest = Set & -Set, Carried = Set + Lowest;
    Set = Carried | (((Set ^ Carried) >> 2) / Lowest);
  }
  llvm::sort(Out, [&](uint64_t A, uint64_t B) {
    return std::pair(llvm::popcount(A & ~Window), A) <
           std::pair(llvm::popcount(B & ~Window), B);
  });
  return Out;
}

} // namespace

std::optional<BitMatrix> bankfix::findLinearMap(const BankDifferences &D,
                                                const OffsetBits &Bits,
                                                BankWindow W, bool Free) {
  unsigned Top = std::min(W.Top, Bits.Closed);
  if (Top <= W.Low || Bits.Count <= Top)
    return std::nullopt;
  uint64_t Window = llvm::maskTrailingOnes<uint64_t>(Top) &
                    ~llvm::maskTrailingOnes<uint64_t>(W.Low);
  unsigned Tries = MaxTries;
  ColumnSearch Own(D, W.Low, Bits.Count, Window, /*Moved=*/false, Tries);
  if (Own.run())
    return Own.result();
  bool OneKind = llvm::all_of(D.All, [&](const BankDifference &X) {
    return (X.BankMask & Window) == Window;
  });
  if (!Free || !OneKind || Bits.Closed != Bits.Count || Top != W.Top)
    return std::nullopt;
  Tries = MaxTries;
  for (uint64_t Pivots : otherPivots(Window, Bits.Count)) {
    ColumnSearch Search(D, W.Low, Bits.Count, Pivots, /*Moved=*/true, Tries);
    if (!Search.run())
      continue;
    BitMatrix M = movedIntoWindow(Search.result(), Window, Pivots);
    if (M.isInvertible() && D.conflicts(M) == 0)
      return M;
  }
  return std::nullopt;
}
