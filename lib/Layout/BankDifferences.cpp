//===- BankDifferences.cpp - What a linear layout must tell apart ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankDifferences.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <map>
#include <tuple>
#include <unordered_map>

using namespace bankfix;

namespace {

/// More than these are no pattern that a linear map could follow.
constexpr size_t MaxDifferences = 4096;

class Collector {
public:
  Collector(const LayoutTask &Task, const OffsetMap &Map)
      : Task(Task), Map(Map) {}

  BankDifferences run();

private:
  void add(const TaskSite &S);
  void add(const BankRule &Rule, unsigned Bytes, const Request &R,
           uint64_t Times);
  void addPhase(std::vector<uint64_t> Offsets, uint64_t Times);
  std::vector<size_t> differences(llvm::ArrayRef<uint64_t> Offsets);

  const LayoutTask &Task;
  const OffsetMap &Map;
  BankDifference Kind; ///< Of the request at hand, without its bits.
  std::unordered_map<uint64_t, size_t> Known; ///< By bits, bank mask and row.
  /// A phase that occurs so often, and the difference of each pair in it.
  struct Phase {
    uint64_t Times = 0;
    std::vector<size_t> Differences; ///< In Out.All.
  };
  /// By bank mask, row and offsets: most requests are another one moved.
  std::map<std::tuple<uint64_t, unsigned, std::vector<uint64_t>>, Phase>
      KnownPhases;
  BankDifferences Out;
};

/// The bits that select the bank of an access of \p Bytes, aligned to that.
uint64_t bankMask(const BankRule &Rule, unsigned Bytes) {
  uint64_t Mask = uint64_t(Rule.Banks - 1) << Rule.BankShift;
  return Mask & ~uint64_t(std::max(Bytes, 1u) - 1);
}

void Collector::addPhase(std::vector<uint64_t> Offsets, uint64_t Times) {
  uint64_t First = Offsets.front();
  for (uint64_t &Offset : Offsets)
    Offset ^= First;
  llvm::sort(Offsets);
  Offsets.erase(llvm::unique(Offsets), Offsets.end());
  auto [It, New] = KnownPhases.try_emplace(
      {Kind.BankMask, Kind.RowShift, std::move(Offsets)});
  if (New)
    It->second.Differences = differences(std::get<2>(It->first));
  It->second.Times += Times;
}

/// Each pair's entry in Out.All.
std::vector<size_t> Collector::differences(llvm::ArrayRef<uint64_t> Offsets) {
  std::vector<size_t> Entries;
  for (size_t I = 0; I < Offsets.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      Kind.Bits = Offsets[I] ^ Offsets[J];
      uint64_t Key =
          Kind.Bits | Kind.BankMask << 40 | uint64_t(Kind.RowShift) << 56;
      auto [It, New] = Known.try_emplace(Key, Out.All.size());
      if (New) {
        Out.All.push_back(Kind);
        Out.All.back().Times = 0;
      }
      Entries.push_back(It->second);
    }
  return Entries;
}

void Collector::add(const BankRule &Rule, unsigned Bytes, const Request &R,
                    uint64_t Times) {
  llvm::SmallVector<LaneAccess, 64> Lanes;
  unsigned I = 0;
  for (uint64_t Left = R.Active; Left; Left &= Left - 1)
    Lanes.push_back(
        {unsigned(llvm::countr_zero(Left)), uint64_t(Map(R.Offsets[I++]))});
  bool Merged = Rule.Merge && neighboursShareAddresses(Lanes);
  unsigned Part = Bytes / Rule.parts(Bytes);
  Kind.BankMask = bankMask(Rule, Part);
  Kind.RowShift = Rule.RowShift;
  llvm::SmallVector<std::vector<uint64_t>, 16> Phases;
  for (const LaneAccess &L : Lanes) {
    unsigned Phase = Rule.phase(L.Lane) >> (Merged ? 1 : 0);
    if (Phases.size() <= Phase)
      Phases.resize(Phase + 1);
    Phases[Phase].push_back(L.Address & ~uint64_t(Part - 1));
  }
  for (std::vector<uint64_t> &Offsets : llvm::reverse(Phases))
    if (!Offsets.empty())
      addPhase(std::move(Offsets), Times);
}

void Collector::add(const TaskSite &S) {
  BankRule Rule = ruleFor(*Task.Model, S.Where->Op, S.Where->Bytes);
  if (Rule.Shares == Sharing::Unbanked)
    return;
  for (const RequestGroup &G : S.Requests->Groups) {
    Out.Complete &= !G.isWorstCase();
    for (const Request &X : G.Alternatives) {
      if (Out.All.size() > MaxDifferences) {
        Out.Complete = false;
        return;
      }
      if (X.InBounds)
        add(Rule, S.Where->Bytes, X, G.Count * S.Times);
    }
  }
}

BankDifferences Collector::run() {
  for (const TaskSite &S : Task.Sites)
    if (S.IsOfSuchRows)
      add(S);
    else
      Out.Complete = false;
  for (const auto &[Key, P] : KnownPhases)
    for (size_t I : P.Differences)
      Out.All[I].Times += P.Times;
  return std::move(Out);
}

} // namespace

uint64_t BankDifferences::conflicts(const BitMatrix &M, uint64_t Enough) const {
  uint64_t Sum = 0;
  for (const BankDifference &D : All)
    if (Sum <= Enough && D.conflicts(M.apply(D.Bits)))
      Sum += D.Times;
  return Sum;
}

BankDifferences bankfix::collectDifferences(const LayoutTask &Task,
                                            const OffsetMap &Map) {
  return Collector(Task, Map).run();
}
