//===- WorstCase.cpp - Requests whose addresses only the run knows --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The most rows that the lanes of a phase can ask of one bank is a matching of
// lanes to rows: each lane that adds a row needs one of its own. A lane with at
// least as many rows to choose from as there are lanes always finds one, so
// only the others have to be matched.
//
//===----------------------------------------------------------------------===//

#include "PhaseWays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <map>
#include <memory>
#include <set>

using namespace bankfix;
using llvm::ArrayRef;

namespace {

constexpr unsigned MaxBanks = 64;
constexpr unsigned MaxLanes = 64;

/// What the lanes of one address list may ask of each bank: the keys that tell
/// lanes apart there. More than MaxLanes are no more than that.
class KeysOfBank {
public:
  ArrayRef<uint64_t> operator[](unsigned Bank) const {
    return ArrayRef(Keys).slice(First[Bank], Count[Bank]);
  }
  /// \p F is called twice with a function that takes a bank and a key.
  template <typename Fn> explicit KeysOfBank(Fn F) {
    std::array<unsigned, MaxBanks> Most = {};
    F([&](unsigned Bank, uint64_t) { ++Most[Bank]; });
    unsigned Size = 0;
    for (unsigned Bank = 0; Bank != MaxBanks; ++Bank) {
      First[Bank] = Size;
      Size += std::min(Most[Bank], MaxLanes);
    }
    Keys.resize_for_overwrite(Size);
    F([&](unsigned Bank, uint64_t Key) { add(Bank, Key); });
  }

private:
  void add(unsigned Bank, uint64_t Key) {
    if (Count[Bank] == MaxLanes)
      return;
    uint64_t *Begin = Keys.data() + First[Bank], *End = Begin + Count[Bank];
    // Addresses mostly come in order, and so do keys.
    bool IsMore = Begin == End || End[-1] < Key;
    InOrder &= IsMore || End[-1] == Key;
    if (InOrder ? !IsMore : std::find(Begin, End, Key) != End)
      return;
    *End = Key;
    ++Count[Bank];
  }

  llvm::SmallVector<uint64_t, MaxLanes> Keys; ///< Of one bank after another.
  std::array<unsigned, MaxBanks> First, Count = {};
  bool InOrder = true; ///< Each bank's keys are.
};

/// Lanes that meet wherever they go; Keys tells where that may be.
struct Agent {
  unsigned Phase;
  const KeysOfBank *Keys;
};

/// Bounds the steps of each phase, for one way to tell lanes apart.
class WorstPhases {
public:
  WorstPhases(const BankRule &R, unsigned Bytes, ArrayRef<LaneChoice> Lanes)
      : R(R), Bytes(Bytes), Lanes(Lanes) {}

  /// Lanes that meet in one bank each take a step, whatever they want there.
  bool CountLanes = false;
  bool ByAddress = false; ///< Keys are byte addresses, not rows.
  bool Merged = false;    ///< Phases 2k and 2k+1 are one.

  PhaseWays run() const;

private:
  KeysOfBank keys(ArrayRef<uint64_t> Addresses, unsigned Part,
                  unsigned PartBytes) const;
  unsigned steps(ArrayRef<Agent> Phase) const;
  unsigned inBank(ArrayRef<Agent> Phase, unsigned Bank, unsigned Most) const;
  void addPart(unsigned Part, PhaseWays &Ways) const;

  const BankRule &R;
  unsigned Bytes;
  ArrayRef<LaneChoice> Lanes;
};

KeysOfBank WorstPhases::keys(ArrayRef<uint64_t> Addresses, unsigned Part,
                             unsigned PartBytes) const {
  const unsigned Words = PartBytes == 12 ? 3 : 1;
  return KeysOfBank([&](auto Add) {
    for (uint64_t Address : Addresses)
      for (unsigned W = 0; W != Words; ++W) {
        const uint64_t At =
            Address + uint64_t{Part} * PartBytes + uint64_t{4} * W;
        Add(R.bank(At), ByAddress ? At : R.row(At));
      }
  });
}

/// Finds each lane a key of its own, one lane after another.
class Matching {
public:
  explicit Matching(ArrayRef<ArrayRef<uint64_t>> Lists) {
    llvm::SmallVector<uint64_t, 4 * MaxLanes> Known;
    for (ArrayRef<uint64_t> Keys : Lists)
      Known.append(Keys.begin(), Keys.end());
    std::sort(Known.begin(), Known.end());
    Known.erase(std::unique(Known.begin(), Known.end()), Known.end());
    for (ArrayRef<uint64_t> Keys : Lists) {
      Choices.emplace_back();
      for (uint64_t Key : Keys)
        Choices.back().push_back(llvm::lower_bound(Known, Key) - Known.begin());
    }
    Owner.assign(Known.size(), Free);
    Tried.assign(Known.size(), Free);
  }

