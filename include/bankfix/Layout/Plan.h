//===- Plan.h - Which layout each array gets --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Program + AnalyzedKernels ──plan──▶ Plan (a layout map per array, or why
//   not)
//
// Each strategy proposes layout maps; a map is scored by applying it to the
// requests that the analysis collected, so that nothing is analysed twice.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LAYOUT_PLAN_H
#define BANKFIX_LAYOUT_PLAN_H

#include "bankfix/Analysis/Requests.h"
#include "bankfix/Analysis/Time.h"
#include "bankfix/Kernel/EditRights.h"
#include "bankfix/Kernel/SourceEdit.h"
#include "bankfix/Layout/IndexExpr.h"
#include <memory>

namespace bankfix {

/// The names are those of `--strategy`; see Strategies.def.
enum class StrategyKind : uint8_t {
#define STRATEGY(Id, Name) Id,
#include "bankfix/Layout/Strategies.def"
};
llvm::StringRef name(StrategyKind S);
std::optional<StrategyKind> findStrategy(llvm::StringRef Name);
llvm::ArrayRef<StrategyKind> allStrategies();
/// It comes to mind first for arrays such as \p A: what keeps it from being
/// made is said where another fix has another reason.
bool isUsual(StrategyKind S, const SharedArray &A);

/// A macro that indices go through: `#define Name(Parameters) Body`.
struct IndexHelper {
  std::string Name;
  std::vector<std::string> Parameters;
  std::string Body;

  bool operator==(const IndexHelper &) const = default;
};

/// How one subscript, or one declared size, of the new array is written: as
/// that of an old dimension, through a macro, plus a constant.
struct IndexText {
  unsigned From = 0;      ///< The old dimension.
  std::string Macro = {}; ///< Of SourceChange::Macros, or empty.
  llvm::SmallVector<unsigned, 1> Also = {}; ///< Further arguments of Macro: old
                                            ///< dimensions.
  int64_t Added = 0;                        ///< Elements.

  bool operator==(const IndexText &) const = default;
};

/// The length of a flat array's rows, which its subscripts and its size
/// multiply by, becomes another.
struct RowChange {
  const Expr *Length = nullptr; ///< As in FlatIndex.
  int64_t Elements = 0;         ///< Its value.
  int64_t Added = 0;            ///< Elements.

  bool operator==(const RowChange &) const = default;
};

/// A macro of the author's that indices go through gets another definition.
struct OffsetChange {
  std::string Macro;
  OffsetTerms Terms;
  std::string Body;   ///< Of the definition.
  bool Grows = false; ///< Some element moves up, and may need more memory.

  bool operator==(const OffsetChange &) const = default;
};

/// A struct that every element is wrapped in, `a[i]` becoming `a[i].v`.
struct ElementWrap {
  std::string Name;
  /// The declarations of its members, before Name and the attributes that make
  /// it packed: "float2 v; unsigned pad;".
  std::string Members;
  unsigned Alignment = 4; ///< Bytes, of the struct.

  bool operator==(const ElementWrap &) const = default;
};

/// How a layout is written in the source. The rewriter knows nothing else of a
/// strategy.
struct SourceChange {
  /// One per dimension of the new array: its declared size, and the subscript
  /// of every access.
  std::vector<IndexText> Dims, Subscripts;
  std::vector<IndexHelper> Macros;
  /// In place of Subscripts, the macro that an access by one subscript through
  /// all rows is written with; LayoutMap::linear() is what it does.
  std::optional<IndexHelper> Flat;
  /// In place of Subscripts; Dims then holds where the size is no product.
  std::optional<RowChange> Rows;
  /// In place of Subscripts, and of Dims where sizes follow the macro.
  std::optional<OffsetChange> Offsets;
  /// The sizes that follow the macro change with it.
  bool ResizedByMacro = false;
  /// Of an array whose size the host sets, in place of Dims: for every Unit of
  /// its bytes, Added bytes more.
  struct Growth {
    int64_t Unit = 1, Added = 0;
    bool operator==(const Growth &) const = default;
  };
  std::optional<Growth> HostGrowth;
  bool EightByteBanks = false; ///< The host makes banks 8 bytes wide.
  std::optional<ElementWrap> Wrap;
  /// Bytes, a word, of a member that the elements' struct gets behind its
  /// others; 0: none.
  unsigned MemberBytes = 0;
  /// Bytes that the array is declared to be aligned to; 0: as it is.
  unsigned Alignment = 0;

