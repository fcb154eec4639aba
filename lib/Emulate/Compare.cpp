//===- Compare.cpp - One job of verify, within the child process ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Inputs.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace bankfix;

namespace {

/// What one launch left behind.
struct Outcome {
  std::optional<Fault> Failed;
  std::vector<std::map<uint64_t, std::string>> Regions; ///< Touched chunks.
  std::map<std::string, std::string> Variables;
  uint64_t Returned = 0;
  bool ReturnedAddresses = false;
};

class Comparison {
public:
  Comparison(Device &Before, Device *After, const VerifyJob &Job,
             const VerifyOptions &Options)
      : Before(Before), After(After), Job(Job), Options(Options) {}

  VerifiedKernel run();

private:
  bool find();
  bool setInputs(const InputStyle &Style);
  Outcome launch(Device &D, Schedule Order, bool Traces,
                 const void *Watch = nullptr);
  std::optional<Outcome> firstRun();
  void judgeOrder(const Outcome &Expected);
  void compareFixed(const Outcome &Expected, bool Traces);
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
  int64_t size() const;
  uint64_t dynamicBytes() const;
  void refuse(std::string Why) { Out.Reason = std::move(Why); }

  Device &Before;
  Device *After;
  const VerifyJob &Job;
  const VerifyOptions &Options;
  const DeviceKernel *Kernel = nullptr, *Fixed = nullptr;
  Index3 Grid = {3, 2, 1};
  InputStyle Style;
  std::unique_ptr<Inputs> In;
  VerifiedKernel Out;
};

const DeviceKernel *findKernel(const Device &D, const VerifyJob &Job) {
  const DeviceKernel *Out = nullptr;
  for (const DeviceKernel &K : D.kernels())
    if (K.Source.Name == Job.Name && K.Source.Instance == Job.Instance) {
      // Of one name in several namespaces; the fix may have moved lines.
      if (K.Source.Place == Job.Place)
        return &K;
      Out = Out ? Out : &K;
    }
  return Out;
}

bool Comparison::find() {
  Kernel = findKernel(Before, Job);
  if (After && Kernel)
    Fixed = After->kernel(Kernel->Source.Symbol);
  if (Kernel && (Fixed || !After))
    return true;
  refuse("no code is generated for it");
  return false;
}

/// A size that all threads of the grid are within, and that tiles divide.
int64_t Comparison::size() const {
  uint64_t Most = 128;
  for (unsigned I = 0; I < 3; ++I)
    Most = std::max<uint64_t>(Most, uint64_t(Grid[I]) * Job.Shape.Block[I]);
  return int64_t(llvm::PowerOf2Ceil(Most));
}

/// Where the launch does not tell: as much as a block may always have.
uint64_t Comparison::dynamicBytes() const {
  constexpr uint64_t Usual = 48 << 10;
  bool Told = Job.Shape.Origin == ShapeOrigin::Launch && Job.Shape.DynamicBytes;
  return Told ? *Job.Shape.DynamicBytes : Usual;
}

bool Comparison::setInputs(const InputStyle &S) {
  Style = S;
  // Of each `__local` argument; the fix's may be larger, as the host makes it.
  constexpr uint64_t LocalBytes = 40 << 10;
  auto Made = Inputs::make(Kernel->Source, Job.Values, LocalBytes, Style);
  if (!Made) {
    refuse(llvm::toString(Made.takeError()));
    return false;
  }
  In = std::move(*Made);
  In->limit(uint64_t(Options.MemoryLimit) << 20);
  return true;
}

Outcome Comparison::launch(Device &D, Schedule Order, bool Traces,
                           const void *Watch) {
  Outcome O;
  LaunchConfig C;
  C.Grid = Grid;
  C.Block = Job.Shape.Block;
  C.DynamicBytes = dynamicBytes();
  if (&D != &Before && Job.FixedDynamicBytes)
    C.DynamicBytes = *Job.FixedDynamicBytes;
  C.Order = Order;
  C.Seed = Style.Seed;
  C.TimeLimit = Options.TimeLimit;
  C.Watch = Watch;
  if (Traces)
    C.Traces = [](uint64_t) { return true; };
  std::map<std::string, std::string> Initial;
  for (const auto &[Name, S] : D.symbols())
    Initial[Name] = std::string(static_cast<char *>(S.Address), S.Bytes);
  D.OnPageFault = [this](void *P) { return In->onPageFault(P); };
  D.clearTrace();
  std::vector<void *> Arguments = In->arguments();
  const DeviceKernel &K = &D == &Before ? *Kernel : *Fixed;
  O.Failed = D.launch(K, C, Arguments.data());
  if (O.Failed && In->exhausted())
    O.Failed = Fault{FaultKind::MemoryLimit, O.Failed->Place, O.Failed->Block,
                     O.Failed->Thread, std::to_string(Options.MemoryLimit)};
  for (const auto &R : In->Regions) {
    O.Regions.push_back(R->contents());
    R->reset();
  }
  for (const auto &[Name, S] : D.symbols()) {
    O.Variables[Name] = std::string(static_cast<char *>(S.Address), S.Bytes);
    std::memcpy(S.Address, Initial[Name].data(), S.Bytes);
  }
  O.Returned = D.returnedValues();
  O.ReturnedAddresses = D.returnedAddresses();
  return O;
}

std::string Comparison::chunk(const Outcome &O, unsigned Region,
                              uint64_t Offset) const {
  auto It = O.Regions[Region].find(Offset);
  return It == O.Regions[Region].end() ? In->Regions[Region]->initial(Offset)
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
    if (!Before.isShared(Old) || !After->isShared(New))
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
    const class Region &R = *In->Regions[Region];
    uint64_t Place = Offset + At;
    VerifyDifference D;
    D.What = R.elementName(Place);
    D.Before = R.valueText(Place, X);
    D.After = R.valueText(Place, Y);
    nameWriter(D, R.at(Place));
    return D;
  }
  return std::nullopt;
}