  /// Of all lists; no more than these have a key.
  unsigned keys() const { return Owner.size(); }

  unsigned size() {
    unsigned Size = 0;
    for (Round = 0; Round != Choices.size(); ++Round)
      Size += place(Round);
    return Size;
  }

private:
  static constexpr unsigned Free = ~0u;

  bool place(unsigned Lane) {
    for (unsigned Key : Choices[Lane]) {
      if (Tried[Key] == Round)
        continue;
      Tried[Key] = Round;
      if (Owner[Key] == Free || place(Owner[Key])) {
        Owner[Key] = Lane;
        return true;
      }
    }
    return false;
  }

  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, MaxLanes> Choices;
  llvm::SmallVector<unsigned, MaxLanes>
      Owner; ///< Of each key: a lane, or Free.
  llvm::SmallVector<unsigned, MaxLanes> Tried; ///< Of each key: the last round.
  unsigned Round = 0;
};

/// The most rows that \p Phase asks of the bank; \p Most, if they are fewer.
unsigned WorstPhases::inBank(ArrayRef<Agent> Phase, unsigned Bank,
                             unsigned Most) const {
  llvm::SmallVector<ArrayRef<uint64_t>, MaxLanes> Few;
  unsigned Count = 0;
  for (const Agent &A : Phase) {
    ArrayRef<uint64_t> Keys = (*A.Keys)[Bank];
    if (Keys.empty())
      continue;
    if (CountLanes || Keys.size() >= Phase.size())
      ++Count;
    else
      Few.push_back(Keys);
  }
  if (Few.empty() || Count + Few.size() <= Most)
    return std::max(Most, Count);
  // Lanes mostly share one list.
  if (llvm::all_of(Few, [&](ArrayRef<uint64_t> Keys) {
        return Keys.data() == Few[0].data();
      }))
    Count += std::min(Few.size(), Few[0].size());
  else if (Matching Found(Few); Count + Found.keys() > Most)
    Count += Found.size();
  return std::max(Most, Count);
}

unsigned WorstPhases::steps(ArrayRef<Agent> Phase) const {
  unsigned Most = 1;
  for (unsigned Bank = 0; Bank != R.Banks; ++Bank)
    Most = inBank(Phase, Bank, Most);
  return Most;
}

void WorstPhases::addPart(unsigned Part, PhaseWays &Ways) const {
  // Lanes share their lists.
  std::map<const uint64_t *, std::unique_ptr<KeysOfBank>> KeysOf;
  std::map<unsigned, llvm::SmallVector<Agent, MaxLanes>> Phases;
  std::set<std::pair<unsigned, unsigned>> Seen;
  for (const LaneChoice &L : Lanes) {
    const unsigned Phase = R.phase(L.Lane) >> (Merged ? 1 : 0);
    if (!CountLanes && !Seen.insert({Phase, L.Together}).second)
      continue;
    auto [It, New] = KeysOf.try_emplace(L.Addresses.data());
    if (New)
      It->second = std::make_unique<KeysOfBank>(
          keys(L.Addresses, Part, Bytes / Ways.Parts));
    Phases[Phase].push_back({Phase, It->second.get()});
  }
  for (auto &[Phase, Agents] : Phases)
    Ways.Steps[Phase] += steps(Agents);
}

PhaseWays WorstPhases::run() const {
  PhaseWays Ways;
  Ways.Parts = R.parts(Bytes);
  if (R.Shares == Sharing::Unbanked) {
    for (const LaneChoice &L : Lanes)
      Ways.Steps[R.phase(L.Lane)] = 1;
    return Ways;
  }
  for (unsigned Part = 0; Part != Ways.Parts; ++Part)
    addPart(Part, Ways);
  return Ways;
}

/// Each lane takes a step of its own in each part, but for those that meet
/// wherever they go.
bool isEachAlone(const BankRule &R, const PhaseWays &Ways, unsigned Bytes,
                 ArrayRef<LaneChoice> Lanes) {
  std::set<std::pair<unsigned, unsigned>> Agents;
  for (const LaneChoice &L : Lanes)
    Agents.insert({R.phase(L.Lane), L.Together});
  return Bytes / Ways.Parts != 12 && Ways.sum() == Ways.Parts * Agents.size();
}

double worstDegree(const Target &T, const BankRule &R, const PhaseWays &Ways,
                   bool AnySubset) {
  // The subset that leaves the worst phase alone has the largest mean.
  return AnySubset && R.hasOwnPhases()
             ? double(Ways.largest()) / Ways.Parts
             : double(wavefronts(T, R, Ways)) / ideal(T, R, Ways);
}

/// Where loads merge, lanes ask for at most one row for each pair.
PhaseWays mergedWays(const BankRule &R, unsigned Bytes,
                     ArrayRef<LaneChoice> Lanes) {
  WorstPhases Merged(R, Bytes, Lanes);
  Merged.Merged = true;
  PhaseWays Ways = Merged.run();
  std::map<unsigned, std::set<unsigned>> Pairs[2];
  for (const LaneChoice &L : Lanes)
    for (unsigned Toggle : {1u, 2u})
      Pairs[Toggle - 1][R.phase(L.Lane) >> 1].insert(L.Lane & ~Toggle);
  for (auto &[Phase, Set] : Pairs[0]) {
    const size_t Most = std::max(Set.size(), Pairs[1][Phase].size());
    Ways.Steps[Phase] = std::min<size_t>(Ways.Steps[Phase], Most);
  }
  return Ways;
}

/// A small generator of fixed seed (SplitMix64), the same on every machine.
class Draws {
public:
  size_t below(size_t N) {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    Z ^= Z >> 31;
    return size_t((unsigned __int128)(Z)*N >> 64);
  }

private:
  uint64_t State = 1;
};

} // namespace

