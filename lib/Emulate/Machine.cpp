//===- Machine.cpp - What threads ask of the machine ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/Support/FormatVariadic.h"
#include <boost/context/detail/fcontext.hpp>
#include <cstring>

using namespace bankfix;

Machine *Machine::Running = nullptr;

Machine::Machine(const Target &T, const std::vector<CodeSite> &Sites,
                 const SharedLayout &Layout, char *Arena, uint64_t ArenaBytes,
                 const Device &Owner)
    : Owner(Owner), T(T), Code(Sites), Layout(Layout), Arena(Arena),
      ArenaBytes(ArenaBytes), NamedBy(Sites.size()), Requests(T),
      ArrayOf(Sites.size()) {
  TeamLanes = std::max(T.WaveSize, WarpLanes);
  llvm::StringMap<unsigned> Numbers;
  for (unsigned I = 0; I < Layout.Variables.size(); ++I)
    Numbers[Layout.Variables[I].Symbol] = I + 1;
  for (unsigned I = 0; I < Sites.size(); ++I)
    NamedBy[I] = Numbers.lookup(Sites[I].Variable);
}

void Machine::start(llvm::StringRef Kernel, const LaunchConfig &C,
                    uint64_t LocalBytes,
                    llvm::ArrayRef<SharedVariable> Locals) {
  Config = C;
  Requests.countFor(C.Model ? *C.Model : T);
  Failed.reset();
  LastWriter.reset();
  Expired = false;
  Left = C.MostAccesses;
  Random = C.Seed * 2 + 1;
  Variables = Layout.Variables;
  for (SharedVariable &V : Variables)
    if (V.Dynamic)
      V.Bytes = C.DynamicBytes;
  Variables.insert(Variables.end(), Locals.begin(), Locals.end());
  UsedBytes = std::min(
      ArenaBytes,
      SharedLayout::next(Layout.DynamicOffset + C.DynamicBytes) + LocalBytes);
  Owners.assign(ArenaBytes / SharedLayout::Row + 1, 0);
  // In a variable that only other kernels have, an access is outside of all.
  auto Own = Layout.StaticOf.find(Kernel);
  auto IsOthers = [&](unsigned I) {
    return Own != Layout.StaticOf.end() && I < Layout.Variables.size() &&
           !Layout.Variables[I].Dynamic && !Own->second.count(I);
  };
  for (unsigned I = 0; I < Variables.size(); ++I)
    for (uint64_t At = Variables[I].Offset;
         At < Variables[I].Offset + Variables[I].Bytes && !IsOthers(I);
         At += SharedLayout::Row)
      Owners[At / SharedLayout::Row] = I + 1;
  auto Dynamic = Layout.DynamicOf.find(Kernel);
  DynamicName = Dynamic == Layout.DynamicOf.end() ? 0 : Dynamic->second + 1;
}

/// Dynamic memory goes by the name that the current access uses, or else by the
/// one that the kernel has for it.
unsigned Machine::named(unsigned Number) const {
  if (!Number || !Variables[Number - 1].Dynamic)
    return Number;
  unsigned By = NamedBy[Current->Site];
  if (By && Variables[By - 1].Dynamic)
    return By;
  return DynamicName ? DynamicName : Number;
}

SourcePlace Machine::placeOf(unsigned Site) const {
  return Site < Code.size() ? Code[Site].Source.Place : SourcePlace();
}

void Machine::toScheduler() {
  Scheduler = boost::context::detail::jump_fcontext(Scheduler, nullptr).fctx;
}

void Machine::endTurn() {
  if (Expired)
    fail(FaultKind::TimeLimit, std::to_string(Config.TimeLimit));
  // A thread that spins lets the others go on, too.
  if (Config.Order == Schedule::Random && ++UntilTurn % 4096)
    return;
  toScheduler();
}

void Machine::pause() { endTurn(); }

void Machine::fail(FaultKind Kind, std::string Detail, unsigned Line) {
  failAt(*Current, Kind, std::move(Detail));
  if (Line) {
    Failed->Place.Line = Line;
    Failed->Place.Column = 0;
  }
  toScheduler();
  __builtin_unreachable();
}

