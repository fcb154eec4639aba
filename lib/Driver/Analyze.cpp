//===- Analyze.cpp - Kernels under their launch shapes --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileBudget.h"
#include "SourceFile.h"
#include "bankfix/Analysis/AlikeKernels.h"
#include "bankfix/Analysis/AlikeSites.h"
#include "bankfix/Analysis/AssumedShape.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace bankfix;

/// The last `--block-dim` that names the kernel, else the last that names none.
static const BlockDim *blockDimFor(const Kernel &K, const RunOptions &O) {
  const BlockDim *Best = nullptr;
  for (const BlockDim &B : O.BlockDims) {
    bool BestIsOwn = Best && !Best->Kernel.empty();
    if (B.Kernel == K.Name || (B.Kernel.empty() && !BestIsOwn))
      Best = &B;
  }
  return Best;
}

/// \p Shapes of a kernel's blocks, with all else that is known of its launches.
static std::vector<LaunchShape> completed(std::vector<LaunchShape> Shapes,
                                          const Kernel &K,
                                          const KernelLaunches &Launches,
                                          const RunOptions &O) {
  const bool Open = Launches.OthersPossible && !blockDimFor(K, O);
  for (LaunchShape &S : Shapes) {
    S.OthersPossible = Open && S.Origin != ShapeOrigin::Attribute;
    if (S.Params.empty())
      S.Params = Launches.Params;
    S.Params.resize(K.Params.size());
    if (S.ArgumentBytes.empty())
      S.ArgumentBytes = Launches.ArgumentBytes;
    for (const Assumption &A : O.Assumptions)
      if (A.Type.empty())
        S.Assumed.push_back({A.Name, A.Value});
  }
  return Shapes;
}

/// What the host of \p K is likely to launch. Not where layouts may rely on
/// rows: a number that is only likely hides what leaves them.
static llvm::ArrayRef<LaunchShape> likelyOf(const Kernel &K, const Program &P,
                                            const KernelLaunches &Launches) {
  const bool HasRows = llvm::any_of(K.Sites, [&](const Site &S) {
    return P.Arrays[S.Array].Dims.size() > 1;
  });
  return HasRows ? llvm::ArrayRef<LaunchShape>()
                 : llvm::ArrayRef(Launches.Likely);
}

/// The launch shapes to analyse: what the source tells, then what the user says
/// of launches of which it does not, else an assumption.
static std::vector<LaunchShape> shapesOf(const Program &P, unsigned Index,
                                         const KernelLaunches &Launches,
                                         const RunOptions &O, const Target &T) {
  const Kernel &K = P.Kernels[Index];
  std::vector<LaunchShape> Shapes = Launches.Shapes;
  const BlockDim *Said = blockDimFor(K, O);
  if (Said && (Shapes.empty() || Launches.OthersPossible)) {
    LaunchShape S;
    S.Block = Said->Block;
    S.Origin = Said->IsSetting ? ShapeOrigin::Config : ShapeOrigin::Option;
    Shapes.push_back(S);
  }
  if (Shapes.empty())
    Shapes =
        assumedShapes(K, P, Launches.MaxThreads, T, likelyOf(K, P, Launches));
  return completed(std::move(Shapes), K, Launches, O);
}

/// A kernel as it was analysed before; null if there is none.
struct EarlierKernel {
  const Program *P = nullptr;
  const AnalyzedKernel *Kernel = nullptr;
};

/// It makes the same requests. What hosts say of sizes is another matter.
static bool isUnchanged(const EarlierKernel &Before, const Program &P,
                        const AnalyzedKernel &A) {
  const AnalyzedKernel *Old = Before.Kernel;
  const Kernel &K = P.Kernels[A.Kernel];
  return Old && Old->Shape == A.Shape && !Old->Requests.IsExhausted &&
         llvm::all_of(K.Sites,
                      [&](const Site &S) {
                        return P.Arrays[S.Array].Space == MemorySpace::Static;
                      }) &&
         haveSameRequests(*Before.P, Before.P->Kernels[Old->Kernel], P, K);
}

