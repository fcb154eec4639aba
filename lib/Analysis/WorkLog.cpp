//===- WorkLog.cpp - What waves do besides shared accesses ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkLog.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace bankfix;

/// Bytes that memory moves at a time (CUDA C++ Best Practices Guide, "Coalesced
/// Access to Global Memory": 32-byte transactions).
static constexpr unsigned SectorBytes = 32;

/// Values, and addresses that loops change, that compilers keep in registers:
/// assumed, of the 255 that a thread may have.
static constexpr size_t MostHeld = 32;

/// A hash of each sector that the lanes' accesses touch; nothing where lanes go
/// where only the run knows. Lanes whose index has another multiple of an
/// unknown are far from the others.
static std::optional<llvm::DenseSet<uint64_t>>
sectorsOf(const LaneValue &Index, const OutsideAccess &A, LaneMask Active,
          const SymbolTable &Symbols) {
  llvm::hash_code Place = llvm::hash_value(A.Base);
  for (const Term &T : Index.Terms) {
    if (!T.Coefficient.isZero(Active) &&
        llvm::any_of(T.Symbols,
                     [&](SymbolId S) { return Symbols[S].LaneVarying; }))
      return std::nullopt;
    Place = llvm::hash_combine(Place, llvm::hash_combine_range(T.Symbols));
  }
  llvm::DenseSet<uint64_t> Sectors;
  forEachLane(Active, [&](unsigned L) {
    llvm::hash_code Row = Place;
    for (const Term &T : Index.Terms)
      Row = llvm::hash_combine(Row, T.Coefficient[L]);
    int64_t First = Index.Constant[L] * int64_t(A.Unit);
    for (int64_t At = First; At < First + int64_t(A.Bytes);
         At += std::min(A.Bytes, SectorBytes))
      // Without the values that the set keeps for itself.
      Sectors.insert(uint64_t(llvm::hash_combine(Row, At >> 5)) >> 1);
  });
  return Sectors;
}

/// The dimensions of the grid, a bit each, along which blocks access other
/// places.
static unsigned blockDimensions(const LaneValue &V,
                                const SymbolTable &Symbols) {
  constexpr unsigned All = 7;
  unsigned Out = 0;
  for (const Term &T : V.Terms)
    for (SymbolId Id : T.Symbols) {
      const Symbol &S = Symbols[Id];
      llvm::StringRef Name = S.Name;
      if (Name.consume_front("blockIdx."))
        Out |= 1U << (Name[0] - 'x');
      else if (S.Kind == SymbolKind::Derived)
        for (const LaneValue &O : S.Operands)
          Out |= blockDimensions(O, Symbols);
      else if (S.Kind == SymbolKind::PerLane || S.Independent)
        Out |= All;
    }
  return Out;
}

double WorkLog::weigh(uint64_t Times, unsigned OpenLoops) {
  // Deeper ones say nothing that could be compared.
  constexpr unsigned Deepest = 3;
  Sum.HasOpenLoops |= OpenLoops != 0;
  return double(Times) *
         std::pow(double(NominalTrips), std::min(OpenLoops, Deepest));
}

void WorkLog::startWave() {
  Wave = WorkCounts();
  Loaded.clear();
  Computed.clear();
  Bases.clear();
  Walks.clear();
  Moved.clear();
}

void WorkLog::endWave() {
  addAddresses();
  Phases.end(1);
  auto Length = [](const WorkCounts &C) {
    // Of any chip: operations take some cycles, and memory some hundred.
    return 4 * C.Chain + 25 * C.SharedWaits + 400 * C.OutsideWaits;
  };
  if (Length(Wave) > Length(Sum.Counts)) {
    Sum.Counts.Chain = Wave.Chain;
    Sum.Counts.SharedWaits = Wave.SharedWaits;
    Sum.Counts.OutsideWaits = Wave.OutsideWaits;
  }
  LoadsShared = LoadsOutside = false;
}