  /// Everything as it is, for an array of \p NumDims dimensions.
  static SourceChange none(unsigned NumDims);
  /// Nothing but subscripts changes.
  bool keepsDeclaration() const;
  /// \p O, of a declaration, does not hold once this is made of it.
  bool isBlockedBy(const Obstacle &O) const;
  /// Elements become larger.
  bool padsElements() const { return Wrap || MemberBytes; }
  bool operator==(const SourceChange &) const = default;
};

/// What a declared size has to be for a layout to be right, whatever it is in
/// the build at hand.
struct SizeNeed {
  enum Kind : uint8_t { MultipleOf, AtMost, Equal };

  unsigned Dim = 0;
  Kind Is = Equal;
  uint64_t Value = 1; ///< Elements.

  bool operator==(const SizeNeed &) const = default;
};

/// A condition on the build, in the source's words, that the source is to ask
/// for: a build without it does not compile.
struct Requirement {
  std::string Condition; ///< An integer constant expression.
  std::string Why;       ///< For whom it is refused.
  /// Its words mean something behind all code alone, not beside the array.
  bool IsAtEnd = false;

  bool operator==(const Requirement &) const = default;
};

/// An injective map from an array's old elements to its new ones. A strategy
/// says once where elements go (index) and how the array is then declared
/// (apply); how that is written, what it costs and what the proof expects is
/// derived.
class LayoutMap {
public:
  virtual ~LayoutMap() = default;
  virtual StrategyKind strategy() const = 0;
  /// It is that of strategy(), and another one after it.
  virtual bool isComposed() const { return false; }
  /// False where it would not be injective on \p A, or leave it less aligned
  /// than its elements need; \p A has as many dimensions as the array that the
  /// map was made for.
  virtual bool isFor(const SharedArray &) const { return true; }
  /// What it changes of the text may be changed.
  virtual bool isAllowed(const EditRights &) const { return true; }
  /// Elements of each dimension, from the first, that the map is defined on:
  /// fewer than are declared where the rest is never used.
  virtual std::vector<uint64_t> domain(const SharedArray &A) const {
    return A.Dims;
  }
  /// The map says where element \p I of the flat array \p A goes; one for rows
  /// of known length says nothing of the elements between two rows, which no
  /// access may name.
  virtual bool isUsed(const SharedArray &, int64_t /*I*/) const { return true; }
  /// For which sizes of \p A's dimensions isFor() holds and change() is the
  /// same; empty: for all.
  virtual std::vector<SizeNeed> sizeNeeds(const SharedArray &) const {
    return {};
  }
  /// True where the map is only defined on subscripts inside their dimensions.
  virtual bool needsBoundedSubscripts() const = 0;

  /// The array as it will be declared.
  virtual SharedArray apply(const SharedArray &A) const = 0;
  /// The subscripts of the new array that name the same element: those of the
  /// old, unless the map says otherwise.
  virtual std::vector<IndexExpr> index(const SharedArray &A) const;
  /// Of an array whose size the host sets: what becomes of its bytes, and of a
  /// number of elements alike. Never too small, for any size. Nothing where the
  /// host's text cannot say it.
  virtual std::optional<IndexExpr> hostBytes(const SharedArray &) const {
    return std::nullopt;
  }
  /// Of the macro that does what \p E says, without MacroPrefix; empty where
  /// indices go through none. What differs has another name, as a file may need
  /// several.
  virtual std::string macroName(const IndexExpr & /*E*/) const { return ""; }
  /// Adds to \p Change what no expression says: other elements, an alignment.
  virtual void amend(const SharedArray &, SourceChange & /*Change*/) const {}