static KernelRequests requestsOf(RequestCollector &Collector,
                                 const AnalyzedKernel &A,
                                 const RunBudget &Budget,
                                 const EarlierKernel &Before) {
  if (!Before.Kernel)
    return Collector.collect(A.Kernel, A.Shape, Budget);
  if (!isUnchanged(Before, Collector.program(), A))
    return Collector.collect(
        A.Kernel, A.Shape,
        {8 * Budget.Steps, Before.Kernel->Requests.Coarseness});
  KernelRequests Out = Before.Kernel->Requests;
  Out.Intervals.clear(); // Their lines were those of the old source.
  return Out;
}

namespace {

/// The kernels of another build of the text, by name.
class KernelsThere {
public:
  explicit KernelsThere(const FileAnalysis *File) : File(File) {
    if (File)
      for (const AnalyzedKernel &A : File->Kernels)
        ByName[File->Parsed.Prog.Kernels[A.Kernel].Name].push_back(&A);
  }

  /// The one that is the same as \p A; null where none is.
  EarlierKernel find(const Program &P, const AnalyzedKernel &A) const {
    const Kernel &K = P.Kernels[A.Kernel];
    auto Named = ByName.find(K.Name);
    if (Named == ByName.end())
      return {};
    for (const AnalyzedKernel *Old : Named->second) {
      const EarlierKernel One = {&File->Parsed.Prog, Old};
      if (haveSamePlaces(One.P->Kernels[Old->Kernel], K) &&
          isUnchanged(One, P, A))
        return One;
    }
    return {};
  }

private:
  const FileAnalysis *File;
  llvm::StringMap<std::vector<const AnalyzedKernel *>> ByName;
};

} // namespace

/// \p Before is the kernel before a rewrite: loops are run as they were there,
/// even where what was added to subscripts takes more steps.
static AnalyzedKernel analyzeKernel(RequestCollector &Collector, unsigned Index,
                                    LaunchShape Shape, const Target &T,
                                    const RunBudget &Budget,
                                    const EarlierKernel &Before,
                                    const KernelsThere &Alike) {
  const Program &P = Collector.program();
  AnalyzedKernel A;
  A.Kernel = Index;
  A.Shape = std::move(Shape);
  if (EarlierKernel Same = Alike.find(P, A); Same.Kernel)
    A.Requests = Same.Kernel->Requests;
  else
    A.Requests = requestsOf(Collector, A, Budget, Before);
  A.Verdicts = judgeAll(P.Kernels[Index], P, A.Requests, T);
  return A;
}

/// The entry of \p Before in the place of number \p I.
static EarlierKernel at(const FileAnalysis *Before, size_t I) {
  return Before && I < Before->Kernels.size()
             ? EarlierKernel{&Before->Parsed.Prog, &Before->Kernels[I]}
             : EarlierKernel();
}

/// The shapes for which \p Before analysed a kernel, where they were assumed.
static std::vector<LaunchShape> assumedBefore(const FileAnalysis *Before,
                                              unsigned Kernel) {
  std::vector<LaunchShape> Shapes;
  if (Before)
    for (const AnalyzedKernel &A : Before->Kernels)
      if (A.Kernel == Kernel && A.Shape.Origin == ShapeOrigin::Assumed)
        Shapes.push_back(A.Shape);
  return Shapes;
}

/// True if some access is known.
static bool saysSomething(const AnalyzedKernel &A) {
  return llvm::any_of(A.Verdicts, [](const Verdict &V) {
    return V.Sure != Certainty::Unknown;
  });
}

/// Some access is reached under none of \p All: perhaps as what decides about
/// it was taken for a likely number.
static bool hidesSites(llvm::ArrayRef<AnalyzedKernel> All) {
  if (All.empty())
    return false;
  for (size_t I = 0; I != All.front().Requests.Sites.size(); ++I)
    if (llvm::all_of(All, [&](const AnalyzedKernel &A) {
          const SiteRequests &S = A.Requests.Sites[I];
          return S.Groups.empty() && S.Reason.empty();
        }))
      return true;
  return false;
}

namespace {

/// Runs the kernels of a file that was parsed under their launch shapes.
class Analyzer {
public:
  Analyzer(FileAnalysis &Out, const RunOptions &Options, const Target &T,
           const EarlierAnalyses &Earlier)
      : Out(Out), P(Out.Parsed.Prog), Options(Options), T(T),
        Before(Earlier.Original),
        Known(isKnownAlready(Earlier, T) ? Earlier.Alike : nullptr),
        Alike(Earlier.Alike), Wanted(Options.KernelRegex), Steps(P),
        Collector(P, T.WaveSize) {}

