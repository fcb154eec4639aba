//===- NaiveCost.cpp - A second, slow count of wavefronts -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveCost.h"
#include <map>
#include <set>

using namespace bankfix;
using namespace bankfix::test;

namespace {

using Phase = std::set<unsigned>; // Lanes.

struct Model {
  std::vector<Phase> Phases;
  unsigned Banks = 32, BankBytes = 4, RowBytes = 128;
  bool Split4 = false;     // Into 4-byte requests.
  bool Split8 = false;     // Into 8-byte requests.
  bool Amd = false;        // Empty phases cost 1.
  bool FermiWide = false;  // Ways = 1 + the largest.
  bool Merges = false;     // Loads merge pairs of phases.
  bool Broadcasts = false; // One word and one lane of each other bank a step.
  bool SameConflicts = false;
  bool AddsAtOnce = false; // Atomic additions to one word.
  bool Twice = false;      // Two wavefronts a step.
  bool NoBanks = false;
};

bool isLoad(AccessOp Op) {
  return Op == AccessOp::Load || Op == AccessOp::LoadMatrix;
}

std::vector<Phase> contiguous(unsigned Lanes, unsigned Size) {
  std::vector<Phase> Phases;
  for (unsigned L = 0; L != Lanes; ++L) {
    if (L % Size == 0)
      Phases.emplace_back();
    Phases.back().insert(L);
  }
  return Phases;
}

/// Phases given by inclusive ranges of lanes, then again 32 lanes up.
std::vector<Phase>
ranges(std::vector<std::vector<std::pair<unsigned, unsigned>>> Groups) {
  std::vector<Phase> Phases;
  for (unsigned Half : {0, 32})
    for (const auto &Group : Groups) {
      Phases.emplace_back();
      for (auto [First, Last] : Group)
        for (unsigned L = First; L <= Last; ++L)
          Phases.back().insert(Half + L);
    }
  return Phases;
}

const auto CdnaRead16 = ranges({{{0, 3}, {20, 23}},
                                {{4, 7}, {16, 19}},
                                {{8, 11}, {28, 31}},
                                {{12, 15}, {24, 27}}});
const auto Cdna4Read16 =
    ranges({{{0, 3}, {12, 15}, {20, 27}}, {{4, 11}, {16, 19}, {28, 31}}});

Model nvidia(const Target &T, AccessOp Op, unsigned Bytes) {
  const unsigned CC = T.ComputeCapability;
  Model M;
  if (CC < 20) {
    M.Banks = 16;
    M.RowBytes = 64;
    M.Phases = contiguous(32, 16);
    M.Split4 = true;
    M.Broadcasts = isLoad(Op);
    return M;
  }
  const bool Kepler = CC >= 30 && CC < 50;
  const unsigned PerPhase = Bytes <= 4 ? 32 : Bytes == 8 ? 16 : 8;
  M.Phases = contiguous(32, Kepler ? (Bytes == 16 ? 16 : 32) : PerPhase);
  if (Kepler) {
    M.RowBytes = 256;
    M.BankBytes = T.Name.contains("bank8") ? 8 : 4;
  }
  M.FermiWide = CC < 30 && Bytes == 16;
  M.AddsAtOnce = CC >= 90 && Op == AccessOp::AtomicAdd && Bytes == 4;
  M.Twice = CC >= 90 && Op == AccessOp::AtomicSwap && Bytes <= 8;
  M.Merges = CC >= 50 && Op == AccessOp::Load && Bytes >= 8;
  return M;
}

Model cdna(const Target &T, AccessOp Op, unsigned Bytes) {
  const bool Cdna4 = T.Name == "gfx950";
  const bool Load = Op == AccessOp::Load || Op == AccessOp::LoadMatrix;
  Model M;
  if (Bytes <= 4)
    M.Phases = contiguous(64, 32);
  else if (Bytes == 8)
    M.Phases = contiguous(64, Cdna4 && Load ? 32 : 16);
  else if (!Load)
    M.Phases = contiguous(64, 8);
  else
    M.Phases = Cdna4 && Bytes == 16 ? Cdna4Read16 : CdnaRead16;
  if (Cdna4 && Load && (Bytes == 8 || Bytes == 16)) {
    M.Banks = 64;
    M.RowBytes = 256;
  }
  return M;
}

Model amd(const Target &T, AccessOp Op, unsigned Bytes) {
  unsigned Number = 0;
  Model M;
  if (T.Name == "evergreen") {
    M.Phases = contiguous(64, 32);
    M.Split4 = true;
  } else if (T.WaveSize == 32) {
    M.Phases = contiguous(32, Bytes <= 4 ? 32 : Bytes == 8 ? 16 : 8);
  } else if (T.Name == "gfx908" || T.Name == "gfx90a" ||
             (!T.Name.drop_front(3).getAsInteger(10, Number) && Number > 909)) {
    M = cdna(T, Op, Bytes);
  } else {
    M.Phases = contiguous(64, Bytes <= 4 ? 32 : 16);
    M.Split8 = Bytes == 16;
  }
  M.Amd = true;
  return M;
}

Model model(const Target &T, AccessOp Op, unsigned Bytes) {
  if (T.isCuda())
    return nvidia(T, Op, Bytes);
  if (T.Name.starts_with("gfx") || T.Name == "evergreen")
    return amd(T, Op, Bytes);
  Model M;
  if (T.Name.starts_with("intel")) {
    M.Phases = contiguous(32, Bytes <= 4 ? 16 : Bytes == 8 ? 8 : 4);
    M.Banks = 16;
    M.RowBytes = 64;
    M.SameConflicts = !isLoad(Op);
  } else if (T.Name == "apple") {
    M.Phases = contiguous(32, Bytes <= 4 ? 32 : Bytes == 8 ? 16 : 8);
  } else {
    M.Phases = contiguous(T.WaveSize, 32);
    M.NoBanks = true;
  }
  return M;
}

/// Accesses that only some targets have an own rule for: 12 bytes, and 16-byte
/// atomics.
bool isKnownWidth(const Target &T, AccessOp Op, unsigned Bytes) {
  const bool Nvidia5 = T.ComputeCapability >= 50;
  if (T.Name == "mali" || T.Name == "adreno" || T.Name == "evergreen" ||
      (T.isCuda() && T.ComputeCapability < 20))
    return true;
  if (Bytes == 12)
    return T.Name == "gfx950" && isLoad(Op);
  return !isAtomic(Op) || Bytes <= 8 || Nvidia5;
}

using LaneAddress = std::map<unsigned, uint64_t>;

/// Every word that one lane touches.
std::vector<uint64_t> words(uint64_t Address, unsigned Bytes) {
  std::vector<uint64_t> Words;
  for (uint64_t W = Address / 4; W <= (Address + Bytes - 1) / 4; ++W)
    Words.push_back(W);
  return Words;
}

/// The fewest steps, trying every set of words to broadcast (but for words of
/// one lane, where it changes nothing).
unsigned broadcastSteps(const LaneAddress &Lanes, unsigned Banks) {
  std::map<uint64_t, unsigned> Wanted; // Word to lanes.
  for (auto [Lane, Address] : Lanes)
    ++Wanted[Address / 4];
  unsigned Shared = 0;
  for (auto [Word, Count] : Wanted)
    Shared += Count > 1;
  unsigned Best = ~0U;
  for (unsigned Set = 0; Set < 1U << Shared; ++Set) {
    std::map<unsigned, unsigned> StepsOfBank;
    unsigned Broadcasts = 0, Longest = 0, Left = Set;
    for (auto [Word, Count] : Wanted) {
      bool Broadcast = false;
      if (Count > 1) {
        Broadcast = Left & 1;
        Left >>= 1;
      }
      Broadcasts += Broadcast;
      unsigned &Steps = StepsOfBank[Word % Banks];
      Steps += Broadcast ? 1 : Count;
      Longest = std::max(Longest, Steps);
    }
    Best = std::min(Best, std::max(Longest, Broadcasts));
  }
  return Best;
}

enum class Conflict { Rows, Lanes, Addresses };

unsigned phaseCost(const Model &M, Conflict By, unsigned Bytes,
                   const LaneAddress &Lanes) {
  if (Lanes.empty() || M.NoBanks)
    return Lanes.empty() ? 0 : 1;
  if (M.Broadcasts && By == Conflict::Rows)
    return broadcastSteps(Lanes, M.Banks);
  std::map<unsigned, std::set<uint64_t>> InBank;
  for (auto [Lane, Address] : Lanes)
    for (uint64_t Word : words(Address, Bytes))
      InBank[Word * 4 / M.BankBytes % M.Banks].insert(
          By == Conflict::Rows    ? Word * 4 / M.RowBytes
          : By == Conflict::Lanes ? Lane
                                  : Address);
  size_t Most = 0;
  for (const auto &[Bank, Distinct] : InBank)
    Most = std::max(Most, Distinct.size());
  return Most;
}

/// For every lane, lane ^ Toggle is inactive or has the same address.
bool pairsAgree(const LaneAddress &Lanes, unsigned Toggle) {
  for (auto [Lane, Address] : Lanes)
    if (Lanes.count(Lane ^ Toggle) && Lanes.at(Lane ^ Toggle) != Address)
      return false;
  return true;
}

std::vector<Phase> mergedPhases(const std::vector<Phase> &Phases) {
  std::vector<Phase> Merged;
  for (size_t I = 0; I != Phases.size(); I += 2) {
    Merged.push_back(Phases[I]);
    Merged.back().insert(Phases[I + 1].begin(), Phases[I + 1].end());
  }
  return Merged;
}

struct Count {
  unsigned Wavefronts = 0, Ideal = 0;
};

Count countPart(const Model &M, Conflict By, unsigned Bytes,
                const LaneAddress &Lanes) {
  const bool Merge = M.Merges && (pairsAgree(Lanes, 1) || pairsAgree(Lanes, 2));
  Count C;
  unsigned Largest = 0;
  for (const Phase &P : Merge ? mergedPhases(M.Phases) : M.Phases) {
    LaneAddress Active;
    for (auto [Lane, Address] : Lanes)
      if (P.count(Lane))
        Active[Lane] = Address;
    const unsigned Ways = phaseCost(M, By, Bytes, Active);
    Largest = std::max(Largest, Ways);
    C.Wavefronts += M.Amd ? std::max(1U, Ways) : Ways;
    C.Ideal += M.Amd || !Active.empty();
  }
  if (M.FermiWide)
    C.Wavefronts = C.Ideal * (1 + Largest);
  return C;
}

} // namespace