void Machine::interrupt(FaultKind Kind, const char *Detail) {
  if (Current)
    failAt(*Current, Kind, Detail);
  else
    Failed = Fault{Kind, {}, Block, {}, Detail};
  std::longjmp(Escape, 1);
}

void Machine::failAt(const Fibre &F, FaultKind Kind, std::string Detail) {
  Failed = Fault{Kind, placeOf(F.Site), Block, F.Thread, std::move(Detail)};
}

void Machine::checkBounds(uint64_t Offset, unsigned Bytes) {
  uint64_t End = Offset + Bytes;
  unsigned Number = named(Owners[Offset / SharedLayout::Row]);
  const SharedVariable *V = Number ? &Variables[Number - 1] : nullptr;
  if (V && Offset >= V->Offset && End <= V->Offset + V->Bytes) {
    ArrayOf[Current->Site] = Number;
    return;
  }
  // Say which array it is most likely to be past.
  const SharedVariable *Nearest = nullptr;
  for (const SharedVariable &Each : Variables)
    if (Each.Offset <= Offset && (!Nearest || Each.Offset >= Nearest->Offset))
      Nearest = &Each;
  if (Nearest)
    Nearest = &Variables[named(Nearest - Variables.data() + 1) - 1];
  if (Nearest && Nearest->Bytes)
    fail(FaultKind::OutOfBounds,
         llvm::formatv("byte {0} of '{1}', which has {2}",
                       Offset - Nearest->Offset, Nearest->Name, Nearest->Bytes)
             .str());
  fail(FaultKind::OutOfBounds,
       Nearest
           ? llvm::formatv("'{0}' has no memory in this launch", Nearest->Name)
                 .str()
           : "there is none at this address");
}

void Machine::race(unsigned Site, uint64_t Offset, unsigned Bytes) {
  auto Other = Words.access(Current->Number / TeamLanes, Site,
                            Code[Site].Source.Op, Offset, Bytes);
  if (!Other || Seen.Races.size() >= 100)
    return;
  TracedRace R{Code[*Other].Source, Code[Site].Source, Block};
  R.First.Array = R.Second.Array = Variables[ArrayOf[Site] - 1].Name;
  for (const TracedRace &Known : Seen.Races)
    if (Known.First == R.First && Known.Second == R.Second)
      return;
  Seen.Races.push_back(std::move(R));
}

void Machine::outside(SourcePlace Place, int64_t Index, llvm::StringRef Type) {
  auto IsKnown = [&](const OutsideSubscript &S) {
    return S.Place == Place && S.Type == Type;
  };
  if (Seen.Outside.size() < 100 && llvm::none_of(Seen.Outside, IsKnown))
    Seen.Outside.push_back(
        {std::move(Place), Index, Type.str(), Block, Current->Thread});
}

void Machine::shared(uint64_t Offset, unsigned Bytes, unsigned Site,
                     uint64_t Key) {
  checkBounds(Offset, Bytes);
  ++Accesses;
  if (Tracing) {
    const TracedSite &S = Code[Site].Source;
    Requests.access({Current->Number / T.WaveSize, Current->Number % T.WaveSize,
                     Site, Key, Offset, ArrayOf[Site]},
                    {S.Op, S.Bytes});
    if (!PartialBarriers)
      race(Site, Offset, Bytes);
  }
}

bool Machine::isLocal(const void *P) const {
  const char *Stack = stacks().top(Current->Number);
  return P < Stack && P >= Stack - Stacks::Bytes;
}

void Machine::global(char *P, unsigned Bytes, unsigned Site) {
  if (Config.Watch && Code[Site].Source.Op != AccessOp::Load) {
    const char *W = static_cast<const char *>(Config.Watch);
    if (P <= W && W < P + Bytes)
      LastWriter = LastWrite{placeOf(Site), Block, Current->Thread};
  }
  if (Owner.IsGlobal) {
    if (!isLocal(P) && !Owner.IsGlobal(P, Bytes))
      fail(FaultKind::WildPointer,
           llvm::formatv("{0} bytes at {1}", Bytes, static_cast<void *>(P)));
  }
}

