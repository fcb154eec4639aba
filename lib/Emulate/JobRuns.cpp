//===- JobRuns.cpp - Launches of one job of verify ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobRuns.h"
#include "Retarget.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace bankfix;

static VariableBytes contentsOf(const Device &D) {
  VariableBytes Out;
  for (const auto &[Name, S] : D.symbols())
    Out[Name] = std::string(static_cast<char *>(S.Address), S.Bytes);
  return Out;
}

static const DeviceKernel *findKernel(const Device &D, const VerifyJob &Job) {
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

JobRuns::JobRuns(Device &Before, Device *After, const VerifyJob &Job,
                 const VerifyOptions &Options)
    : Before(Before), After(After), Job(Job), Options(Options),
      Kernel(findKernel(Before, Job)) {
  if (After && Kernel)
    Fixed = After->kernel(Kernel->Source.Symbol);
}

int64_t JobRuns::size() const {
  uint64_t Most = 128;
  for (unsigned I = 0; I < 3; ++I)
    Most = std::max<uint64_t>(Most, uint64_t(Grid[I]) * Job.Shape.Block[I]);
  return int64_t(llvm::PowerOf2Ceil(Most));
}

/// Where the launch does not tell: as much as a block may always have.
uint64_t JobRuns::dynamicBytes() const {
  constexpr uint64_t Usual = 48 << 10;
  bool Told = Job.Shape.Origin == ShapeOrigin::Launch && Job.Shape.DynamicBytes;
  return Told ? *Job.Shape.DynamicBytes : Usual;
}

std::optional<int64_t> JobRuns::known(llvm::StringRef Name) const {
  auto It = Job.Values.find(Name.str());
  return It == Job.Values.end() ? std::nullopt : std::optional(It->second);
}

std::string JobRuns::setInputs(const InputStyle &S) {
  Style = S;
  // Of each `__local` argument; the fix's may be larger, as the host makes it.
  constexpr uint64_t LocalBytes = 40 << 10;
  auto Made = Inputs::make(Kernel->Source, Job.Values, LocalBytes, Style);
  if (!Made)
    return llvm::toString(Made.takeError());
  In = std::move(*Made);
  In->limit(uint64_t(Options.MemoryLimit) << 20);
  return "";
}

LaunchConfig JobRuns::config(const Device &D) const {
  LaunchConfig C;
  C.Grid = Grid;
  C.Block = Job.Shape.Block;
  C.DynamicBytes = dynamicBytes();
  if (&D != &Before && Job.FixedDynamicBytes)
    C.DynamicBytes = *Job.FixedDynamicBytes;
  C.TimeLimit = Options.TimeLimit;
  return C;
}

std::optional<Fault> JobRuns::launch(Device &D, const LaunchConfig &C) {
  D.resetVariables();
  for (const auto &[Name, S] : D.symbols())
    if (!S.Element.empty())
      writeVariable(Name, S, known(variableName(Name)), Style);
  D.OnPageFault = [this](void *P) { return In->onPageFault(P); };
  D.clearTrace();
  std::vector<void *> Arguments = In->arguments();
  const DeviceKernel &K = &D == &Before ? *Kernel : *Fixed;
  std::optional<Fault> F = D.launch(K, C, Arguments.data());
  if (F && In->exhausted())
    return Fault{FaultKind::MemoryLimit, F->Place, F->Block, F->Thread,
                 std::to_string(Options.MemoryLimit)};
  return F;
}

Outcome JobRuns::run(Device &D, const LaunchConfig &C) {
  Outcome O;
  O.Failed = launch(D, C);
  for (const auto &R : In->Regions) {
    O.Regions.push_back(R->contents());
    R->reset();
  }
  O.Variables = contentsOf(D);
  O.Returned = D.returnedValues();
  O.ReturnedAddresses = D.returnedAddresses();
  return O;
}

Outcome JobRuns::tracedRun(Device &D) {
  LaunchConfig C = config(D);
  C.Traces = [](uint64_t) { return true; };
  return run(D, C);
}