void WorkLog::work(const Work &W, uint64_t Times, unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  WorkCounts &C = Sum.Counts;
  C.Integers += N * W.Integers;
  C.Floats += N * W.Floats;
  C.Doubles += N * W.Doubles;
  C.Specials += N * W.Specials;
  C.Products += N * W.Products;
  C.Shuffles += N * W.Shuffles;
  Wave.Chain += N * W.Chain;
}

/// How many of \p All move, when \p A is made \p Times. What the wave has just
/// loaded is still in the nearest cache, and what the block has touched before,
/// in the next one.
double WorkLog::sectors(const llvm::DenseSet<uint64_t> &All,
                        const OutsideAccess &A, unsigned Along, double Times) {
  constexpr size_t MostKept = 1 << 16; // Then all count as new.
  unsigned Moved = 0, New = 0;
  for (uint64_t Sector : All) {
    if (A.Base && !A.IsStore && !Touched.insert(Sector).second)
      continue;
    ++Moved;
    New +=
        !A.Base || OfBlock.size() == MostKept || OfBlock.insert(Sector).second;
  }
  GridDimensions |= Along;
  Sum.Counts.CommonSectors += Times * (Moved - New);
  if (!A.IsStore)
    ByDimensions[Along] += Times * New;
  return Moved;
}

void WorkLog::outside(const OutsideAccess &A,
                      const std::optional<LaneValue> &Index, LaneMask Active,
                      const SymbolTable &Symbols, uint64_t Times,
                      unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  const double Lanes = llvm::popcount(Active);
  const double Least = std::ceil(Lanes * A.Bytes / SectorBytes),
               Most = Lanes * ((A.Bytes + SectorBytes - 1) / SectorBytes);
  WorkCounts &C = Sum.Counts;
  C.OutsideRequests += N;
  LoadsOutside |= !A.IsStore;
  std::optional<double> Known;
  if (Index)
    if (auto Sectors = sectorsOf(*Index, A, Active, Symbols))
      Known = sectors(*Sectors, A, blockDimensions(*Index, Symbols), N);
  C.Sectors += N * Known.value_or(Least);
  C.LeastSectors += N * Known.value_or(Least);
  C.MostSectors += N * Known.value_or(Most);
}

/// Moves \p Of to the end of \p List, or adds it, and returns what was there
/// since the iteration before.
template <typename Held>
static std::optional<Held> use(std::vector<Held> &List, Held Of, size_t Most) {
  auto It =
      llvm::find_if(List, [&](const Held &H) { return H.Place == Of.Place; });
  std::optional<Held> Found;
  if (It != List.end() && It->Iteration + 1 >= Of.Iteration)
    Found = *It;
  if (It != List.end())
    List.erase(It);
  else if (List.size() == Most)
    List.erase(List.begin());
  if (Found)
    Of.First = Found->First;
  List.push_back(Of);
  return Found;
}

/// It was loaded in this stretch, and nothing stored to its array since; it is
/// now.
bool WorkLog::isLoaded(const Site &S, std::optional<size_t> Place) {
  if (S.Op == AccessOp::Load && !S.IsVolatile)
    return Place && use(Loaded, {*Place, Iteration, S.Array}, MostHeld);
  llvm::erase_if(Loaded, [&](const Held &H) { return H.Array == S.Array; });
  return false;
}

/// Addresses that no loop changes are computed in front of loops, where there
/// are registers for all of them; else in each iteration.
void WorkLog::addAddresses() {
  for (const auto &[Same, Each] : Fixed) {
    ComputedAddresses &To = Addresses[Each.Site][Each.Distance];
    To.Times += 1;
    To.Again += Each.Times - 1;
    To.Kept += Each.IsUsedAgain || Each.Times > 1 ? 1 : 0;
  }
  Fixed.clear();
}

