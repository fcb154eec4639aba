//===- LaneValue.h - One value per lane, with unknowns ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane value is a polynomial: for each lane a constant plus coefficients of
// products of symbols. Without symbols it is simply one integer per lane. What
// is not a polynomial (`n / 2`, `u & 31`) is a derived symbol that remembers
// its operands.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LANEVALUE_H
#define BANKFIX_LIB_ANALYSIS_LANEVALUE_H

#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <map>
#include <unordered_map>
#include <vector>

namespace bankfix {

inline constexpr unsigned MaxLanes = 64;
using LaneMask = uint64_t;
using SymbolId = unsigned;

/// In sets of symbols that fit a word: one bit for the ids N, N + 64, ...
inline uint64_t bitOf(SymbolId S) { return uint64_t(1) << S % 64; }

/// Calls \p F with each lane of \p Mask, in order.
template <typename Fn> void forEachLane(LaneMask Mask, Fn F) {
  for (; Mask; Mask &= Mask - 1)
    F(unsigned(llvm::countr_zero(Mask)));
}

/// One integer per lane; stored once where all lanes have the same. Copies
/// share the lanes.
class LaneVector {
public:
  LaneVector(int64_t All = 0) : All(All) {}
  template <typename Fn> static LaneVector perLane(Fn F) {
    auto Values = llvm::makeIntrusiveRefCnt<Lanes>();
    for (unsigned L = 0; L < MaxLanes; ++L)
      Values->Of[L] = F(L);
    LaneVector R;
    R.Each = std::move(Values);
    return R;
  }

  int64_t operator[](unsigned Lane) const {
    return Each ? Each->Of[Lane] : All;
  }
  bool isSame() const { return !Each; }
  /// All lanes of \p Mask hold one value.
  bool isSame(LaneMask Mask) const;
  bool isZero(LaneMask Mask) const;
  bool equals(const LaneVector &O, LaneMask Mask) const;

  /// The same, known without a look at each lane.
  bool isSharedWith(const LaneVector &O) const {
    return Each == O.Each && All == O.All;
  }

private:
  struct Lanes : llvm::RefCountedBase<Lanes> {
    Lanes() {} // Leaves the lanes as they are: each is set at once.
    std::array<int64_t, MaxLanes> Of;
  };
  int64_t All = 0;
  llvm::IntrusiveRefCntPtr<const Lanes> Each;
};

/// Lane by lane; on scalars where both are the same for all lanes.
template <typename Fn>
LaneVector zip(const LaneVector &A, const LaneVector &B, Fn F) {
  if (A.isSame() && B.isSame())
    return LaneVector(F(A[0], B[0]));
  return LaneVector::perLane([&](unsigned L) { return F(A[L], B[L]); });
}

/// A product of symbols (sorted, with repeats) and its coefficient per lane.
struct Term {
  llvm::SmallVector<SymbolId, 2> Symbols;
  LaneVector Coefficient;
};

/// Most values have no more terms.
using TermVector = llvm::SmallVector<Term, 2>;

/// Copies share the terms: most values are copied far more often than changed.
class TermList {
public:
  TermList() = default;
  /// Explicit, so that nothing is added to a list made in passing.
  explicit TermList(TermVector T) {
    if (!T.empty())
      Of = llvm::makeIntrusiveRefCnt<Shared>(std::move(T));
  }
  TermList &operator=(TermVector T) { return *this = TermList(std::move(T)); }
  const Term *begin() const { return Of ? Of->All.data() : nullptr; }
  const Term *end() const { return begin() + size(); }
  size_t size() const { return Of ? Of->All.size() : 0; }
  bool empty() const { return !Of; }
  const Term &operator[](size_t I) const { return Of->All[I]; }
  const Term &front() const { return Of->All.front(); }
  void push_back(Term T) {
    TermVector Longer(begin(), end());
    Longer.push_back(std::move(T));
    *this = std::move(Longer);
  }
  /// The same, known without a look at the terms.
  bool isSharedWith(const TermList &O) const { return Of == O.Of; }

private:
  struct Shared : llvm::RefCountedBase<Shared> {
    explicit Shared(TermVector T) : All(std::move(T)) {}
    const TermVector All; ///< Not empty.
  };
  llvm::IntrusiveRefCntPtr<const Shared> Of;
};

struct LaneValue {
  LaneVector Constant;
  TermList Terms; ///< Sorted by Symbols; no coefficient is all zero.