Cost bankfix::test::naiveCost(const Target &T, AccessOp Op, unsigned Bytes,
                              const Wave &Lanes) {
  Cost C;
  if (Lanes.empty())
    return C;
  const bool Known = isKnownWidth(T, Op, Bytes);
  Model M = model(T, Op, Known ? Bytes : 4);
  M.Split4 |= !Known;
  M.AddsAtOnce &= Known;
  M.Twice &= Known;
  const unsigned PartBytes = M.Split4 ? 4 : M.Split8 ? 8 : Bytes;
  const bool Serialises = (isAtomic(Op) && !M.AddsAtOnce) || M.SameConflicts;
  const unsigned Each = M.Twice ? 2 : 1;
  for (unsigned At = 0; At < Bytes; At += PartBytes) {
    LaneAddress Part;
    for (const LaneAccess &L : Lanes)
      Part[L.Lane] = L.Address + At;
    const unsigned Width = std::min(PartBytes, Bytes);
    const Conflict By = Serialises ? Conflict::Lanes : Conflict::Rows;
    const Count Whole = countPart(M, By, Width, Part);
    ++C.Requests;
    C.Wavefronts += Each * Whole.Wavefronts;
    C.Ideal += Each * Whole.Ideal;
    if (Serialises)
      C.Serialization +=
          Each * (Whole.Wavefronts -
                  countPart(M, Conflict::Addresses, Width, Part).Wavefronts);
  }
  return C;
}
