//===- Scheduler.cpp - Whose turn it is -----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/Support/FormatVariadic.h"
#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <sys/mman.h>

using namespace bankfix;
namespace fibres = boost::context::detail;
using State = Fibre::State;

char *Stacks::top(unsigned I) {
  while (All.size() <= I) {
    void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      llvm::report_fatal_error("no memory for the threads' stacks");
    mprotect(P, 4096, PROT_NONE);
    All.push_back(static_cast<char *>(P));
  }
  return All[I] + Bytes;
}

bool Stacks::isGuard(const void *P) const {
  return llvm::any_of(All,
                      [&](const char *S) { return P >= S && P < S + 4096; });
}

Stacks &Machine::stacks() const {
  static Stacks All;
  return All;
}

namespace bankfix {
/// Where a fibre begins, having been given its machine.
void fibreMain(Machine &M) {
  M.Entry(M.Arguments);
  M.Current->Is = State::Done;
  M.toScheduler();
}
} // namespace bankfix

static void startFibre(fibres::transfer_t From) {
  // The scheduler's context was stored by resume() before it jumped.
  auto *M = static_cast<std::pair<Machine *, void **> *>(From.data);
  *M->second = From.fctx;
  fibreMain(*M->first);
}

void Machine::prepareFibres(Index3 At) {
  Block = At;
  const Index3 &B = Config.Block;
  Fibres.assign(size_t(B[0]) * B[1] * B[2], Fibre());
  for (unsigned I = 0; I < Fibres.size(); ++I) {
    Fibre &F = Fibres[I];
    F.Number = I;
    F.Thread = {I % B[0], I / B[0] % B[1], I / (B[0] * B[1])};
    F.Context =
        fibres::make_fcontext(stacks().top(I), Stacks::Bytes, startFibre);
  }
  std::memset(Arena, 0, UsedBytes);
  PartialBarriers = false;
  Copies = 0;
  Words.begin(UsedBytes);
}

/// Runs \p F up to its next turn; false where there is a fault.
bool Machine::resume(Fibre &F) {
  Current = &F;
  std::pair<Machine *, void **> Start(this, &Scheduler);
  fibres::transfer_t Back = fibres::jump_fcontext(F.Context, &Start);
  F.Context = Back.fctx;
  Current = nullptr;
  return !Failed;
}

bool Machine::runBlock(void (*E)(void **), void **A, Index3 At) {
  Entry = E;
  Arguments = A;
  uint64_t Linear =
      (uint64_t(At[2]) * Config.Grid[1] + At[1]) * Config.Grid[0] + At[0];
  Tracing = Config.Traces && Config.Traces(Linear);
  prepareFibres(At);
  if (Tracing)
    Requests.begin(Fibres.size());
  Running = this;
  // Signal handlers come back here.
  bool Ok = setjmp(Escape) == 0 ? schedule() : false;
  Running = nullptr;
  Current = nullptr;
  if (Ok)
    finishBlock();
  return Ok;
}

void Machine::finishBlock() {
  for (const Fibre &F : Fibres)
    ReturnedHash += F.Returned * (2 * F.Number + 1);
  ReturnedHash *= 0x9E3779B97F4A7C15u;
  if (!Tracing)
    return;
  std::vector<TracedAccess> All;
  for (const auto &[Of, Counts] : Requests.finish()) {
    TracedAccess A{Code[Of.Site].Source, Counts};
    A.Site.Array = Variables[Of.Array - 1].Name;
    // Code that was inlined twice is one place of the source.
    auto It = llvm::find_if(All, [&](const TracedAccess &Known) {
      return Known.Site.Place == A.Site.Place && Known.Site.Op == A.Site.Op &&
             Known.Site.Bytes == A.Site.Bytes &&
             Known.Site.Array == A.Site.Array;
    });
    if (It == All.end())
      All.push_back(std::move(A));
    else
      It->Counts.add(Counts);
  }
  llvm::sort(All, [](const TracedAccess &A, const TracedAccess &B) {
    const SourcePlace &P = A.Site.Place, &Q = B.Site.Place;
    return std::tie(P.File, P.Line, P.Column, A.Site.Op) <
           std::tie(Q.File, Q.Line, Q.Column, B.Site.Op);
  });
  Traced.emplace_back(Block, std::move(All));
}