  /// Integer operations added to each access.
  virtual unsigned arithmetic(const SharedArray &A) const;
  /// Where an element goes depends on which subscripts it has, not on their
  /// bits: what holds of small subscripts holds of all that are inside.
  virtual bool isAffine(const SharedArray &A) const;
  /// Where the byte at an offset, inside \p A, goes. It outlives \p A.
  virtual OffsetMap offsets(const SharedArray &A) const;
  /// index(), of these.
  virtual llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, const SharedArray &A,
             llvm::ArrayRef<const Expr *> Old) const;

  int64_t offset(const SharedArray &A, int64_t Offset) const {
    return offsets(A)(Offset);
  }
  /// How it is written.
  SourceChange change(const SharedArray &A) const;
  /// The number of the new element, which is as many rows of the same length,
  /// of that of the old, as subscript 0. Nothing where that cannot be written.
  std::optional<IndexExpr> linear(const SharedArray &A) const;
  /// hostBytes(), of \p Old; null where there is none.
  const Expr *hostSize(ExprPool &Pool, const SharedArray &A,
                       const Expr *Old) const;
  /// True where the subscripts change their places, so that readers have to
  /// learn the array anew: nobody's choice where a pad does as well.
  bool reorders(const SharedArray &A) const;
};

/// \p O is no more than a limit of the bytes that the host may ask for, which
/// all that \p Map makes of sizes up to it keeps to.
bool keepsLimit(const LayoutMap &Map, const SharedArray &A, const Obstacle &O);

/// A program, and what may be changed of its text.
struct EditableProgram {
  const Program &P;
  llvm::ArrayRef<EditRights> Rights; ///< One per Program::Arrays.
};

/// One kernel under one launch shape, analysed.
struct AnalyzedKernel {
  unsigned Kernel = 0; ///< Index into Program::Kernels.
  LaunchShape Shape;
  KernelRequests Requests;
  std::vector<Verdict> Verdicts; ///< One per site.
  /// Under some other likely shape nobody knows what the kernel accesses.
  bool HasUnreadShapes = false;
  /// Of LaunchShape::OthersPossible: why, with what to do; empty where that is
  /// not known.
  std::string OpenReason = {};
  /// The kernel is also launched here, with a block that is not known; without
  /// a line, somewhere in that file, or it may be.
  std::optional<SourcePlace> UnknownLaunch = {};
  /// What it does besides; nothing where that is not asked for, or not known.
  std::optional<KernelWork> Work = {};
};

/// A layout that was planned, and turned out not to hold.
struct FailedLayout {
  unsigned Array = 0;
  StrategyKind Strategy;
  bool IsComposed = false; ///< Strategy by itself may still do.
  std::string Reason;
  bool IsMember = false; ///< SourceChange::MemberBytes; others may still do.
};

/// What a plan makes as small as can be.
enum class Objective : uint8_t { Wavefronts, Time };
llvm::StringRef name(Objective O);
/// Where the user says nothing.
Objective defaultObjective(const Target &T);

struct PlanOptions {
  std::optional<Objective> Minimize; ///< Nothing: what suits the target.
  /// Percent of a kernel's time that a layout has to gain, where the objective
  /// is time.
  double MinGain = 2;
  std::vector<StrategyKind> Allowed;       ///< Empty: all.
  std::optional<uint64_t> MaxSharedGrowth; ///< Bytes per block.
  bool AllowOccupancyLoss = false;
  /// Subscripts have to be proved to stay in their dimensions; else a layout
  /// may rely on it where nothing shows that they leave them, as a program that
  /// does is undefined.
  bool StrictBounds = false;
  double MinDegree = 0; ///< Arrays below it everywhere are left alone.
  std::vector<FailedLayout> Failed; ///< Not to be planned again.
  /// Addresses of lanes that layouts may be tried on, over all arrays: some
  /// seconds. Then each array gets a 64th of it, and not all are tried.
  uint64_t MostSteps = uint64_t(1) << 29;
};

/// What kind of reason it is. The first come closest to a fix.
enum class RefusalKind : uint8_t {
  Failed,   ///< It was planned, and turned out not to hold.
  Obstacle, ///< How the array is declared or used, or a limit.
  Loses,    ///< It costs more than it saves.
  NoGain,   ///< None of its layouts lowers the wavefronts.
  NotForIt, ///< The strategy is for arrays of another kind.
};