void WorkLog::access(unsigned Number, const Site &S,
                     const std::optional<Place> &At, uint64_t Times,
                     unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  Counted[Number] += Times;
  const std::optional<size_t> Same = At ? At->Same : std::nullopt;
  const double Issued = isLoaded(S, Same) ? 0 : N;
  Weighted[Number] += Issued;
  computes(Number, S, At, N);
  const bool IsLoad = S.Op != AccessOp::Store && S.Op != AccessOp::StoreMatrix;
  LoadsShared |= IsLoad;
  Phases.add(IsLoad ? Issued : 0);
  LoadsOutside |= S.Op == AccessOp::AsyncCopy;
}

/// The address of an access that is made \p Times.
void WorkLog::computes(unsigned Number, const Site &S,
                       const std::optional<Place> &At, double Times) {
  const bool IsKnown = At && At->IsKnown;
  const std::optional<size_t> Same = At ? At->Same : std::nullopt;
  auto Uses = [&](std::vector<Held> &List, size_t Hash, int64_t First = 0) {
    return use(List, {Hash, Iteration, S.Array, First}, MostHeld);
  };
  const bool HasBase = At && Uses(Bases, At->Shape);
  std::optional<int64_t> Distance;
  if (At)
    if (std::optional<Held> From = Uses(Walks, At->Walk, At->First))
      Distance = At->First - From->First;
  if (Same && Distance == 0)
    Distance.reset(); // That one itself, which no register holds any more.
  const bool IsNew = !Same || !Uses(Computed, *Same);
  if (IsKnown && Same) {
    Address &Of = Fixed.try_emplace(*Same, Address{Number, Distance, Iteration})
                      .first->second;
    // Iterations in between had others: the loop changes it after all.
    if (Iteration > Of.Iteration + 1)
      Addresses[Number][Distance].Times += Times;
    else
      Of.Times += IsNew ? Times : 0;
    Of.IsUsedAgain |= Iteration == Of.Iteration + 1;
    Of.Iteration = Iteration;
  } else if (IsNew) {
    ComputedAddresses &To = Addresses[Number][Distance];
    To.Times += Times;
    if (Distance && At->IsUniform && Times > 1 &&
        Moved.insert({Number, *Distance}).second)
      To.Kept += 1;
  }
  // What lies a constant further on has it in the instruction.
  if (!HasBase) {
    Sum.Counts.Integers += IsKnown ? 1 : Times;
    Wave.Chain += IsKnown ? 1 : Times;
  }
}

void WorkLog::barrier(const Barrier &B, uint64_t Times, unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  Sum.Counts.Barriers += N;
  if (B.OfBlock)
    Phases.end(N);
}

/// A phase may begin in one iteration and end in the next one, or behind the
/// loop.
void PhaseLoads::end(double Times) {
  const double Phases = std::max(Times, std::exchange(Begins, Times));
  All += Current;
  Squared += Current * Current / Phases;
  Current = 0;
}

void WorkLog::endStretch(uint64_t Times, unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  Wave.SharedWaits += std::exchange(LoadsShared, false) ? N : 0;
  Wave.OutsideWaits += std::exchange(LoadsOutside, false) ? N : 0;
  Loaded.clear();
  Touched.clear();
}

KernelWork WorkLog::take(unsigned Waves) const {
  KernelWork Out = Sum;
  // A row or a column of the grid, or all of it, loads the same.
  for (auto [Along, Sectors] : llvm::enumerate(ByDimensions))
    if (Along == 0 || Along != GridDimensions)
      Out.Counts.CommonSectors += Sectors;
  Out.Counts.LoadsOfPhase = Phases.mean();
  for (auto [W, N] : llvm::zip_equal(Weighted, Counted))
    Out.Weights.push_back(N ? W / double(N) : 1);
  for (const auto &OfSite : Addresses) {
    auto &List = Out.Addresses.emplace_back();
    for (auto [Distance, Each] : OfSite) {
      Each.Distance = Distance;
      Each.Kept /= Waves;
      List.push_back(Each);
    }
  }
  return Out;
}
