//===- MemoryBudget.cpp - Limits of a block, and occupancy ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace bankfix;

MemoryBudget::MemoryBudget(const PlanInput &In) : In(In) {
  for (const SharedArray &A : In.P.Arrays)
    Original.push_back(A.bytes());
  Bytes = Original;
}

/// Bytes of array number \p I in a block of \p K, of those that it may have.
uint64_t MemoryBudget::hostBytes(const AnalyzedKernel &K, unsigned I,
                                 Assumed Size) const {
  if (std::optional<uint64_t> Known = bytesAt(In.P.Arrays[I], K.Shape))
    return *Known;
  if (Size == Assumed::Most)
    return Original[I];
  // A launch of a smaller block asks for less.
  auto [It, IsNew] = Accessed.try_emplace({&K, I}, 0);
  if (IsNew)
    It->second = accessedBytes(In.P, K, I);
  return It->second;
}

/// Bytes of a block of \p K where each array takes what \p Sizes says.
uint64_t MemoryBudget::blockBytes(const AnalyzedKernel &K,
                                  llvm::ArrayRef<uint64_t> Sizes,
                                  bool StaticOnly, Assumed Size) const {
  uint64_t Total = In.P.Kernels[K.Kernel].OtherSharedBytes.value_or(0);
  bool AddsDynamic = !StaticOnly;
  std::set<unsigned> Used;
  for (const Site &S : In.sites(K))
    Used.insert(S.Array);
  for (unsigned I : Used) {
    const SharedArray &A = In.P.Arrays[I];
    bool IsStatic = A.Space == MemorySpace::Static;
    if (StaticOnly && !IsStatic)
      continue;
    AddsDynamic &= A.Space != MemorySpace::Dynamic;
    // Under a smaller launch it grows by no more.
    uint64_t Bytes =
        IsStatic ? Sizes[I] : hostBytes(K, I, Size) + (Sizes[I] - Original[I]);
    if (Sizes[I] != Original[I])
      Bytes += A.FreeBehind;
    Total = llvm::alignTo(Total, std::max(A.Alignment, 1u)) + Bytes;
  }
  return Total + (AddsDynamic ? K.Shape.DynamicBytes.value_or(0) : 0);
}

/// The dynamic memory of a block of \p K is known, or is an array of which it
/// is known what the accesses need.
bool MemoryBudget::knowsDynamic(const AnalyzedKernel &K) const {
  bool IsOpenCL = false;
  for (auto [I, A] : llvm::enumerate(In.P.Arrays)) {
    if (A.Space == MemorySpace::Static || !In.uses(K, I))
      continue;
    if (!A.hasKnownSize() || In.isOpen(I))
      return false;
    if (A.Space == MemorySpace::Dynamic)
      return true;
    IsOpenCL = true;
  }
  if (IsOpenCL)
    return true; // There is no memory but what its arguments get.
  return K.Shape.DynamicBytes.has_value();
}

std::string MemoryBudget::refuseLimits(const AnalyzedKernel &K,
                                       llvm::ArrayRef<uint64_t> New) const {
  const Limits &M = In.T.Memory;
  uint64_t Static = blockBytes(K, New, true), All = blockBytes(K, New, false);
  if (M.StaticPerBlock && Static > M.StaticPerBlock)
    return text(Refusal::StaticLimit, Static, M.StaticPerBlock);
  if (M.SharedPerBlock && All > M.SharedPerBlock)
    return text(Refusal::BlockLimit, All, M.SharedPerBlock);
  // Static and dynamic memory together need an opt-in above the static limit,
  // which the host may not have made.
  if (!In.P.Kernels[K.Kernel].OtherSharedBytes || !knowsDynamic(K))
    return text(Refusal::UnknownMemory);
  if (M.StaticPerBlock && All > M.StaticPerBlock &&
      blockBytes(K, Original, false) <= M.StaticPerBlock)
    return text(Refusal::StaticLimit, All, M.StaticPerBlock);
  uint64_t Before = blockBytes(K, Original, false);
  std::optional<uint64_t> Most = In.Options.MaxSharedGrowth;
  if (Most && All > Before + *Most)
    return text(Refusal::GrowthLimit, All - Before, *Most);
  return "";
}

/// With fewer blocks on a processor less latency is hidden; in the worst case
/// time grows as their number falls.
std::string MemoryBudget::refuseOccupancy(const AnalyzedKernel &K,
                                          llvm::ArrayRef<uint64_t> New,
                                          uint64_t Before,
                                          uint64_t After) const {
  std::optional<unsigned> Old = blocksOf(K, Bytes), Left = blocksOf(K, New);
  if (!Old || !Left || *Left >= *Old)
    return "";
  if (!In.Options.AllowOccupancyLoss)
    return text(Refusal::Occupancy, *Left, *Old);
  bool Wins = After * *Old < Before * *Left;
  return Wins ? "" : text(Refusal::OccupancyLoses, *Left, *Old);
}