  void run() {
    if (Known) {
      Out.Kernels = Known->Kernels;
      Out.InScope = Known->InScope;
    } else {
      runKernels();
    }
    if (!Before)
      countWork();
    llvm::erase_if(Out.Parsed.Unread,
                   [&](const UnreadKernel &K) { return !isWanted(K.Name); });
  }

private:
  void runKernels() {
    // Kernels out of scope are analysed, too: they may use the same arrays.
    for (unsigned I = 0; I < P.Kernels.size(); ++I)
      if (Out.Parsed.Role != FileRole::InUnit || isOfMainFile(P.Kernels[I]))
        kernel(I);
    useHostSizes();
  }
  bool isWanted(llvm::StringRef Kernel) const {
    return Options.KernelRegex.empty() || Wanted.match(Kernel);
  }
  /// It stands there, or uses an array that does.
  bool isOfMainFile(const Kernel &K) const {
    return K.Place.File.empty() || llvm::any_of(K.Sites, [&](const Site &S) {
             return P.Arrays[S.Array].Place.File.empty();
           });
  }
  void kernel(unsigned I);
  /// What was found under assumed shapes.
  struct LikelyRuns {
    std::vector<AnalyzedKernel> Kept;
    bool AreAll = false; ///< Every shape is one of them.
  };
  void underLikely(unsigned I, std::vector<LaunchShape> Shapes,
                   RunBudget Budget, bool IsRepeat);
  LikelyRuns runLikely(unsigned I, std::vector<LaunchShape> Shapes,
                       RunBudget Budget, bool IsRepeat);
  AnalyzedKernel under(LaunchShape S, unsigned I, RunBudget Budget);
  void keep(AnalyzedKernel A);
  void useHostSizes();
  void countWork();