void Machine::access(char *P, unsigned Site, uint64_t Key) {
  Current->Site = Site;
  Accessed = P;
  count();
  const CodeSite &S = Code[Site];
  if (reinterpret_cast<uintptr_t>(P) & (S.Align - 1))
    fail(FaultKind::Misaligned,
         llvm::formatv("an address that is no multiple of {0} bytes", S.Align));
  uint64_t Offset = offset(P);
  if (Offset >= ArenaBytes) {
    global(P, S.Source.Bytes, Site);
    // A lock may be waited for.
    if (isAtomic(S.Source.Op) || Expired)
      endTurn();
    return;
  }
  shared(Offset, S.Source.Bytes, Site, Key);
  endTurn();
}

void Machine::range(char *P, uint64_t Bytes, unsigned Site, uint64_t Key) {
  Current->Site = Site;
  Accessed = P;
  count();
  const CodeSite &S = Code[Site];
  if (Bytes && (reinterpret_cast<uintptr_t>(P) & (S.Align - 1)))
    fail(FaultKind::Misaligned,
         llvm::formatv("an address that is no multiple of {0} bytes", S.Align));
  uint64_t Offset = offset(P);
  if (Offset >= ArenaBytes) {
    if (Bytes)
      global(P, Bytes, Site);
    return;
  }
  for (uint64_t I = 0; I < Bytes; I += S.Source.Bytes) {
    shared(Offset + I, S.Source.Bytes, Site, (Key ^ I) * 0x9E3779B97F4A7C15u);
    Current->Site = Site;
  }
  endTurn();
}

void Machine::checkUncounted(const char *P, uint64_t Bytes, unsigned Site) {
  if (isShared(P))
    checkBounds(offset(P), Bytes);
  else
    global(const_cast<char *>(P), Bytes, Site);
}

void Machine::groupCopy(char *To, const char *From, uint64_t Bytes,
                        uint64_t Elements, uint64_t ToStep, uint64_t FromStep,
                        unsigned Site) {
  Current->Site = Site;
  if (Current->Copies++ != Copies)
    return;
  ++Copies;
  for (uint64_t I = 0; I < Elements; ++I) {
    char *T = To + I * ToStep * Bytes;
    const char *F = From + I * FromStep * Bytes;
    checkUncounted(T, Bytes, Site);
    checkUncounted(F, Bytes, Site);
    std::memcpy(T, F, Bytes);
  }
  endTurn();
}

uint64_t Machine::primitive(WarpOp Op, unsigned Kind, uint32_t Mask,
                            uint64_t Value, unsigned Site, uint64_t Key,
                            uint32_t From, uint32_t Clamp) {
  Fibre &F = *Current;
  F.Site = Site;
  F.Key = Key;
  F.Op = Op;
  F.Kind = Kind;
  F.Mask = Op == WarpOp::ActiveMask || Code[Site].Unmasked
               ? 0
               : Mask | 1u << F.lane();
  F.Value = Value;
  F.From = From;
  F.Clamp = Clamp;
  F.Is = Fibre::State::AtPrimitive;
  if (Expired)
    fail(FaultKind::TimeLimit, std::to_string(Config.TimeLimit));
  toScheduler();
  return F.Value;
}

unsigned Machine::barrier(BarrierKind Kind, unsigned Id, unsigned Threads,
                          unsigned Predicate, unsigned Site, uint64_t Key) {
  Fibre &F = *Current;
  F.Site = Site;
  F.Key = Key;
  F.Barrier = Kind;
  F.BarrierId = Id;
  F.BarrierThreads = Threads;
  F.Value = Predicate;
  if (Expired)
    fail(FaultKind::TimeLimit, std::to_string(Config.TimeLimit));
  if (Kind == BarrierKind::Arrive)
    fail(FaultKind::Unsupported, "a barrier that is only arrived at");
  F.Is = Fibre::State::AtBarrier;
  toScheduler();
  return F.Value;
}