void Comparison::nameWriter(VerifyDifference &D, const void *Address) {
  if (!After)
    return;
  launch(*After, Schedule::InStep, /*Traces=*/false, Address);
  if (std::optional<LastWrite> W = After->writer()) {
    D.Place = W->Place;
    D.Block = W->Block;
    D.Thread = W->Thread;
  }
}

std::optional<VerifyDifference> Comparison::difference(const Outcome &A,
                                                       const Outcome &B) {
  for (unsigned I = 0; I < In->Regions.size(); ++I)
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
    return !A.Failed == !B.Failed;
  if (A.Variables != B.Variables)
    return false;
  for (unsigned I = 0; I < In->Regions.size(); ++I) {
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

/// The original with inputs that it can bear: integers in memory may be indices
/// into something small.
std::optional<Outcome> Comparison::firstRun() {
  std::optional<Fault> First;
  for (unsigned Below : {32u, 4u, 1u}) {
    if (!setInputs({1, Below, size()}))
      return std::nullopt;
    Outcome O = launch(Before, Schedule::InStep, /*Traces=*/true);
    if (!O.Failed)
      return O;
    if (!First)
      First = O.Failed;
    if (O.Failed->isRefusal() || O.Failed->Kind == FaultKind::TimeLimit)
      break;
  }
  if (!First->isRefusal())
    Out.Faults.push_back(*First);
  refuse(First->text());
  return std::nullopt;
}

void Comparison::judgeOrder(const Outcome &Expected) {
  for (uint64_t Seed : {11, 12}) {
    Style.Seed = Seed; // Of the order; the inputs have theirs.
    if (!same(Expected, launch(Before, Schedule::Random, /*Traces=*/false)))
      Out.Racy = true;
  }
  Style.Seed = 1;
}

void Comparison::compareFixed(const Outcome &Expected, bool Traces) {
  Outcome O = launch(*After, Schedule::InStep, Traces);
  if (Traces)
    Out.After = collect(*After);
  if (O.Failed) {
    Out.Faults.push_back(*O.Failed);
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
  for (InputStyle S : {InputStyle{2, Style.Below, Style.Size},
                       InputStyle{3, Style.Below, Style.Size - 5}}) {
    if (Out.Difference || !setInputs(S))
      return;
    Outcome Expected = launch(Before, Schedule::InStep, /*Traces=*/false);
    if (!Expected.Failed)
      compareFixed(Expected, /*Traces=*/false);
  }
}

VerifiedKernel Comparison::run() {
  if (!find())
    return std::move(Out);
  std::optional<Outcome> Expected = firstRun();
  if (!Expected)
    return std::move(Out);
  Out.Ran = true;
  Out.Blocks = Grid[0] * Grid[1] * Grid[2];
  Out.Inputs = After ? 0 : 1;
  Out.Before = Out.After = collect(Before);
  Out.Races = Before.races();
  judgeOrder(*Expected);
  if (!After)
    return std::move(Out);
  compareFixed(*Expected, /*Traces=*/true);
  if (!Out.Racy)
    furtherInputs();
  return std::move(Out);
}

} // namespace

VerifiedKernel bankfix::compareRuns(Device &Before, Device *After,
                                    const VerifyJob &Job,
                                    const VerifyOptions &Options) {
  return Comparison(Before, After, Job, Options).run();
}