  FileAnalysis &Out;
  const Program &P;
  const RunOptions &Options;
  const Target &T;
  const FileAnalysis *Before; ///< A rewrite, or null.
  const FileAnalysis *Known;  ///< The same for another GPU, or null.
  KernelsThere Alike;
  llvm::Regex Wanted;
  FileBudget Steps;
  RequestCollector Collector;
};

void Analyzer::kernel(unsigned I) {
  // After a rewrite, the shapes are those before it.
  std::vector<LaunchShape> Shapes = assumedBefore(Before, I);
  const bool IsRewritten = !Shapes.empty();
  if (!IsRewritten)
    Shapes = shapesOf(P, I, Out.Parsed.Launches[I], Options, T);
  const bool IsLikely =
      !IsRewritten && llvm::any_of(Shapes, [](const LaunchShape &S) {
        return S.Origin == ShapeOrigin::Assumed;
      });
  const bool IsRepeat = IsLikely && Steps.areMany(I);
  const RunBudget Budget =
      Before ? Steps.forAny(I) : Steps.forKernel(I, IsRepeat);
  if (IsLikely)
    return underLikely(I, std::move(Shapes), Budget, IsRepeat);
  for (LaunchShape &S : Shapes)
    keep(under(std::move(S), I, Budget));
}

/// Under assumed shapes, as long as these say more than the first. Of those
/// that some thread leaves an array under, nothing is said where there are
/// others: what has no launch has no conflicts, and shows nothing.
void Analyzer::underLikely(unsigned I, std::vector<LaunchShape> Shapes,
                           RunBudget Budget, bool IsRepeat) {
  auto IsPossible = [](const AnalyzedKernel &A) {
    return !A.Requests.LeavesArray;
  };
  LikelyRuns Likely = runLikely(I, std::move(Shapes), Budget, IsRepeat);
  const KernelLaunches &Launches = Out.Parsed.Launches[I];
  if (!likelyOf(P.Kernels[I], P, Launches).empty() && hidesSites(Likely.Kept))
    Likely = runLikely(
        I,
        completed(assumedShapes(P.Kernels[I], P, Launches.MaxThreads, T),
                  P.Kernels[I], Launches, Options),
        Budget, IsRepeat);
  if (llvm::none_of(Likely.Kept, IsPossible) && Likely.AreAll) {
    LikelyRuns Smaller = runLikely(
        I,
        completed(smallerShapes(P.Kernels[I], P, Launches.MaxThreads, T),
                  P.Kernels[I], Launches, Options),
        Budget, IsRepeat);
    // What lanes do in the blocks that it is for, these do not show.
    Smaller.AreAll = false;
    if (llvm::any_of(Smaller.Kept, IsPossible))
      Likely = std::move(Smaller);
  }
  if (llvm::any_of(Likely.Kept, IsPossible))
    llvm::erase_if(Likely.Kept, std::not_fn(IsPossible));
  // What fewer threads than any usual block has keep to, more may not.
  constexpr unsigned FewestUsual = 32;
  for (AnalyzedKernel &A : Likely.Kept) {
    const auto &Block = A.Shape.Block;
    A.HasUnreadShapes =
        !Likely.AreAll || Block[0] * Block[1] * Block[2] < FewestUsual;
    keep(std::move(A));
  }
}

Analyzer::LikelyRuns Analyzer::runLikely(unsigned I,
                                         std::vector<LaunchShape> Shapes,
                                         RunBudget Budget, bool IsRepeat) {
  LikelyRuns Out;
  const uint64_t TakenBefore = Steps.taken();
  bool KeptIsRough = true;
  for (LaunchShape &S : Shapes) {
    const bool IsFirst = Out.Kept.empty();
    if (!IsFirst &&
        (IsRepeat || Steps.taken() - TakenBefore > 2 * Steps.share()))
      break; // Blocks that are less likely are not worth more.
    AnalyzedKernel A = under(std::move(S), I, Budget);
    Budget.Coarseness = std::max(Budget.Coarseness, A.Requests.Coarseness);
    const bool IsRough = isRough(A.Requests.Coarseness),
               Says = saysSomething(A);
    if (IsFirst || (Says && (KeptIsRough || !IsRough))) {
      KeptIsRough = IsRough;
      Out.Kept.push_back(std::move(A));
    }
    if (IsFirst && !Says)
      break; // Other shapes would not say more.
  }
  Out.AreAll = Out.Kept.size() == Shapes.size();
  return Out;
}

AnalyzedKernel Analyzer::under(LaunchShape S, unsigned I, RunBudget Budget) {
  Budget.Most = Steps.rest();
  AnalyzedKernel A = analyzeKernel(Collector, I, std::move(S), T, Budget,
                                   at(Before, Out.Kernels.size()), Alike);
  const std::optional<Obstacle> &Why = Out.Parsed.Launches[I].Doubt;
  const std::string &Host = Out.Parsed.Launches[I].UnreadHost;
  if (Why && A.Shape.OthersPossible)
    A.OpenReason = Why->text();
  const bool IsBeside =
      A.Shape.OthersPossible && A.Shape.Origin == ShapeOrigin::Launch;
  if (IsBeside && Why && Why->Kind == ObstacleKind::LaunchUnknown)
    A.UnknownLaunch = Why->Place;
  else if (IsBeside && !Host.empty())
    A.UnknownLaunch = SourcePlace{Host, 0, 0};
  Steps.take(A);
  return A;
}

void Analyzer::keep(AnalyzedKernel A) {
  const Kernel &K = P.Kernels[A.Kernel];
  bool InScope = isWanted(K.Name);
  // Of a fragment that is read as a part of another file, what is its own.
  if (!Out.Parsed.Within.empty() && Out.Parsed.Role != FileRole::InUnit)
    InScope &= K.Place.File.empty();
  Out.Kernels.push_back(std::move(A));
  Out.InScope.push_back(InScope);
}

/// No launch gives an array whose size nobody knows more than a block can have.
/// The arrays of which that is all that is known.
static llvm::BitVector limitSizes(Program &P, const Target &T) {
  llvm::BitVector Limited(P.Arrays.size());
  for (auto [I, A] : llvm::enumerate(P.Arrays))
    if (auto Largest = largestIn(A, T.Memory.SharedPerBlock)) {
      A = std::move(*Largest);
      Limited.set(I);
    }
  return Limited;
}

/// Some access that \p Old says something of, \p New does not.
static bool saysLess(const AnalyzedKernel &New, const AnalyzedKernel &Old) {
  return llvm::any_of(
      llvm::zip_equal(New.Verdicts, Old.Verdicts), [](const auto &Each) {
        const auto &[N, O] = Each;
        return N.Sure == Certainty::Unknown && O.Sure != Certainty::Unknown;
      });
}

/// Analyses again the kernels with arrays whose size the host sets, now that
/// the launches, or the accesses, say how large they are: an index from memory
/// is then known to stay inside.
void Analyzer::useHostSizes() {
  auto IsSized = [](const SharedArray &A) {
    return A.Space != MemorySpace::Static && A.hasKnownSize();
  };
  Program Sized = withHostSizes(P, Out.Kernels);
  const llvm::BitVector Limited = limitSizes(Sized, T);
  if (llvm::none_of(Sized.Arrays, IsSized))
    return;
  RequestCollector OfSized(Sized, T.WaveSize);
  for (auto [I, A] : llvm::enumerate(Out.Kernels)) {
    bool Uses = llvm::any_of(P.Kernels[A.Kernel].Sites, [&](const Site &S) {
      return IsSized(Sized.Arrays[S.Array]);
    });
    if (!Uses)
      continue;
    // A limit alone is not worth many steps.
    const bool IsLimited =
        llvm::any_of(P.Kernels[A.Kernel].Sites,
                     [&](const Site &S) { return Limited.test(S.Array); });
    if (IsLimited && A.Requests.Steps > Steps.share() / 8)
      continue;
    RunBudget Budget = {Steps.share(), A.Requests.Coarseness};
    if (IsLimited)
      Budget = {Steps.share() / 4, A.Requests.Coarseness, Steps.share() / 2};
    AnalyzedKernel New = analyzeKernel(OfSized, A.Kernel, A.Shape, T, Budget,
                                       at(Before, I), Alike);
    if (IsLimited && (New.Requests.IsExhausted || saysLess(New, A)))
      continue;
    New.HasUnreadShapes = A.HasUnreadShapes;
    A = std::move(New);
  }
}

/// The arrays that some of \p Kernels loses wavefronts to.
static std::set<unsigned> excessive(const Program &P,
                                    llvm::ArrayRef<AnalyzedKernel> Kernels) {
  std::set<unsigned> Out;
  for (const AnalyzedKernel &A : Kernels)
    for (auto [S, V] : llvm::zip_equal(P.Kernels[A.Kernel].Sites, A.Verdicts))
      if (V.excess() != 0)
        Out.insert(S.Array);
  return Out;
}

/// Of kernels alone that layouts, or the report, ask about: it takes another
/// run. A layout is weighed in all kernels that use the array.
void Analyzer::countWork() {
  constexpr unsigned Most = 128; // Files with more have instances by hundreds.
  for (AnalyzedKernel &A : Out.Kernels)
    A.Work.reset();
  if (!costsOf(T))
    return;
  const bool IsShown =
      Options.Style.Statistics || Options.Style.Format == ReportFormat::Json;
  const bool Decides =
      Options.Plan.Minimize.value_or(defaultObjective(T)) == Objective::Time;
  const std::set<unsigned> Asked =
      Decides ? excessive(P, Out.Kernels) : std::set<unsigned>();
  unsigned Counted = 0;
  for (AnalyzedKernel &A : Out.Kernels) {
    const Kernel &K = P.Kernels[A.Kernel];
    const bool IsAsked = llvm::any_of(
        K.Sites, [&](const Site &S) { return Asked.count(S.Array) != 0; });
    if ((IsShown || IsAsked) && Counted++ < Most)
      A.Work = bankfix::countWork(K, P, A.Shape, A.Requests, T.WaveSize);
  }
}

} // namespace