std::pair<std::optional<unsigned>, std::optional<unsigned>>
MemoryBudget::blocks(unsigned Of, ArrayGroup Arrays,
                     llvm::ArrayRef<uint64_t> NewBytes) const {
  std::vector<uint64_t> New = Bytes;
  for (auto [I, B] : llvm::zip_equal(Arrays, NewBytes))
    New[I] = B;
  std::pair<std::optional<unsigned>, std::optional<unsigned>> Fewest;
  for (const AnalyzedKernel &K : In.Kernels) {
    if (!In.uses(K, Of))
      continue;
    if (!In.P.Kernels[K.Kernel].OtherSharedBytes || !K.Shape.DynamicBytes ||
        In.isOpen(Of))
      return {};
    std::optional<unsigned> Before = blocksOf(K, Bytes),
                            After = blocksOf(K, New);
    if (!Before || !After)
      return {};
    if (!Fewest.second || *After < *Fewest.second)
      Fewest = {Before, After};
  }
  return Fewest;
}

std::pair<unsigned, unsigned>
MemoryBudget::resident(const AnalyzedKernel &K, ArrayGroup Arrays,
                       llvm::ArrayRef<uint64_t> NewBytes) const {
  std::vector<uint64_t> New = Bytes;
  for (auto [I, B] : llvm::zip_equal(Arrays, NewBytes))
    New[I] = B;
  auto Blocks = [&](llvm::ArrayRef<uint64_t> Sizes) {
    return std::max(blocksOf(K, Sizes).value_or(1), 1U);
  };
  return {Blocks(Bytes), Blocks(New)};
}

/// Blocks of \p K that fit on a processor. Nothing where shared memory is the
/// only limit that is known: others may be met long before it.
std::optional<unsigned>
MemoryBudget::blocksOf(const AnalyzedKernel &K,
                       llvm::ArrayRef<uint64_t> Sizes) const {
  const Limits &M = In.T.Memory;
  if (M.ThreadsPerProcessor == 0 && M.BlocksPerProcessor == 0)
    return std::nullopt;
  return blocksPerProcessor(In.T, K.Shape.threads(),
                            blockBytes(K, Sizes, false, Assumed::Likely));
}

/// Calls \p Refuse for each kernel that has one of \p Arrays, which are to take
/// \p NewBytes, with what all arrays take then; nothing is refused where none
/// grows.
std::string MemoryBudget::refuseAny(
    ArrayGroup Arrays, llvm::ArrayRef<uint64_t> NewBytes,
    llvm::function_ref<std::string(const AnalyzedKernel &,
                                   llvm::ArrayRef<uint64_t>)>
        Refuse) const {
  std::vector<uint64_t> New = Bytes;
  bool Grows = false;
  for (auto [I, B] : llvm::zip_equal(Arrays, NewBytes)) {
    Grows |= B > Bytes[I];
    New[I] = B;
  }
  for (const AnalyzedKernel &K : In.Kernels)
    if (Grows && In.uses(K, Arrays))
      if (std::string Why = Refuse(K, New); !Why.empty())
        return Why;
  return "";
}

/// \p Map asks for no more than the next multiple of OpenUnit bytes, whatever
/// bytes the host gives \p A. Where the author's macro says which bytes these
/// are, no element moves up.
static bool roundsUp(const LayoutMap &Map, const SharedArray &A,
                     uint64_t Limit) {
  std::optional<IndexExpr> Bytes = Map.hostBytes(A);
  if (!Bytes)
    return false;
  if (std::optional<OffsetChange> Author = Map.change(A).Offsets)
    return !Author->Grows && Bytes->asSubscript();
  for (uint64_t N = 1; N <= Limit && !Bytes->asSubscript(); ++N)
    if (Bytes->evaluate(int64_t(N)) > int64_t(llvm::alignTo(N, OpenUnit)))
      return false;
  return true;
}

/// What a block of \p K has besides \p Grown, whose bytes are rounded up, is
/// known, and leaves a multiple of OpenUnit for it wherever each array lies.
std::string MemoryBudget::refuseBeside(const AnalyzedKernel &K,
                                       ArrayGroup Grown) const {
  const std::optional<uint64_t> &Other =
      In.P.Kernels[K.Kernel].OtherSharedBytes;
  if (!Other)
    return text(Refusal::UnknownMemory);
  if (*Other)
    return text(Refusal::OpenBeside, *Other);
  unsigned Here = 0;
  for (auto [I, A] : llvm::enumerate(In.P.Arrays)) {
    if (!In.uses(K, I))
      continue;
    if (llvm::is_contained(Grown, I) ? ++Here > 1
                                     : In.isOpen(I) || In.isGuessed(I))
      return text(Refusal::UnknownMemory);
    const uint64_t Size =
        Bytes[I] == Original[I] ? Bytes[I] : Bytes[I] + A.FreeBehind;
    if (!llvm::is_contained(Grown, I) &&
        (Size % OpenUnit || A.Alignment > OpenUnit))
      return text(Refusal::OpenBeside, Size);
  }
  return "";
}