struct Refused {
  StrategyKind Strategy;
  std::string Reason;
  RefusalKind Kind = RefusalKind::Obstacle;
};

/// A size that the host gives an array, as its source has it.
struct HostSizeText {
  SourcePlace Place; ///< Its file is empty where that is the kernel's.
  std::string Before, After;
  bool IsChanged = false; ///< The rewrite changes it; else the user has to.
};

/// A layout that was looked at: the best that a strategy has to offer.
struct WeighedLayout {
  StrategyKind Strategy;
  std::string Summary;     ///< As in ArrayPlan.
  uint64_t Wavefronts = 0; ///< Of all accesses to the array's group.
  uint64_t Excess = 0;
  uint64_t Bytes = 0;      ///< Of the array's group.
  unsigned Operations = 0; ///< Integer operations added to each access.
  std::string Lost;        ///< Why it is not taken; empty if it is.
  /// Estimated time before over time after, of the kernels that use it
  /// together; nothing where there is no estimate.
  std::optional<double> Gain = {};
};

/// What is not proved, but holds in every program that is defined.
struct Reliance {
  SourcePlace Place;     ///< Of the first access with such a subscript.
  std::string Condition; ///< In the source's words: "threadIdx.x < 32".

  bool operator==(const Reliance &) const = default;
};

/// What the user should know before a fix is taken, or why none is.
struct Caveats {
  std::vector<std::string> Warnings;
  std::vector<Reliance> Relies;
  /// What the layout would do for the time of the kernel that gains the most,
  /// where that is estimated: of the one taken, or the best that is passed over.
  std::optional<SpeedUp> Gain = {};
  /// Why no layout is worth an edit: "global memory limits this kernel: 0.3 %".
  /// Empty where there is an edit, or no layout at all.
  std::string PassedOver = {};
};

/// What is to be done with one array.
struct ArrayPlan {
  unsigned Array = 0;
  std::shared_ptr<const LayoutMap> Map; ///< Null: left as it is.
  std::string Summary;                  ///< "tile[32][32] -> tile[32][33]"
  /// For readers of the source: "33 columns: rows start 1 bank apart".
  std::string Why;
  uint64_t WavefrontsBefore = 0, WavefrontsAfter = 0;
  /// Those of WavefrontsAfter of which no more than the worst case is known.
  uint64_t WorstCaseAfter = 0;
  /// The same without serialization, if values from memory are random, where
  /// that decided.
  std::optional<uint64_t> MeanBefore, MeanAfter;
  uint64_t BytesBefore = 0, BytesAfter = 0; ///< Under the largest launch.
  /// Of an array whose size the host sets: what becomes of its bytes, in words;
  /// and where the source says so, once that is rewritten.
  std::string HostFormula;
  std::vector<HostSizeText> HostSizes;
  Caveats Mind;
  std::vector<Requirement> Requirements; ///< Of builds, see IsAtEnd.
  /// What a rewrite that makes this fix alone changes; where reports need it.
  std::vector<SourceEdit> Edits;
  /// Blocks that fit on a processor, where the target's limits are known: the
  /// fewest of all kernels that use the array.
  std::optional<unsigned> BlocksBefore, BlocksAfter;
  std::vector<WeighedLayout> Weighed;
  std::vector<Refused> Refusals;
};

/// What the requests of a site cost in \p A laid out by \p Map; \p WithRandom
/// as for judge.
Verdict judgeLaidOut(const SiteRequests &R, const Site &S, const SharedArray &A,
                     const Target &T, const LayoutMap &Map,
                     bool WithRandom = false);

/// Why \p Map, which was planned for \p Planned, may not lay out array number
/// \p Array, the same text in another build; empty if it may.
std::string refuseMap(const EditableProgram &P,
                      llvm::ArrayRef<AnalyzedKernel> Kernels, const Target &T,
                      const PlanOptions &Options, unsigned Array,
                      const LayoutMap &Map, const SharedArray &Planned);