/// Lets the lanes of a team go on until none of them can; false: a fault.
bool Machine::turn(unsigned Team) {
  unsigned Begin = Team * TeamLanes;
  unsigned End = std::min<unsigned>(Begin + TeamLanes, Fibres.size());
  // One team may wait for what another does.
  for (unsigned Round = 0; Round < 4096; ++Round) {
    bool Any = false;
    for (unsigned I = Begin; I < End; ++I) {
      if (Fibres[I].Is != State::Ready)
        continue;
      Any = true;
      if (!resume(Fibres[I]))
        return false;
    }
    bool Released = false;
    for (unsigned W = Begin / WarpLanes; W * WarpLanes < End; ++W)
      Released |= complete(W, /*Stuck=*/!Any);
    if (!Any && !Released)
      return true;
  }
  return true;
}

bool Machine::randomTurns() {
  std::vector<unsigned> Ready;
  for (const Fibre &F : Fibres)
    if (F.Is == State::Ready)
      Ready.push_back(F.Number);
  while (!Ready.empty()) {
    Random = Random * 6364136223846793005u + 1442695040888963407u;
    unsigned Pick = (Random >> 33) % Ready.size();
    Fibre &F = Fibres[Ready[Pick]];
    if (!resume(F))
      return false;
    if (F.Is == State::Ready)
      continue;
    Ready[Pick] = Ready.back();
    Ready.pop_back();
    if (F.Is == State::AtPrimitive && complete(F.Number / WarpLanes, false))
      for (unsigned I = F.Number / WarpLanes * WarpLanes;
           I < std::min<size_t>((F.Number / WarpLanes + 1) * WarpLanes,
                                Fibres.size());
           ++I)
        if (Fibres[I].Is == State::Ready && !llvm::is_contained(Ready, I))
          Ready.push_back(I);
  }
  for (unsigned W = 0; W * WarpLanes < Fibres.size(); ++W)
    complete(W, /*Stuck=*/true);
  return true;
}

bool Machine::schedule() {
  for (;;) {
    if (Config.Order == Schedule::Random) {
      if (!randomTurns())
        return false;
    } else {
      for (unsigned Team = 0; Team * TeamLanes < Fibres.size(); ++Team)
        if (!turn(Team))
          return false;
    }
    bool Released = settleBarriers();
    if (Failed)
      return false;
    bool Done = true, Ready = Released;
    for (const Fibre &F : Fibres) {
      Done &= F.Is == State::Done;
      Ready |= F.Is == State::Ready;
    }
    if (Done)
      return true;
    if (!Ready)
      return explainStandstill();
  }
}

/// Completes the primitives of a warp for which everybody is there. Where
/// nobody of it can go on, those without a mask, too: whoever is there now is
/// all there is.
bool Machine::complete(unsigned Warp, bool Stuck) {
  unsigned Begin = Warp * WarpLanes;
  unsigned End = std::min<size_t>(Begin + WarpLanes, Fibres.size());
  uint32_t Live = 0, Waiting = 0;
  for (unsigned I = Begin; I < End; ++I) {
    Live |= uint32_t(Fibres[I].Is != State::Done) << (I - Begin);
    Waiting |= uint32_t(Fibres[I].Is == State::AtPrimitive) << (I - Begin);
  }
  bool Any = false;
  for (unsigned I = Begin; I < End; ++I) {
    Fibre &First = Fibres[I];
    if (!(Waiting >> (I - Begin) & 1))
      continue;
    if (!First.Mask && !Stuck)
      continue;
    uint32_t Needed = First.Mask & Live, There = 0;
    llvm::SmallVector<Fibre *, WarpLanes> Group;
    for (unsigned J = I; J < End; ++J) {
      Fibre &F = Fibres[J];
      if (!(Waiting >> (J - Begin) & 1) || F.Site != First.Site ||
          F.Mask != First.Mask || F.Op != First.Op ||
          (!First.Mask && F.Key != First.Key))
        continue;
      Group.push_back(&F);
      There |= 1u << (J - Begin);
    }
    if ((There & Needed) != Needed)
      continue;
    bankfix::complete(Group);
    for (Fibre *F : Group)
      F->Is = State::Ready;
    Waiting &= ~There;
    Any = true;
  }
  return Any;
}