  LaneValue(LaneVector C = 0) : Constant(std::move(C)) {}
  bool isConcrete() const { return Terms.empty(); }
  bool equals(const LaneValue &O, LaneMask Mask) const;
};

LaneValue add(const LaneValue &A, const LaneValue &B);
LaneValue subtract(const LaneValue &A, const LaneValue &B);
LaneValue multiply(const LaneValue &A, const LaneValue &B);
/// \p New in the lanes of \p Mask, \p Old elsewhere.
LaneValue blend(const LaneValue &Old, const LaneValue &New, LaneMask Mask);
/// \p V in the lanes of \p From (not empty); elsewhere what its first lane
/// holds.
LaneValue spread(const LaneValue &V, LaneMask From);

enum class SymbolKind : uint8_t {
  Uniform, ///< One unknown value for the block.
  PerLane, ///< An unknown value for each lane.
  Derived, ///< An operator on other values.
};

enum class DerivedKind : uint8_t { Operator, Cast, Select };

struct Symbol {
  Symbol() = default;
  Symbol(const Symbol &) = default;
  /// Or else they would be copied whenever a table of them grows.
  Symbol(Symbol &&) noexcept = default;
  Symbol &operator=(const Symbol &) = default;
  Symbol &operator=(Symbol &&) noexcept = default;

  SymbolKind Kind = SymbolKind::Uniform;
  std::string Name;
  int64_t Low = 0, High = 0; ///< Inclusive.
  /// Derived: Low and High of each lane.
  LaneVector Lows, Highs;
  /// A power of two that divides every value.
  uint64_t Alignment = 1;
  /// Uniform: all values that it can have, where they are few; else empty.
  std::vector<int64_t> Listed;
  /// PerLane: read from memory, so that lanes have nothing to do with another.
  bool Independent = false;
  bool Stable = false; ///< Made by SymbolTable::stable: what the user knows.
  /// Stable: its name holds other variables, and says what it is for their
  /// values at one time.
  bool NamesVariables = false;
  bool IsIteration = false; ///< The iteration number of a loop.
  /// Set for the iteration number of a loop that runs this many times.
  std::optional<uint64_t> TripCount;

  DerivedKind Derivation = DerivedKind::Operator;
  Op Operator = Op::Add;
  IntType OperandType; ///< The type of the result, for Cast and Select.
  std::vector<LaneValue> Operands;
  bool LaneVarying = false; ///< Lanes may differ.
  /// Itself and all that it is computed from, by bitOf.
  uint64_t Reach = 0;
  /// Derived: so deep are outcomes of conditions nested in it.
  unsigned Nesting = 0;
  /// Derived: so many operators one on the other.
  unsigned Depth = 0;
  /// Derived, where it is too deep to be looked into: what is used instead.
  std::optional<SymbolId> StandIn;
};

/// The comparison that holds where \p O does not.
Op opposite(Op O);

/// In each of its lanes, a sum of terms lies between two bounds (inclusive).
struct Fact {
  TermList Terms; ///< Not empty.
  LaneVector Low, High;
  LaneMask Lanes = 0;
  /// It holds if no sum in its condition wraps around, which is not known: it
  /// shows what the author means, and proves nothing.
  bool IsPresumed = false;
  bool isAlike() const;   ///< All lanes know the same.
  uint64_t reach() const; ///< The symbols of its terms, as Symbol::Reach.
  /// Some symbol of its terms is one of \p Those.
  bool names(llvm::function_ref<bool(SymbolId)> Those) const;
};

/// The unknowns of one wave's run.
class SymbolTable {
public:
  /// Of a wave with \p Lanes lanes.
  explicit SymbolTable(unsigned Lanes) : Width(Lanes) {}

  const Symbol &operator[](SymbolId Id) const { return Symbols[Id]; }

  /// The symbol of that name, made on first use: one value all along. \p Text
  /// is what the user is shown (the name if empty).
  SymbolId stable(llvm::StringRef Name, int64_t Low, int64_t High,
                  llvm::StringRef Text = "");
  /// Sets Symbol::NamesVariables.
  void nameVariables(SymbolId Id) { Symbols[Id].NamesVariables = true; }
  /// A new symbol at each call.
  SymbolId fresh(SymbolKind Kind, llvm::StringRef Name, int64_t Low,
                 int64_t High);
  SymbolId iteration(std::optional<uint64_t> TripCount);
  /// A value of each lane that comes from memory.
  SymbolId fromMemory(llvm::StringRef Name, int64_t Low, int64_t High);
  /// One value for the block, of \p Values (not empty).
  SymbolId oneOf(llvm::StringRef Name, std::vector<int64_t> Values);
  /// The symbol for that operator on those operands, made on first use; one
  /// that stands for it where these are themselves made of many operators.
  SymbolId derived(Symbol S);
  /// As Symbol::Nesting, the most of all symbols in \p V.
  unsigned nesting(const LaneValue &V) const;

  /// As Symbol::Reach, of all symbols in \p V.
  uint64_t reach(const LaneValue &V) const;

