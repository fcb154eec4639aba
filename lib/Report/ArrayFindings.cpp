//===- ArrayFindings.cpp - One finding for each array and kernel ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace bankfix;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// How bad an access is: its excess, then its degree.
using Badness = std::pair<uint64_t, double>;

/// The findings of one array in one kernel, as indices.
struct Group {
  std::map<size_t, uint64_t> Members; ///< And the excess of each.
  size_t Worst = 0;
  Badness HowBad = {0, 0};
  const Occurrence *At = nullptr; ///< Of Worst.

  void add(size_t Index, const Occurrence &O) {
    const Verdict &V = O.Access->Counts;
    Badness New(V.excess(), V.MaxDegree);
    if (!At || New > HowBad) {
      Worst = Index;
      HowBad = New;
      At = &O;
    }
    uint64_t &Excess = Members[Index];
    Excess = std::max(Excess, V.excess());
  }
};
} // namespace

/// The same for all instances and launches of a kernel, and what they declare.
static auto keyOf(const Occurrence &O) {
  const SourcePlace &K = O.Kernel->Place, &A = O.array().Array.Place;
  return std::tie(K.File, K.Line, K.Column, O.Kernel->Name, A.File, A.Line,
                  A.Column, O.array().Array.Name);
}

using Key = std::tuple<std::string, unsigned, unsigned, std::string,
                       std::string, unsigned, unsigned, std::string>;

/// By the worst finding; kernels that agree on it are one group.
static std::map<size_t, Group> groups(ArrayRef<Finding> All) {
  std::map<Key, Group> Each;
  for (auto [I, F] : llvm::enumerate(All))
    for (const Occurrence &O : F.In)
      Each[Key(keyOf(O))].add(I, O);
  std::map<size_t, Group> Out;
  for (auto &[_, G] : Each) {
    auto [It, IsNew] = Out.try_emplace(G.Worst, G);
    if (!IsNew)
      for (auto [I, Excess] : G.Members) {
        uint64_t &Known = It->second.Members[I];
        Known = std::max(Known, Excess);
      }
  }
  return Out;
}

std::vector<ArrayFinding> bankfix::perArray(ArrayRef<Finding> All,
                                            StringRef Target) {
  std::vector<ArrayFinding> Out;
  for (auto &[Worst, G] : groups(All)) {
    ArrayFinding New{All[Worst], {}, 0, G.At};
    New.Worst.Notes = arrayNotes(G.At->array(), Target);
    for (auto [I, Excess] : G.Members) {
      New.Excess += Excess;
      // Another kernel or shape may see this access otherwise.
      if (All[I].Place != All[Worst].Place)
        New.Others.push_back(All[I].Place);
    }
    Out.push_back(std::move(New));
  }
  return Out;
}

/// Percent of its kernel's time that the fix gains; 0 where that is not known.
static double gain(const ArrayFinding &F) {
  const std::optional<FixReport> &Fix = F.At->array().Fix;
  return Fix && Fix->Mind.Gain ? Fix->Mind.Gain->percent() : 0;
}

void bankfix::sortByGain(std::vector<ArrayFinding> &All) {
  auto Place = [](const ArrayFinding &F) {
    const SourcePlace &P = F.Worst.Place;
    return std::tie(P.File, P.Line, P.Column, F.Worst.Text);
  };
  llvm::sort(All, [&](const ArrayFinding &L, const ArrayFinding &R) {
    if (gain(L) != gain(R))
      return gain(L) > gain(R);
    return L.Excess != R.Excess ? L.Excess > R.Excess : Place(L) < Place(R);
  });
}
