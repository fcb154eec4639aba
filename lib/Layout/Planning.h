//===- Planning.h - The steps of the planner --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   array ──refuseUses──▶ why a strategy may not touch it, or nothing
//   array + map ──score──▶ what all accesses to it then cost
//   array + bytes ──MemoryBudget──▶ why the block may not grow so, or nothing
//   choices ──better, whyNot──▶ the one that is taken, and what to say of
//   others
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_PLANNING_H
#define BANKFIX_LIB_LAYOUT_PLANNING_H

#include "AddressCosts.h"
#include "Strategy.h"
#include "bankfix/Analysis/AlikeSites.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace bankfix {

/// The arrays that get one layout: indices into Program::Arrays.
using ArrayGroup = llvm::ArrayRef<unsigned>;

/// One number per analysed kernel and site of it.
using SiteNumbers = std::vector<std::vector<unsigned>>;

/// What `plan` was asked.
struct PlanInput {
  const Program &P;
  llvm::ArrayRef<AnalyzedKernel> Kernels;
  const Target &T;
  const PlanOptions &Options;
  /// Sites with one number cost the same under each map; empty: not known.
  SiteNumbers Alike = {};
  /// Arrays whose size the host sets and nobody knows: P has what the requests
  /// ask for in its place, and launches may give them less or more. Empty:
  /// none.
  llvm::BitVector Open = {};
  /// Arrays of which only the accesses say how large they may be: launches may
  /// give them more or less. Empty: none.
  llvm::BitVector Guessed = {};
  /// What may be changed of the text, one per array; empty where no strategy is
  /// asked.
  llvm::ArrayRef<EditRights> Rights = {};
  /// PlanOptions::MostSteps, taken so far.
  mutable uint64_t Steps = 0;
  /// Those of layouts that only say why others are refused; not in Steps.
  mutable uint64_t ReasonSteps = 0;
  /// Where each array is accessed, as forEachSite tells it: indices of Kernels
  /// and of their sites. Empty: nobody has asked.
  mutable std::vector<std::vector<std::pair<unsigned, unsigned>>> SitesOf = {};

  const std::vector<Site> &sites(const AnalyzedKernel &K) const {
    return P.Kernels[K.Kernel].Sites;
  }
  bool isOpen(unsigned Array) const {
    return Array < Open.size() && Open.test(Array);
  }
  bool isGuessed(unsigned Array) const {
    return Array < Guessed.size() && Guessed.test(Array);
  }
  /// The number of a site in Alike.
  std::optional<unsigned> number(const AnalyzedKernel &K, unsigned Site) const {
    return Alike.empty() ? std::nullopt
                         : std::optional(Alike[&K - Kernels.data()][Site]);
  }
  bool uses(const AnalyzedKernel &K, ArrayGroup Arrays) const;
  /// Calls \p F with every analysed kernel and the index of each site in it
  /// that accesses one of \p Arrays.
  void forEachSite(
      ArrayGroup Arrays,
      llvm::function_ref<void(const AnalyzedKernel &, unsigned)> F) const;
};

/// PlanInput::Alike.
SiteNumbers alikeSites(const Program &P,
                       llvm::ArrayRef<AnalyzedKernel> Kernels);

/// What a device gives a block is a multiple of so many bytes, and so is what
/// it takes for one. So a size that is rounded up to it is within every limit
/// that it was within.
constexpr uint64_t OpenUnit = 128;

/// Bytes of the array up to the last that a block of \p K is known to access.
uint64_t accessedBytes(const Program &P, const AnalyzedKernel &K,
                       unsigned Array);

/// Gives the arrays of \p P of which withHostSizes knows no size one that holds
/// all that \p Kernels are known to access, if a block on \p T can have that.
/// They are PlanInput::Open.
llvm::BitVector assumeOpenSizes(Program &P,
                                llvm::ArrayRef<AnalyzedKernel> Kernels,
                                const Target &T);

/// PlanInput::Guessed, of \p P with what withHostSizes says.
llvm::BitVector guessedSizes(const Program &P,
                             llvm::ArrayRef<AnalyzedKernel> Kernels);

/// A program of which each array has some size.
struct SizedProgram {
  /// \p P: with what withHostSizes says.
  SizedProgram(Program P, llvm::ArrayRef<AnalyzedKernel> Kernels,
               const Target &T);

  Program P;
  llvm::BitVector Guessed, Open; ///< As in PlanInput.
};

/// Keeps references.
PlanInput inputOf(const SizedProgram &Of,
                  llvm::ArrayRef<AnalyzedKernel> Kernels, const Target &T,
                  const PlanOptions &Options,
                  llvm::ArrayRef<EditRights> Rights = {},
                  SiteNumbers Alike = {});