/// Says of declared arrays that no block can have them.
static void noteSizes(FileAnalysis &Of, const Target &T) {
  const Limits &M = T.Memory;
  uint64_t Limit = M.StaticPerBlock ? M.StaticPerBlock : M.SharedPerBlock;
  for (const SharedArray &A : Of.Parsed.Prog.Arrays)
    if (Limit && A.Space == MemorySpace::Static && A.bytes() > Limit)
      Of.OfGpu.push_back(
          {Severity::Warning, A.Place,
           llvm::formatv("'{0}' takes {1} bytes; a block on {2} may have {3} "
                         "bytes of static shared memory",
                         A.Name, A.bytes(), T.Name, Limit)});
}

HeaderMode bankfix::headersOf(const ParsedFile &File) {
  return File.HeadersUsed == "sdk" ? HeaderMode::Sdk : HeaderMode::BuiltIn;
}

ParseOptions bankfix::parseOptionsOf(const RunOptions &Options, const Target &T,
                                     llvm::ArrayRef<HostSource> Hosts,
                                     const FileAnalysis *Before) {
  ParseOptions Parse;
  Parse.Model = &T;
  Parse.Headers = Options.Headers;
  Parse.CudaPath = Options.CudaPath;
  Parse.Flags = Options.ClangFlags;
  Parse.Hosts = Hosts.vec();
  Parse.Within = Options.Project.Within;
  Parse.IsPart = Options.Project.IsPart;
  Parse.ResizesUnit = Options.Project.ResizesUnit;
  Parse.Texts = Options.Project.Texts;
  Parse.Others = Options.Project.Others;
  Parse.Outside = Options.Project.Outside;
  for (const Assumption &A : Options.Assumptions)
    Parse.TemplateArguments.push_back(
        {A.Name, A.Type.empty() ? std::to_string(A.Value) : A.Type});
  if (Before)
    for (const ArraySource &S : Before->Parsed.Map.Arrays)
      if (S.Member)
        Parse.AddedMembers.insert(S.Member->Name);
  return Parse;
}