/// With the bytes that the accesses to \p Arrays need, a block has no more than
/// every launch may ask for.
bool MemoryBudget::needsNoOptIn(ArrayGroup Arrays, const LayoutMap &Map) const {
  const Limits &M = In.T.Memory;
  const uint64_t Limit = M.StaticPerBlock ? M.StaticPerBlock : M.SharedPerBlock;
  std::vector<uint64_t> New = Bytes;
  for (unsigned I : Arrays)
    New[I] = Map.apply(In.P.Arrays[I]).bytes();
  return llvm::none_of(In.Kernels, [&](const AnalyzedKernel &K) {
    return In.uses(K, Arrays) && blockBytes(K, New, false) > Limit;
  });
}

std::string MemoryBudget::refuseOpen(ArrayGroup Arrays,
                                     const LayoutMap &Map) const {
  const uint64_t Limit = In.T.Memory.SharedPerBlock;
  llvm::SmallVector<unsigned, 4> Grown;
  for (unsigned I : Arrays) {
    const bool IsSmall = In.isGuessed(I) && needsNoOptIn(Arrays, Map);
    if ((!In.isOpen(I) && !In.isGuessed(I)) || IsSmall || !Limit)
      continue;
    const SharedArray &A = In.P.Arrays[I];
    if (Limit % OpenUnit || !roundsUp(Map, A, Limit))
      return text(Refusal::HostSizeUnknown);
    if (!Map.hostBytes(A)->asSubscript())
      Grown.push_back(I);
  }
  std::optional<uint64_t> Most = In.Options.MaxSharedGrowth;
  if (!Grown.empty() && Most && *Most < OpenUnit - 1)
    return text(Refusal::GrowthLimit, OpenUnit - 1, *Most);
  for (const AnalyzedKernel &K : In.Kernels)
    if (!Grown.empty() && In.uses(K, Grown))
      if (std::string Why = refuseBeside(K, Grown); !Why.empty())
        return Why;
  return "";
}

std::string MemoryBudget::openWarning(unsigned Array,
                                      const LayoutMap &Map) const {
  const Limits &M = In.T.Memory;
  const uint64_t Limit = M.StaticPerBlock ? M.StaticPerBlock : M.SharedPerBlock;
  const SharedArray &A = In.P.Arrays[Array];
  std::optional<IndexExpr> Host = Map.hostBytes(A);
  if (!In.isGuessed(Array) || !Host || Map.change(A).Offsets ||
      roundsUp(Map, A, Limit))
    return "";
  uint64_t Most = Limit;
  while (Most && Host->evaluate(int64_t(Most)) > int64_t(Limit))
    --Most;
  return "of launches that give it more than " + std::to_string(Most) +
         " bytes, which no access needs, each would ask for more than " +
         std::to_string(Limit);
}

std::string MemoryBudget::refuse(ArrayGroup Arrays,
                                 llvm::ArrayRef<uint64_t> NewBytes,
                                 uint64_t Before, uint64_t After) const {
  return refuseAny(Arrays, NewBytes,
                   [&](const AnalyzedKernel &K, llvm::ArrayRef<uint64_t> New) {
                     std::string Why = refuseLimits(K, New);
                     return Why.empty() ? refuseOccupancy(K, New, Before, After)
                                        : Why;
                   });
}

std::string
MemoryBudget::refuseLimits(ArrayGroup Arrays,
                           llvm::ArrayRef<uint64_t> NewBytes) const {
  return refuseAny(Arrays, NewBytes,
                   [&](const AnalyzedKernel &K, llvm::ArrayRef<uint64_t> New) {
                     return refuseLimits(K, New);
                   });
}

uint64_t bankfix::neededBytes(const SharedArray &A, const LayoutMap &Map) {
  const SharedArray New = Map.apply(A);
  const unsigned Free =
      New.Alignment > A.Alignment ? New.Alignment - A.Alignment : 0;
  return New.bytes() + Free;
}

std::string bankfix::refuseMemory(const Program &P,
                                  llvm::ArrayRef<AnalyzedKernel> Kernels,
                                  const Target &T, const PlanOptions &Options,
                                  llvm::ArrayRef<ArrayPlan> Plans,
                                  bool MayLoseBlocks) {
  const SizedProgram Sized(P, Kernels, T);
  const PlanInput In = inputOf(Sized, Kernels, T, Options);
  std::vector<unsigned> Arrays;
  std::vector<uint64_t> New;
  uint64_t Before = 0, After = 0;
  for (const ArrayPlan &Plan : Plans) {
    if (!Plan.Map)
      continue;
    Arrays.push_back(Plan.Array);
    New.push_back(neededBytes(Sized.P.Arrays[Plan.Array], *Plan.Map));
    Before += Plan.WavefrontsBefore;
    After += Plan.WavefrontsAfter;
  }
  const MemoryBudget Budget(In);
  return MayLoseBlocks ? Budget.refuseLimits(Arrays, New)
                       : Budget.refuse(Arrays, New, Before, After);
}