/// What \p S is given to lay out the arrays of the group, once for those that
/// are alike: as they are, or (not null) as \p Base makes them.
std::vector<LayoutTask> layoutTasks(const PlanInput &In, ArrayGroup Arrays,
                                    const Strategy &S, const LayoutMap *Base);

/// The lengths of rows that every access to \p Arrays is written with, with
/// columns that are proved to lie within. Where there is none, \p Why says why,
/// and \p WithoutRows whether the accesses are not written as rows at all.
std::vector<RowLength> rowLengths(const PlanInput &In, ArrayGroup Arrays,
                                  std::string &Why, bool &WithoutRows);

/// Why \p S may not change \p Arrays, from how they are declared and accessed;
/// empty if it may.
std::string refuseUses(const PlanInput &In, ArrayGroup Arrays,
                       const Strategy &S);
/// Of that, what the obstacles of declarations and uses say, and the rest.
std::string refuseObstacles(const PlanInput &In, ArrayGroup Arrays,
                            const Strategy &S);
std::string refuseAccesses(const PlanInput &In, ArrayGroup Arrays);

/// Why \p Arrays may not be declared, or accessed, as \p Map says; empty if
/// they may.
std::string refuseDeclared(const PlanInput &In, ArrayGroup Arrays,
                           const LayoutMap &Map);

/// Why \p Map may not move elements that are accessed several at once; empty if
/// it may.
std::string refuseViews(const PlanInput &In, ArrayGroup Arrays,
                        const LayoutMap &Map);

/// Why it is not known that such accesses lie at multiples of their width;
/// empty if it is.
std::string refuseUnaligned(const PlanInput &In, ArrayGroup Arrays);

/// \p Map pads \p Arrays by a member, which did not hold.
bool hasFailed(const PlanInput &In, ArrayGroup Arrays, const LayoutMap &Map);

/// Why \p Arrays may not have a map that needs their inner subscripts to stay
/// inside their dimensions. Empty if they are proved to, or if nothing shows
/// that they do not, and the options let a layout rely on it. Where \p
/// IsFlatFollowed, those of accesses through all rows need not.
std::string refuseUnbounded(const PlanInput &In, ArrayGroup Arrays,
                            bool IsFlatFollowed);

/// \p Map changes the subscripts of \p A.
bool reindexes(const LayoutMap &Map, const SharedArray &A);

/// What a map of array number \p Array that needs its inner subscripts inside
/// their dimensions takes for granted of them.
std::vector<Reliance> reliances(const PlanInput &In, unsigned Array,
                                bool IsFlatFollowed);

/// Who has to pay what a layout costs: an array, and where several launches are
/// likely, one of those; null: all.
using Payer = std::pair<unsigned, const AnalyzedKernel *>;

/// All accesses to a group of arrays, in all analysed kernels.
struct Score {
  /// Serialization included: a bank that lanes ask for one address and for
  /// others is counted as the one or the other, and no layout may gain by that.
  uint64_t Wavefronts = 0;
  uint64_t Excess = 0;
  /// Of an access with a data-dependent index only the worst case is known: its
  /// wavefronts without serialization, one entry an access. Not in the sums
  /// above.
  std::vector<uint64_t> Worst;
  uint64_t WorstWavefronts = 0; ///< Of the same accesses, with serialization.
  /// Expected wavefronts of those of them whose indices come from memory, if
  /// that holds uniformly random values.
  uint64_t Random = 0;
  /// Wavefronts and requests as compilers may issue the accesses of Wavefronts,
  /// where some are candidates for merging.
  uint64_t Merged = 0, MergedRequests = 0;
  uint64_t Requests = 0;          ///< Of all accesses.
  std::map<Payer, uint64_t> Paid; ///< Wavefronts, of each.
  /// As wavefrontsInTotal(), but of values from memory the mean for random ones
  /// in place of the worst; see meanInTotal. Where it was asked for.
  std::optional<uint64_t> Mean;
  /// What each kernel asks of shared memory for the group.
  std::map<const AnalyzedKernel *, SharedUse> Uses;
  bool CanMerge = false;
  /// Every access has a count, and none rests on a rule without evidence.
  bool Known = true;