WorstCost bankfix::worstCost(const Target &T, AccessOp Op, unsigned Bytes,
                             ArrayRef<LaneChoice> Lanes, bool AnySubset) {
  if (Lanes.empty())
    return {};
  const BankRule R = ruleFor(T, Op, Bytes);
  WorstPhases Distinct(R, Bytes, Lanes);
  Distinct.ByAddress = R.Shares == Sharing::PerLane;
  // A broadcast serves one word; any other lane of its bank takes a step.
  Distinct.CountLanes = R.Shares == Sharing::OneBroadcast;
  const PhaseWays Ways = Distinct.run();

  WorstCost C;
  C.Requests = Ways.Parts;
  C.Wavefronts = wavefronts(T, R, Ways);
  C.Ideal = ideal(T, R, Ways);
  C.Excess = C.Wavefronts - C.Ideal;
  C.MaxDegree = worstDegree(T, R, Ways, AnySubset);
  C.Conf = R.Conf;
  C.Settled = C.Excess == 0 && !R.Merge;
  C.IsMost = !R.Merge && R.Shares == Sharing::Multicast &&
             isEachAlone(R, Ways, Bytes, Lanes);
  if (R.Merge) {
    const PhaseWays Merged = mergedWays(R, Bytes, Lanes);
    const unsigned Most = wavefronts(T, R, Merged) - ideal(T, R, Merged);
    C.Excess = std::max(C.Excess, Most);
    C.MaxDegree = std::max(C.MaxDegree, worstDegree(T, R, Merged, AnySubset));
    C.Conf = std::max(C.Conf, *R.Merge);
  }
  if (R.Shares == Sharing::PerLane) {
    WorstPhases All(R, Bytes, Lanes);
    All.CountLanes = true;
    C.Wavefronts = wavefronts(T, R, All.run());
    // Lanes at one address would otherwise take a step together.
    C.Serialization = C.Wavefronts - C.Ideal;
    C.Settled &= C.Serialization == 0;
  }
  return C;
}

double bankfix::meanDegree(const Target &T, AccessOp Op, unsigned Bytes,
                           ArrayRef<LaneChoice> Lanes) {
  constexpr unsigned Rounds = 4096;
  // Lanes that go together draw once; which do is the same in every round.
  std::map<unsigned, unsigned> Groups;
  llvm::SmallVector<unsigned, MaxLanes> GroupOf;
  for (const LaneChoice &L : Lanes)
    GroupOf.push_back(
        Groups.try_emplace(L.Together, Groups.size()).first->second);

  Draws Next;
  llvm::SmallVector<LaneAccess, MaxLanes> Drawn(Lanes.size());
  llvm::SmallVector<uint64_t, MaxLanes> Chosen;
  uint64_t Wavefronts = 0, Ideal = 0;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    Chosen.clear();
    for (auto [L, Group, To] : llvm::zip_equal(Lanes, GroupOf, Drawn)) {
      if (Group == Chosen.size())
        Chosen.push_back(L.Addresses[Next.below(L.Addresses.size())]);
      To = {L.Lane, Chosen[Group]};
    }
    const Cost C = cost(T, Op, Bytes, Drawn);
    Wavefronts += C.Wavefronts - C.Serialization;
    Ideal += C.Ideal;
  }
  return Ideal ? double(Wavefronts) / Ideal : 1;
}