  /// The derived symbol \p Id is known to lie in \p Of in each of \p Lanes,
  /// wherever it is used.
  void narrow(SymbolId Id, const std::array<ValueRange, MaxLanes> &Of,
              LaneMask Lanes);

  /// How many symbols there are; those made later can be forgotten again, if no
  /// value holds them.
  size_t size() const { return Symbols.size(); }
  void forget(size_t DownTo);

  LaneValue value(SymbolId Id) const;
  /// What tells \p V from other values that all lanes of \p Lanes share;
  /// nothing where they may differ.
  std::optional<std::string> keyOf(const LaneValue &V, LaneMask Lanes) const;
  bool isUniform(const LaneValue &V) const;
  /// The smallest and largest value of \p V in one lane, saturated.
  ValueRange bounds(const LaneValue &V, unsigned Lane) const;
  ValueRange bounds(SymbolId Id, unsigned Lane) const;
  /// Those that the code's conditions are meant to set: where facts that are
  /// presumed hold, too.
  ValueRange meantBounds(const LaneValue &V, unsigned Lane) const;
  /// Those of \p Lanes in which a condition keeps \p V below what is unknown,
  /// or above it, the same for all of them.
  LaneMask limited(const LaneValue &V, LaneMask Lanes, bool FromAbove) const;
  /// \p V in the second iteration of loops that run who knows how often;
  /// nothing where it has other unknowns.
  std::optional<LaneValue> inSecondIteration(const LaneValue &V) const;

  /// In Facts.cpp. What holds where the wave is now: \p V lies between \p Low
  /// and \p High in each of \p Lanes. Facts hold until they are dropped.
  void learn(const LaneValue &V, const LaneVector &Low, const LaneVector &High,
             LaneMask Lanes);
  /// `A O B` holds, of operands of type \p T.
  void learn(Op O, IntType T, const LaneValue &A, const LaneValue &B,
             LaneMask Lanes);
  /// \p Condition is not zero, or is zero.
  void learn(const LaneValue &Condition, bool Holds, LaneMask Lanes);
  /// \p V has the same bounds in all of \p Lanes.
  bool isAlike(const LaneValue &V, LaneMask Lanes) const;
  llvm::ArrayRef<Fact> facts() const { return Facts; }
  void addFacts(llvm::ArrayRef<Fact> Known);
  std::vector<Fact> takeFacts();
  void putFacts(std::vector<Fact> Taken);
  void dropFacts(size_t DownTo);

private:
  /// Which facts are used.
  struct Look {
    unsigned Depth = 0; ///< So many operators deep.
    bool Presumes = false;
    Look deeper() const { return {Depth - 1, Presumes}; }
    bool takes(const Fact &F, unsigned Lane) const {
      return F.Lanes >> Lane & 1 && (Presumes || !F.IsPresumed);
    }
    bool operator==(const Look &) const = default;
  };
  /// What the operands of a symbol left of it in one lane, for as long as no
  /// fact comes or goes: values that are made of many ask that again and again.
  struct KnownRange {
    uint64_t Version = 0; ///< Of the facts.
    SymbolId Of = 0;
    unsigned Lane = 0;
    Look How;
    ValueRange Range;
  };
  ValueRange bounds(const LaneValue &V, unsigned Lane, Look How) const;
  ValueRange bounds(SymbolId Id, unsigned Lane, Look How) const;
  ValueRange times(int64_t Coefficient, llvm::ArrayRef<SymbolId> Of,
                   unsigned Lane, Look How) const;
  ValueRange boundsWithout(const LaneValue &V, const Fact &F, int64_t By,
                           unsigned Lane) const;
  ValueRange derivedRange(const Symbol &S, unsigned Lane, Look How) const;
  ValueRange knownRange(SymbolId Id, unsigned Lane, Look How) const;
  void learn(const LaneValue &V, const LaneVector &Low, const LaneVector &High,
             LaneMask Lanes, bool IsPresumed);
  void learnOfParts(const Fact &F);
  void factsChanged();
  std::optional<SymbolId> predicate(const LaneValue &V, LaneMask Lanes) const;
  LaneValue atStart(const LaneValue &V) const;
  SymbolId standIn(SymbolId Id);
  void narrow(Symbol &S) const;

  unsigned Width; ///< Lanes of the wave.
  std::vector<Symbol> Symbols;
  std::vector<Fact> Facts;
  uint64_t FactsReach = 0; ///< Of all facts.
  uint64_t Version = 1;    ///< Another one since facts or ranges changed.
  /// By a hash; empty until it is asked for.
  mutable std::vector<KnownRange> Ranges;
  std::map<std::string, SymbolId> ByName;
  std::unordered_multimap<size_t, SymbolId> DerivedByHash;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LANEVALUE_H