bool bankfix::readAlike(const Target &A, const Target &B, bool AsksForGpu) {
  return &A == &B || (A.isCuda() && B.isCuda() && !AsksForGpu);
}

/// Reading the text for \p T would give what Alike holds.
static bool isReadAlready(const EarlierAnalyses &Earlier, const Target &T) {
  return Earlier.ReadFor && Earlier.Alike->Parsed.Ok &&
         readAlike(*Earlier.ReadFor, T, Earlier.Alike->Parsed.Gpu.IsAskedFor);
}

bool bankfix::isKnownAlready(const EarlierAnalyses &Earlier, const Target &T) {
  if (!isReadAlready(Earlier, T))
    return false;
  const Limits &Here = T.Memory, &There = Earlier.ReadFor->Memory;
  const Target &Other = *Earlier.ReadFor;
  // Shapes, and sizes that only hosts know, are assumed within a block's
  // limits.
  const bool HasHostSizes =
      llvm::any_of(Earlier.Alike->Parsed.Prog.Arrays, [](const SharedArray &A) {
        return A.Space != MemorySpace::Static;
      });
  return Here.ThreadsPerBlock == There.ThreadsPerBlock &&
         (!HasHostSizes || Here.SharedPerBlock == There.SharedPerBlock) &&
         llvm::all_of(Earlier.Alike->Kernels, [&](const AnalyzedKernel &K) {
           return costAlike(Earlier.Alike->Parsed.Prog.Kernels[K.Kernel],
                            K.Requests, Other, T);
         });
}

bool bankfix::hasConflicts(const FileAnalysis &A,
                           llvm::function_ref<bool(unsigned Array)> IsOf) {
  return llvm::any_of(A.Kernels, [&](const AnalyzedKernel &K) {
    auto Sites =
        llvm::zip_equal(A.Parsed.Prog.Kernels[K.Kernel].Sites, K.Verdicts);
    return llvm::any_of(Sites, [&](const auto &Each) {
      const auto &[S, V] = Each;
      return IsOf(S.Array) && V.Sure != Certainty::Unknown && V.excess() > 0;
    });
  });
}

FileAnalysis bankfix::analyze(llvm::StringRef Path, llvm::StringRef Text,
                              const RunOptions &Options, const Target &T,
                              ExprPool &Pool, llvm::ArrayRef<HostSource> Hosts,
                              const EarlierAnalyses &Earlier) {
  FileAnalysis Out;
  if (isReadAlready(Earlier, T))
    Out.Parsed = Earlier.Alike->Parsed;
  else
    Out.Parsed =
        parse(Path, Text,
              parseOptionsOf(Options, T, Hosts, Earlier.Original), Pool);
  if (!Out.Parsed.Ok)
    return Out;
  noteSizes(Out, T);
  Analyzer(Out, Options, T, Earlier).run();
  return Out;
}