  /// Wavefronts, with the worst cases.
  uint64_t wavefrontsInTotal() const;
  /// Fewer wavefronts, and no more if accesses are merged; of as many, a better
  /// worst case of random values. Where only the worst case is known it may not
  /// become worse, and what is known for certain goes first.
  bool improves(const Score &Before) const;
  /// The same, but that accesses of which only the worst case is known may cost
  /// more, if all together cost less: in the worst case, or with means.
  bool improvesInTotal(const Score &Before) const;
  /// Who pays more than before, if there is one.
  std::optional<Payer> loser(const Score &Before) const;
  /// It might, whatever those accesses cost.
  bool mayImproveInTotal(const Score &Before) const;
  /// What all accesses cost less, in the worst case, or with means; 0 where
  /// they do not.
  uint64_t savedSince(const Score &Before) const;
  /// No excess is left, or the wavefronts saved since \p Before outweigh
  /// \p Arithmetic more integer operations in each request.
  bool isWorth(unsigned Arithmetic, const Score &Before) const;
};

/// Where \p Map puts what lies at an offset of \p A; null: where it is. Each is
/// computed once, and asking takes one of PlanInput::Steps. \p In outlives it.
OffsetMap newOffsets(const PlanInput &In, const LayoutMap *Map,
                     const SharedArray &A);

/// Scores \p Arrays laid out by \p Map, or as they are (null), on the requests
/// for which maps are defined. Stops counting, with a result above it, where
/// Wavefronts exceed \p Enough, where some array costs more than in \p Before,
/// and where \p MayWin says so of a sum that only lacks accesses of which no
/// more than the worst case is known: with these, it is no better.
Score score(
    const PlanInput &In, ArrayGroup Arrays, const LayoutMap *Map,
    uint64_t Enough = UINT64_MAX, const Score *Before = nullptr,
    llvm::function_ref<bool(const Score &)> MayWin = [](const Score &) {
      return true;
    });

/// What a layout can change of the wavefronts of \p Arrays, laid out by \p Map
/// or as they are (null), with the mean of independent random values where an
/// access depends on values from memory. Takes long.
uint64_t meanInTotal(const PlanInput &In, ArrayGroup Arrays,
                     const LayoutMap *Map);

/// What \p V, of a site of \p K, asks of shared memory, as compilers issue it,
/// with what \p Costs says of its addresses: where these take operations,
/// compilers do not see what lies side by side, and merge nothing.
void include(SharedUse &Sum, const AnalyzedKernel &K, unsigned Site,
             const Verdict &V, const AddressCosts &Costs);

/// What a layout makes of the time of the kernels that use a group.
struct Timing {
  double Mean = 1; ///< Time after over time before, of all kernels alike.
  SpeedUp Best;    ///< Of the kernel that gains the most.
  /// The kernel that takes longer, by the estimate, and how much, in percent.
  const AnalyzedKernel *Slower = nullptr;
  double Loss = 0;
};

/// What kernels ask of shared memory, by what is planned so far.
class PlannedUses {
public:
  using ByKernel = std::map<const AnalyzedKernel *, SharedUse>;

  /// \p Arrays get a layout under which kernels ask for \p Uses.
  void take(ArrayGroup Arrays, ByKernel Uses);
  /// What \p K asks for with other arrays than \p Arrays: as they are, or
  /// laid out.
  SharedUse besides(const PlanInput &In, const AnalyzedKernel &K,
                    ArrayGroup Arrays) const;

private:
  std::map<std::vector<unsigned>, ByKernel> Groups;
};

class MemoryBudget;

/// Time with \p After, where the group takes \p NewBytes, over time with
/// \p Before, each beside \p Others; nothing where the work of some kernel, or
/// its target's costs, are not known.
std::optional<Timing> timing(const PlanInput &In, const MemoryBudget &Budget,
                             const PlannedUses &Others, ArrayGroup Arrays,
                             const Score &Before, const Score &After,
                             llvm::ArrayRef<uint64_t> NewBytes);

/// The arrays that are planned together, in the order of the first of each.
std::vector<std::vector<unsigned>> arrayGroups(const Program &P);

/// A map that may be taken.
struct Choice {
  std::shared_ptr<const LayoutMap> Map;
  Score After;
  std::vector<uint64_t> ArrayBytes; ///< One per array of the group.
  unsigned Operations = 0;          ///< LayoutMap::arithmetic.
  bool Reorders = false;            ///< LayoutMap::reorders.
  std::optional<Timing> Time = {};  ///< Where it decides.

  /// Of all arrays.
  uint64_t bytes() const;
};

/// True if \p A is to be preferred: less time, by more than can be told from
/// nothing; else fewer wavefronts, then fewer of merged
/// accesses and fewer such accesses (a pitch that keeps vectors aligned), then
/// less arithmetic, subscripts in their order, fewer bytes, an earlier
/// strategy.
bool better(const Choice &A, const Choice &B);
/// Why \p Loser is not taken but \p Winner, for the user.
std::string whyNot(const Choice &Loser, const Choice &Winner);