uint32_t Machine::special(SpecialRegister R) const {
  const Fibre &F = *Current;
  unsigned Lane = F.lane();
  switch (R) {
  case SpecialRegister::TidX:
  case SpecialRegister::TidY:
  case SpecialRegister::TidZ:
    return F.Thread[unsigned(R) - unsigned(SpecialRegister::TidX)];
  case SpecialRegister::NTidX:
  case SpecialRegister::NTidY:
  case SpecialRegister::NTidZ:
    return Config.Block[unsigned(R) - unsigned(SpecialRegister::NTidX)];
  case SpecialRegister::CtaIdX:
  case SpecialRegister::CtaIdY:
  case SpecialRegister::CtaIdZ:
    return Block[unsigned(R) - unsigned(SpecialRegister::CtaIdX)];
  case SpecialRegister::NCtaIdX:
  case SpecialRegister::NCtaIdY:
  case SpecialRegister::NCtaIdZ:
    return Config.Grid[unsigned(R) - unsigned(SpecialRegister::NCtaIdX)];
  case SpecialRegister::Lane:
    return Lane;
  case SpecialRegister::Warp:
    return F.Number / WarpLanes;
  case SpecialRegister::WarpSize:
    return WarpLanes;
  case SpecialRegister::Warps:
    return (Fibres.size() + WarpLanes - 1) / WarpLanes;
  case SpecialRegister::MaskEq:
    return 1u << Lane;
  case SpecialRegister::MaskLt:
    return (1u << Lane) - 1;
  case SpecialRegister::MaskLe:
    return (2u << Lane) - 1;
  case SpecialRegister::MaskGt:
    return ~((2u << Lane) - 1);
  case SpecialRegister::MaskGe:
    return ~((1u << Lane) - 1);
  case SpecialRegister::Processors:
  case SpecialRegister::ClusterSize:
  case SpecialRegister::ClusterNCtaX:
  case SpecialRegister::ClusterNCtaY:
  case SpecialRegister::ClusterNCtaZ:
    return 1; // One processor, and clusters of one block.
  default:
    return 0;
  }
}

uint32_t Machine::workItem(unsigned Function, unsigned Axis) const {
  bool InRange = Axis < 3;
  auto Of = [&](const Index3 &I, unsigned Else) {
    return InRange ? I[Axis] : Else;
  };
  unsigned Local = Of(Current->Thread, 0), Size = Of(Config.Block, 1);
  switch (WorkItem(Function)) {
  case WorkItem::LocalId:
    return Local;
  case WorkItem::LocalSize:
    return Size;
  case WorkItem::GroupId:
    return Of(Block, 0);
  case WorkItem::Groups:
    return Of(Config.Grid, 1);
  case WorkItem::GlobalId:
    return Of(Block, 0) * Size + Local;
  case WorkItem::GlobalSize:
    return Of(Config.Grid, 1) * Size;
  case WorkItem::LaneId:
    return Current->Number % T.WaveSize;
  case WorkItem::WaveSize:
    return std::min<unsigned>(
        T.WaveSize, Fibres.size() - Current->Number / T.WaveSize * T.WaveSize);
  case WorkItem::MaxWaveSize:
    return T.WaveSize;
  case WorkItem::WaveId:
    return Current->Number / T.WaveSize;
  case WorkItem::Waves:
    return (Fibres.size() + T.WaveSize - 1) / T.WaveSize;
  }
  return 0;
}

uint64_t Machine::thread() const {
  uint64_t Linear =
      (uint64_t(Block[2]) * Config.Grid[1] + Block[1]) * Config.Grid[0] +
      Block[0];
  return Linear * Fibres.size() + Current->Number;
}

/// With one block, the grid's barrier is the block's.
void Machine::grid(unsigned Site, uint64_t Key) {
  Current->Site = Site;
  if (uint64_t(Config.Grid[0]) * Config.Grid[1] * Config.Grid[2] != 1)
    fail(FaultKind::Unsupported, "a barrier of the whole grid");
  barrier(BarrierKind::Sync, 0, 0, 0, Site, Key);
}

void Machine::print(const PrintedText &T) {
  for (char C : T.Compared)
    returned(uint8_t(C));
  if (Owner.Print)
    Owner.Print(T.Text);
}
