//===- HostEngine.cpp - The device of a whole program ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostEngine.h"
#include "Runtime/HostFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <cstdio>

using namespace bankfix;

llvm::Expected<std::unique_ptr<HostEngine>>
HostEngine::create(std::vector<DeviceCode> Codes, const Target &T,
                   uint64_t TracedBlocks) {
  std::unique_ptr<HostEngine> E(new HostEngine);
  E->TracedBlocks = TracedBlocks;
  auto J = Jit::create();
  if (!J)
    return J.takeError();
  E->J = std::move(*J);
  for (DeviceCode &C : Codes) {
    E->Devices.push_back(nullptr);
    auto &Facts = E->Facts.emplace_back();
    if (!C.Code.Module)
      continue;
    for (const EmittedKernel &K : C.Code.Kernels)
      if (const llvm::Function *F = C.Code.Module->getFunction(K.Symbol))
        Facts[K.Symbol] = factsOf(*F);
    auto D = Device::load(*E->J, std::move(C.Code), std::move(C.Context), T);
    if (!D)
      return D.takeError();
    // Kernels print where the program does.
    (*D)->Print = [](llvm::StringRef Text) {
      std::fwrite(Text.data(), 1, Text.size(), stdout);
    };
    E->Devices.back() = std::move(*D);
  }
  return E;
}

void *HostEngine::variable(unsigned Module, llvm::StringRef Name) {
  if (Module >= Devices.size() || !Devices[Module])
    return nullptr;
  std::optional<DeviceSymbol> S = Devices[Module]->symbol(Name);
  return S ? S->Address : nullptr;
}

const DeviceKernel *HostEngine::find(unsigned Module,
                                     llvm::StringRef Name) const {
  return Module < Devices.size() && Devices[Module]
             ? Devices[Module]->kernel(Name)
             : nullptr;
}

llvm::Expected<KernelFacts> HostEngine::kernel(unsigned Module,
                                               llvm::StringRef Name) {
  if (!find(Module, Name))
    return llvm::createStringError("kernel '" + llvm::demangle(Name) +
                                   "' is not in the device code");
  return Facts[Module][Name.str()];
}

ProgramKernel &HostEngine::entry(unsigned Module, const DeviceKernel &K) {
  auto [At, New] = Entries.try_emplace(&K, Trace.Kernels.size());
  if (New) {
    ProgramKernel P;
    P.File = Module;
    P.Name = K.Source.Name;
    P.Instance = K.Source.Instance;
    P.Place = K.Source.Place;
    Trace.Kernels.push_back(std::move(P));
  }
  return Trace.Kernels[At->second];
}

static void addAccess(std::vector<TracedAccess> &All, const TracedAccess &A) {
  auto At = llvm::find_if(
      All, [&](const TracedAccess &O) { return O.Site == A.Site; });
  if (At == All.end())
    All.push_back(A);
  else
    At->Counts.add(A.Counts);
}

/// Moves what the device saw into the sums of \p P.
static void collect(Device &D, ProgramKernel &P) {
  for (const BlockTrace &B : D.trace()) {
    ++P.BlocksTraced;
    for (const TracedAccess &A : B.Accesses)
      addAccess(P.Accesses, A);
  }
  // Races are found by words; the bytes of one may be different threads' own.
  auto IsSure = [](const TracedRace &R) {
    return R.First.Bytes >= 4 && R.Second.Bytes >= 4;
  };
  for (const TracedRace &R : D.races())
    if (IsSure(R) && llvm::none_of(P.Races, [&](const TracedRace &O) {
          return O.First == R.First && O.Second == R.Second;
        }))
      P.Races.push_back(R);
  D.clearTrace();
}

/// "kernel 'k': what happened", with the line.
static std::string describe(const DeviceKernel &K, const Fault &F) {
  std::string Where = "kernel '" + K.Source.Name + K.Source.Instance + "'";
  if (F.Place.Line) {
    Where += ", ";
    if (!F.Place.File.empty())
      Where += F.Place.File + ":";
    else
      Where += "line ";
    Where += std::to_string(F.Place.Line);
  }
  return Where + ": " + F.text();
}

llvm::Error HostEngine::launch(const EmulatedLaunch &L) {
  const DeviceKernel *K = find(L.Module, L.Kernel);
  if (!K)
    return kernel(L.Module, L.Kernel).takeError();
  Device &D = *Devices[L.Module];
  ProgramKernel &P = entry(L.Module, *K);
  uint64_t Left = TracedBlocks ? TracedBlocks - P.BlocksTraced : UINT64_MAX;
  LaunchConfig C;
  C.Grid = L.Grid;
  C.Block = L.Block;
  C.DynamicBytes = L.DynamicBytes;
  C.Model = L.Model;
  if (Left)
    C.Traces = [Left](uint64_t Block) { return Block < Left; };
  D.clearTrace();
  std::optional<Fault> F = D.launch(*K, C, L.Arguments);
  ++P.Launches;
  P.BlocksRun += uint64_t(L.Grid[0]) * L.Grid[1] * L.Grid[2];
  if (!llvm::is_contained(P.Blocks, L.Block))
    P.Blocks.push_back(L.Block);
  collect(D, P);
  if (F)
    return llvm::createStringError(describe(*K, *F));
  return llvm::Error::success();
}
