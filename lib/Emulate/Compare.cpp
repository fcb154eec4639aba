//===- Compare.cpp - One job of verify, within the child process ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "FirstRun.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace bankfix;

namespace {

class Comparison {
public:
  explicit Comparison(JobRuns &R) : R(R) {}

  VerifiedKernel compare();

private:
  bool runOriginal();
  void judgeOrder();
  void compareFixed(bool Traces);
  void furtherInputs();
  bool same(const Outcome &A, const Outcome &B) const;
  std::string chunk(const Outcome &O, unsigned Region, uint64_t Offset) const;
  size_t mismatch(llvm::StringRef X, llvm::StringRef Y);
  std::optional<VerifyDifference> difference(const Outcome &A,
                                             const Outcome &B);
  std::optional<VerifyDifference>
  regionDifference(const Outcome &A, const Outcome &B, unsigned Region);
  void nameWriter(VerifyDifference &D, const void *Address);
  std::vector<VerifiedAccess> collect(Device &D) const;

  JobRuns &R;
  Outcome Expected; ///< Of the original, with the inputs that are set.
  VerifiedKernel Out;
};

std::string Comparison::chunk(const Outcome &O, unsigned Region,
                              uint64_t Offset) const {
  auto It = O.Regions[Region].find(Offset);
  return It == O.Regions[Region].end() ? R.In->Regions[Region]->initial(Offset)
                                       : It->second;
}

/// Where the first byte is that differs; the size of both where there is none.
/// Words that hold addresses of shared memory on both sides are left out.
size_t Comparison::mismatch(llvm::StringRef X, llvm::StringRef Y) {
  constexpr size_t Word = sizeof(uint64_t);
  for (size_t At = 0;; Out.HoldsAddresses = true) {
    At = std::mismatch(X.begin() + At, X.end(), Y.begin() + At).first -
         X.begin();
    size_t Begin = At / Word * Word;
    if (At == X.size() || X.size() - Begin < Word)
      return At;
    uint64_t Old, New;
    std::memcpy(&Old, X.data() + Begin, Word);
    std::memcpy(&New, Y.data() + Begin, Word);
    if (!R.Before.isShared(Old) || !R.After->isShared(New))
      return At;
    At = Begin + Word;
  }
}

std::optional<VerifyDifference> Comparison::regionDifference(const Outcome &A,
                                                             const Outcome &B,
                                                             unsigned Region) {
  std::set<uint64_t> Offsets;
  for (const Outcome *O : {&A, &B})
    for (const auto &[Offset, Data] : O->Regions[Region])
      Offsets.insert(Offset);
  for (uint64_t Offset : Offsets) {
    std::string X = chunk(A, Region, Offset), Y = chunk(B, Region, Offset);
    size_t At = mismatch(X, Y);
    if (At == X.size())
      continue;
    const class Region &Memory = *R.In->Regions[Region];
    uint64_t Place = Offset + At;
    VerifyDifference D;
    D.What = Memory.elementName(Place);
    D.Before = Memory.valueText(Place, X);
    D.After = Memory.valueText(Place, Y);
    nameWriter(D, Memory.at(Place));
    return D;
  }
  return std::nullopt;
}

void Comparison::nameWriter(VerifyDifference &D, const void *Address) {
  LaunchConfig C = R.config(*R.After);
  C.Watch = Address;
  R.run(*R.After, C);
  if (std::optional<LastWrite> W = R.After->writer()) {
    D.Place = W->Place;
    D.Block = W->Block;
    D.Thread = W->Thread;
  }
}

std::optional<VerifyDifference> Comparison::difference(const Outcome &A,
                                                       const Outcome &B) {
  for (unsigned I = 0; I < R.In->Regions.size(); ++I)
    if (auto D = regionDifference(A, B, I))
      return D;
  for (const auto &[Name, Data] : A.Variables) {
    auto It = B.Variables.find(Name);
    if (It != B.Variables.end() && mismatch(Data, It->second) != Data.size())
      return VerifyDifference{
          "the variable '" + Name + "'", "", "", {}, {}, {}};
  }
  Out.HoldsAddresses |= A.ReturnedAddresses || B.ReturnedAddresses;
  if (A.Returned != B.Returned)
    return VerifyDifference{
        "what an atomic returns, or what is printed", "", "", {}, {}, {}};
  return std::nullopt;
}

bool Comparison::same(const Outcome &A, const Outcome &B) const {
  if (A.Failed || B.Failed)
    return !A.Failed == !B.Failed || A.isUndecided() || B.isUndecided();
  if (A.Variables != B.Variables)
    return false;
  for (unsigned I = 0; I < R.In->Regions.size(); ++I) {
    std::set<uint64_t> Offsets;
    for (const Outcome *O : {&A, &B})
      for (const auto &[Offset, Data] : O->Regions[I])
        Offsets.insert(Offset);
    for (uint64_t Offset : Offsets)
      if (chunk(A, I, Offset) != chunk(B, I, Offset))
        return false;
  }
  return true;
}

std::vector<VerifiedAccess> Comparison::collect(Device &D) const {
  std::vector<VerifiedAccess> All;
  std::vector<unsigned> Seen; // In how many blocks.
  for (const BlockTrace &B : D.trace())
    for (const TracedAccess &A : B.Accesses) {
      auto It = llvm::find_if(All, [&](const VerifiedAccess &V) {
        const TracedSite &S = V.Most.Site;
        return S.Place == A.Site.Place && S.Op == A.Site.Op &&
               S.Bytes == A.Site.Bytes && S.Array == A.Site.Array;
      });
      if (It == All.end()) {
        All.push_back({A, A.Counts.Wavefronts, B.Block});
        Seen.push_back(1);
        continue;
      }
      ++Seen[It - All.begin()];
      It->LeastWavefronts = std::min(It->LeastWavefronts, A.Counts.Wavefronts);
      if (A.Counts.Wavefronts > It->Most.Counts.Wavefronts) {
        It->Most = A;
        It->Block = B.Block;
      }
    }
  for (unsigned I = 0; I < All.size(); ++I)
    if (Seen[I] < D.trace().size())
      All[I].LeastWavefronts = 0;
  return All;
}

bool Comparison::runOriginal() {
  FirstRun First = firstRun(R);
  Out.Outside = R.Before.outsideSubscripts();
  Out.Reason = First.Reason;
  if (First.Failed && !First.Failed->isRefusal())
    Out.Faults.push_back(*First.Failed);
  if (!First.Traced) {
    if (First.Failed)
      Out.Reason = First.Failed->text();
    return false;
  }
  Expected = std::move(*First.Traced);
  Out.Ran = true;
  Out.Chosen = std::move(First.Chosen);
  Out.Blocks = R.Grid[0] * R.Grid[1] * R.Grid[2];
  Out.Before = Out.After = collect(R.Before);
  Out.Races = R.Before.races();
  return true;
}

void Comparison::judgeOrder() {
  for (uint64_t Seed : {11, 12}) {
    LaunchConfig C = R.config(R.Before);
    C.Order = Schedule::Random;
    C.Seed = Seed;
    Out.Racy |= !same(Expected, R.run(R.Before, C));
  }
}

void Comparison::compareFixed(bool Traces) {
  Device &After = *R.After;
  Outcome O = Traces ? R.tracedRun(After) : R.run(After, R.config(After));
  if (Traces)
    Out.After = collect(After);
  if (!R.isDefined()) {
    Out.NotCompared = "the fix relies on subscripts that stay in their "
                      "dimensions, and with these inputs one does not";
    return;
  }
  if (O.isUndecided()) {
    Out.NotCompared = "with the fix, " + O.Failed->text();
    return;
  }
  if (O.Failed) {
    Out.Difference =
        VerifyDifference{"the fixed kernel stops", "",
                         O.Failed->text(),         O.Failed->Place,
                         O.Failed->Block,          O.Failed->Thread};
    return;
  }
  ++Out.Inputs;
  if (!Out.Racy)
    Out.Difference = difference(Expected, O);
}

/// Other data, and sizes that nothing divides.
void Comparison::furtherInputs() {
  InputStyle First = R.Style;
  for (auto [Seed, Size] : {std::pair(2, First.Size), {3, First.Size - 5}}) {
    InputStyle S = {uint64_t(Seed), First.Below, Size, First.Chosen};
    if (Out.Difference || !R.setInputs(S).empty())
      return;
    Expected = R.run(R.Before, R.config(R.Before));
    if (!Expected.Failed && R.isDefined())
      compareFixed(/*Traces=*/false);
  }
}

VerifiedKernel Comparison::compare() {
  if (!R.found()) {
    Out.Reason = "no code is generated for it";
    return std::move(Out);
  }
  if (!runOriginal())
    return std::move(Out);
  judgeOrder();
  if (!R.After) {
    Out.Inputs = 1;
    return std::move(Out);
  }
  compareFixed(/*Traces=*/true);
  if (!Out.Racy && Out.NotCompared.empty())
    furtherInputs();
  if (Out.Inputs) // What some inputs take too long for, others showed.
    Out.NotCompared.clear();
  return std::move(Out);
}

} // namespace

VerifiedKernel bankfix::compareRuns(Device &Before, Device *After,
                                    const VerifyJob &Job,
                                    const VerifyOptions &Options) {
  JobRuns R(Before, After, Job, Options);
  return Comparison(R).compare();
}