/// Why blocks of \p Kernels may not grow as \p Plans together make them, the
/// same text in another build; empty if they may. \p MayLoseBlocks: fewer may
/// fit on a processor.
std::string refuseMemory(const Program &P,
                         llvm::ArrayRef<AnalyzedKernel> Kernels,
                         const Target &T, const PlanOptions &Options,
                         llvm::ArrayRef<ArrayPlan> Plans, bool MayLoseBlocks);

/// Bytes of the widest access to the array in any kernel.
unsigned widestAccess(const Program &P, unsigned Array);

/// \p Map leaves together, and aligned, what accesses to several elements of \p
/// A at once need: those of SharedArray::ViewBytes, and of \p WidestBytes.
bool keepsViews(const LayoutMap &Map, const SharedArray &A,
                unsigned WidestBytes);

/// What becomes of \p Old elements from one row to the next, where rows exist
/// in the last subscript of \p A alone.
int64_t plannedPitch(const LayoutMap &Map, const SharedArray &A, int64_t Old);

/// \p Map leaves the rows of a matrix fragment one pitch apart, which is then
/// plannedPitch() where subscripts alone tell of rows, and aligned as matrices
/// have to be: those that site number \p Site of \p K reaches in \p A.
bool keepsFragment(const LayoutMap &Map, const SharedArray &A,
                   const FragmentRows &F, const AnalyzedKernel &K,
                   unsigned Site);

/// What one kernel uses of a flat array under one launch, in elements.
struct UsedElements {
  int64_t Last = 0;
  int64_t Size = 0; ///< Of the array.
};

/// What each kernel uses of the flat array number \p Array, under every launch.
/// Empty where that is not known of some.
std::vector<UsedElements> usedElements(const Program &P,
                                       llvm::ArrayRef<AnalyzedKernel> Kernels,
                                       unsigned Array);

/// Per dimension: elements at its end that no access ever uses, in any of
/// \p Arrays, under any launch; 0 where that is not known.
std::vector<uint64_t> spareElements(const Program &P,
                                    llvm::ArrayRef<AnalyzedKernel> Kernels,
                                    llvm::ArrayRef<unsigned> Arrays);

/// What \p Map leaves out of array number \p Array is never used. Maps of an
/// author's offsets, which have counted what is, always do.
bool keepsUsed(const LayoutMap &Map, const Program &P,
               llvm::ArrayRef<AnalyzedKernel> Kernels, unsigned Array);

/// What becomes of the time of a kernel.
struct KernelTime {
  TimeEstimate Before, After;
  SpeedUp Gain;
};

/// The estimated time of \p K with what \p Plans make of its arrays; nothing
/// where no estimate can be made.
std::optional<KernelTime> timeOf(const Program &P, const AnalyzedKernel &K,
                                 const Target &T,
                                 llvm::ArrayRef<ArrayPlan> Plans);

/// Plans every array of \p P that has excess wavefronts.
std::vector<ArrayPlan> plan(const EditableProgram &P,
                            llvm::ArrayRef<AnalyzedKernel> Kernels,
                            const Target &T, const PlanOptions &Options);

/// \p P with a size for each array whose size the host sets: the largest that a
/// launch gives it, or what the accesses need where launches do not tell.
Program withHostSizes(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels);

/// Plans for the banks' width that costs all kernels the least, once each width
/// has its best layouts. \p T is set to the model that the plans are for. Where
/// \p WhyNot is not empty, the width cannot be changed, for that reason.
std::vector<ArrayPlan>
planBankModes(const EditableProgram &P, std::vector<AnalyzedKernel> &Kernels,
              const Target *&T, const PlanOptions &Options, std::string WhyNot);

/// The model of \p T with 8-byte banks, if the host can choose between these
/// and the 4-byte banks of \p T; else null.
const Target *eightByteMode(const Target &T);

/// Judges all requests for the model \p T.
void judgeAgain(const Program &P, std::vector<AnalyzedKernel> &Kernels,
                const Target &T);

} // namespace bankfix

#endif // BANKFIX_LAYOUT_PLAN_H