/// How a message about \p From speaks of \p To.
static std::string whereFrom(const SourcePlace &From, const SourcePlace &To) {
  if (From.File == To.File && From.Line == To.Line)
    return llvm::formatv("in column {0} of this line", To.Column);
  return llvm::formatv("in line {0}", To.Line);
}

/// Opens barrier \p Id if all that it waits for are there.
bool Machine::settle(unsigned Id) {
  llvm::SmallVector<Fibre *, 64> There;
  unsigned Live = 0;
  for (Fibre &F : Fibres) {
    Live += F.Is != State::Done;
    if (F.Is == State::AtBarrier && F.BarrierId == Id)
      There.push_back(&F);
  }
  if (There.empty())
    return false;
  unsigned Wanted = There.front()->BarrierThreads;
  if (There.size() < (Wanted ? std::min<size_t>(Wanted, Live) : Live))
    return false;
  for (const Fibre *F : There)
    if (F->Site != There.front()->Site && !Wanted &&
        !(placeOf(F->Site) == placeOf(There.front()->Site))) {
      failAt(*F, FaultKind::DivergentBarrier,
             "others wait at the one " +
                 whereFrom(placeOf(F->Site), placeOf(There.front()->Site)));
      return false;
    }
  unsigned Count = 0;
  for (const Fibre *F : There)
    Count += F->Value != 0;
  for (Fibre *F : There) {
    F->Value = F->Barrier == BarrierKind::Count ? Count
               : F->Barrier == BarrierKind::And ? Count == There.size()
               : F->Barrier == BarrierKind::Or  ? Count != 0
                                                : 0;
    F->Is = State::Ready;
  }
  if (There.size() == Live)
    Words.barrier();
  else
    PartialBarriers = true;
  return true;
}

bool Machine::settleBarriers() {
  bool Any = false;
  llvm::SmallDenseSet<unsigned, 4> Ids;
  for (const Fibre &F : Fibres)
    if (F.Is == State::AtBarrier)
      Ids.insert(F.BarrierId);
  for (unsigned Id : Ids)
    Any |= settle(Id);
  return Any;
}

/// Nobody can go on: says why. Always false.
bool Machine::explainStandstill() {
  const Fibre *AtPrimitive = nullptr, *AtBarrier = nullptr;
  for (const Fibre &F : Fibres) {
    if (F.Is == State::AtPrimitive && !AtPrimitive)
      AtPrimitive = &F;
    if (F.Is == State::AtBarrier && !AtBarrier)
      AtBarrier = &F;
  }
  const Fibre *First = AtPrimitive ? AtPrimitive : AtBarrier;
  for (const Fibre &F : Fibres)
    if (F.Is != State::Done && F.Site != First->Site &&
        (!AtPrimitive || F.Number / WarpLanes == First->Number / WarpLanes)) {
      failAt(*First,
             AtPrimitive ? FaultKind::MissingLanes
                         : FaultKind::DivergentBarrier,
             "others wait " + whereFrom(placeOf(First->Site), placeOf(F.Site)));
      return false;
    }
  failAt(*First,
         AtPrimitive ? FaultKind::MissingLanes : FaultKind::DivergentBarrier,
         "the others do not come");
  return false;
}