/// "tile[32][32] -> tile[32][33]"
std::string summary(const PlanInput &In, unsigned Array, const LayoutMap &Map);
/// A comment for the source: "33 columns: rows start 1 bank apart".
std::string remark(const PlanInput &In, unsigned Array, const LayoutMap &Map);
/// What becomes of the bytes of an array whose size the host sets: "PAD(bytes),
/// where PAD(i) is ((i) + ((i) >> 5))".
std::string hostFormula(const SharedArray &A, const LayoutMap &Map);
/// What the user should know of the plan for \p A before it is carried out.
std::vector<std::string> warnings(const SharedArray &A, const ArrayPlan &P);

/// Bytes that \p A may need, laid out: before an array that is aligned more
/// strictly, some may be left free.
uint64_t neededBytes(const SharedArray &A, const LayoutMap &Map);

/// The shared memory of each kernel's block, as planned so far.
class MemoryBudget {
public:
  explicit MemoryBudget(const PlanInput &In);

  /// Why \p Arrays may not take \p NewBytes, one each, where that lowers their
  /// wavefronts from \p Before to \p After; empty if they may.
  std::string refuse(ArrayGroup Arrays, llvm::ArrayRef<uint64_t> NewBytes,
                     uint64_t Before, uint64_t After) const;
  /// The same, whatever it does to how many blocks fit on a processor.
  std::string refuseLimits(ArrayGroup Arrays,
                           llvm::ArrayRef<uint64_t> NewBytes) const;
  /// Why \p Map may make launches fail, or fewer blocks fit, for some size that
  /// the host gives open arrays of \p Arrays; empty if it never does.
  std::string refuseOpen(ArrayGroup Arrays, const LayoutMap &Map) const;
  /// What the user should know of the bytes that launches give array number
  /// \p Array, where no more is known of them than what accesses need; empty if
  /// \p Map asks for no more.
  std::string openWarning(unsigned Array, const LayoutMap &Map) const;
  /// Blocks of all kernels that use array number \p Of, the fewest, that fit on
  /// a processor as planned so far and with \p NewBytes of \p Arrays; nothing
  /// where that is not known.
  std::pair<std::optional<unsigned>, std::optional<unsigned>>
  blocks(unsigned Of, ArrayGroup Arrays,
         llvm::ArrayRef<uint64_t> NewBytes) const;
  void take(unsigned Array, uint64_t NewBytes) { Bytes[Array] = NewBytes; }
  /// Blocks of \p K on a processor as planned so far, and with \p NewBytes of
  /// \p Arrays; 1 where that is not known.
  std::pair<unsigned, unsigned> resident(const AnalyzedKernel &K,
                                         ArrayGroup Arrays,
                                         llvm::ArrayRef<uint64_t> NewBytes) const;

private:
  /// What an array has whose size the launch does not say.
  enum class Assumed : uint8_t { Most, Likely };

  uint64_t hostBytes(const AnalyzedKernel &K, unsigned I, Assumed Size) const;
  mutable std::map<std::pair<const AnalyzedKernel *, unsigned>, uint64_t>
      Accessed; ///< accessedBytes, of those that were asked for.
  uint64_t blockBytes(const AnalyzedKernel &K, llvm::ArrayRef<uint64_t> Sizes,
                      bool StaticOnly, Assumed Size = Assumed::Most) const;
  bool knowsDynamic(const AnalyzedKernel &K) const;
  std::optional<unsigned> blocksOf(const AnalyzedKernel &K,
                                   llvm::ArrayRef<uint64_t> Sizes) const;
  std::string
  refuseAny(ArrayGroup Arrays, llvm::ArrayRef<uint64_t> NewBytes,
            llvm::function_ref<std::string(const AnalyzedKernel &,
                                           llvm::ArrayRef<uint64_t>)>
                Refuse) const;
  bool needsNoOptIn(ArrayGroup Arrays, const LayoutMap &Map) const;
  std::string refuseBeside(const AnalyzedKernel &K, ArrayGroup Grown) const;
  std::string refuseLimits(const AnalyzedKernel &K,
                           llvm::ArrayRef<uint64_t> New) const;
  std::string refuseOccupancy(const AnalyzedKernel &K,
                              llvm::ArrayRef<uint64_t> New, uint64_t Before,
                              uint64_t After) const;

  const PlanInput &In;
  std::vector<uint64_t> Original, Bytes; ///< Per array.
};

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_PLANNING_H
