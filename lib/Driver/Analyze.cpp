//===- Analyze.cpp - Kernels under their launch shapes --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"
#include "bankfix/Analysis/AlikeKernels.h"
#include "bankfix/Analysis/AlikeSites.h"
#include "bankfix/Analysis/AssumedShape.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include <map>
#include <set>
#include <tuple>

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

/// The launch shapes to analyse: what the source tells, then what the user says
/// of launches of which it does not, else an assumption.
static std::vector<LaunchShape> shapesOf(const Program &P, unsigned Index,
                                         const KernelLaunches &Launches,
                                         const RunOptions &O, const Target &T) {
  const Kernel &K = P.Kernels[Index];
  std::vector<LaunchShape> Shapes = Launches.Shapes;
  const BlockDim *Said = blockDimFor(K, O);
  bool Open = Launches.OthersPossible && !Said;
  if (Said && (Shapes.empty() || Launches.OthersPossible)) {
    LaunchShape S;
    S.Block = Said->Block;
    S.Origin = ShapeOrigin::Option;
    Shapes.push_back(S);
  }
  if (Shapes.empty())
    Shapes = assumedShapes(K, P, Launches.MaxThreads, T);
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

/// A kernel as it was analysed before a rewrite; null if there is none.
struct Earlier {
  const Program *P = nullptr;
  const AnalyzedKernel *Kernel = nullptr;
};

/// The rewrite did not touch it. What hosts say of sizes is another matter.
static bool isUnchanged(const Earlier &Before, const Program &P,
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
                                 const Earlier &Before) {
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

/// \p Before is the kernel before a rewrite: loops are run as they were there,
/// even where what was added to subscripts takes more steps.
static AnalyzedKernel analyzeKernel(RequestCollector &Collector, unsigned Index,
                                    LaunchShape Shape, const Target &T,
                                    const RunBudget &Budget,
                                    const Earlier &Before) {
  const Program &P = Collector.program();
  AnalyzedKernel A;
  A.Kernel = Index;
  A.Shape = std::move(Shape);
  A.Requests = requestsOf(Collector, A, Budget, Before);
  A.Verdicts = judgeAll(P.Kernels[Index], P, A.Requests, T);
  return A;
}

/// The entry of \p Before in the place of number \p I.
static Earlier at(const FileAnalysis *Before, size_t I) {
  return Before && I < Before->Kernels.size()
             ? Earlier{&Before->Parsed.Prog, &Before->Kernels[I]}
             : Earlier();
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

/// More kernels in one file are mostly instances of few templates.
static constexpr unsigned ManyKernels = 12;

/// That a kernel gets in any case.
static constexpr uint64_t FewestSteps = StatementBudget / 16;

/// The steps for each kernel of a file: many share what a dozen may take.
static uint64_t budgetFor(const Program &P) {
  uint64_t Share =
      ManyKernels * StatementBudget / std::max<uint64_t>(P.Kernels.size(), 1);
  return std::clamp(Share, FewestSteps, StatementBudget);
}

/// Once the kernels of a file have taken so many steps, the others get few, and
/// are run as coarsely as can be: mostly less than ten seconds. Half as many
/// count where a dozen instances of a template stand for the others.
static constexpr uint64_t FileBudget = 16 * StatementBudget;

/// What the first instances of a template tell of the others, in files with
/// many kernels.
class TemplateRuns {
public:
  explicit TemplateRuns(const Program &P) : P(P) {}

  /// How coarsely the first ones had to be run, so that the others lose no
  /// steps in trying.
  unsigned coarseness(unsigned Kernel) const {
    const Run *R = of(Kernel);
    return R ? R->Coarseness : 0;
  }
  /// Enough of them were run under all blocks that are likely.
  bool areMany(unsigned Kernel) const {
    const Run *R = of(Kernel);
    return R && R->Kernels.size() >= ManyKernels;
  }
  void learn(const AnalyzedKernel &A) {
    if (P.Kernels.size() <= ManyKernels)
      return;
    unsigned New = A.Requests.Coarseness;
    Run &R = Runs.try_emplace(place(A.Kernel), Run{New, {}}).first->second;
    R.Coarseness = std::min(R.Coarseness, New);
    R.Kernels.insert(A.Kernel);
  }

private:
  using Where = std::tuple<std::string, unsigned, unsigned>;
  struct Run {
    unsigned Coarseness = 0; ///< The least.
    std::set<unsigned> Kernels;
  };

  Where place(unsigned Kernel) const {
    const SourcePlace &At = P.Kernels[Kernel].Place;
    return {At.File, At.Line, At.Column};
  }
  const Run *of(unsigned Kernel) const {
    auto It = Runs.find(place(Kernel));
    return It == Runs.end() ? nullptr : &It->second;
  }

  const Program &P;
  std::map<Where, Run> Runs; ///< By where the template is defined.
};

/// True if some access is known.
static bool saysSomething(const AnalyzedKernel &A) {
  return llvm::any_of(A.Verdicts, [](const Verdict &V) {
    return V.Sure != Certainty::Unknown;
  });
}

/// Analyses again the kernels with arrays whose size the host sets, now that
/// the launches, or the accesses, say how large they are: an index from memory
/// is then known to stay inside.
static void useHostSizes(FileAnalysis &Out, const Target &T,
                         const FileAnalysis *Before) {
  const Program &P = Out.Parsed.Prog;
  auto IsSized = [](const SharedArray &A) {
    return A.Space != MemorySpace::Static && A.hasKnownSize();
  };
  Program Sized = withHostSizes(P, Out.Kernels);
  if (llvm::none_of(Sized.Arrays, IsSized))
    return;
  RequestCollector Collector(Sized, T.WaveSize);
  for (auto [I, A] : llvm::enumerate(Out.Kernels)) {
    bool Uses = llvm::any_of(P.Kernels[A.Kernel].Sites, [&](const Site &S) {
      return IsSized(Sized.Arrays[S.Array]);
    });
    if (Uses)
      A = analyzeKernel(Collector, A.Kernel, std::move(A.Shape), T,
                        {budgetFor(P), A.Requests.Coarseness}, at(Before, I));
  }
}

/// Says of declared arrays that no block can have them.
static void noteSizes(ParsedFile &File, const Target &T) {
  const Limits &M = T.Memory;
  uint64_t Limit = M.StaticPerBlock ? M.StaticPerBlock : M.SharedPerBlock;
  for (const SharedArray &A : File.Prog.Arrays)
    if (Limit && A.Space == MemorySpace::Static && A.bytes() > Limit)
      File.Diagnostics.push_back(
          {Severity::Warning, A.Place,
           llvm::formatv("'{0}' takes {1} bytes; a block on {2} may have {3} "
                         "bytes of static shared memory",
                         A.Name, A.bytes(), T.Name, Limit)});
}

FileAnalysis bankfix::analyze(llvm::StringRef Path, llvm::StringRef Text,
                              const RunOptions &Options, const Target &T,
                              ExprPool &Pool, llvm::ArrayRef<HostSource> Hosts,
                              const FileAnalysis *Before) {
  ParseOptions Parse;
  Parse.Model = &T;
  Parse.Headers = Options.Headers;
  Parse.CudaPath = Options.CudaPath;
  Parse.Flags = Options.ClangFlags;
  Parse.Hosts = Hosts.vec();
  for (const Assumption &A : Options.Assumptions)
    Parse.TemplateArguments.push_back(
        {A.Name, A.Type.empty() ? std::to_string(A.Value) : A.Type});
  if (Before)
    for (const ArraySource &S : Before->Parsed.Map.Arrays)
      if (S.Member)
        Parse.AddedMembers.insert(S.Member->Name);
  FileAnalysis Out;
  Out.Parsed = parse(Path, Text, Parse, Pool);
  if (!Out.Parsed.Ok)
    return Out;
  noteSizes(Out.Parsed, T);
  const Program &P = Out.Parsed.Prog;
  llvm::Regex Wanted(Options.KernelRegex);
  uint64_t Spent = 0;
  TemplateRuns Known(P);
  RequestCollector Collector(P, T.WaveSize);
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    // Kernels out of scope are analysed, too: they may use the same arrays.
    bool InScope =
        Options.KernelRegex.empty() || Wanted.match(P.Kernels[I].Name);
    if (!Out.Parsed.Within.empty())
      InScope &= P.Kernels[I].Place.File.empty();
    std::vector<LaunchShape> Shapes = assumedBefore(Before, I);
    bool First = true, Again = !Shapes.empty();
    if (!Again)
      Shapes = shapesOf(P, I, Out.Parsed.Launches[I], Options, T);
    bool Repeats = !Again && Known.areMany(I) &&
                   Shapes.front().Origin == ShapeOrigin::Assumed;
    if (Repeats)
      Shapes.resize(1);
    const bool IsLate =
        !Before && Spent > (Repeats ? FileBudget / 2 : FileBudget);
    RunBudget Budget = {budgetFor(P), Known.coarseness(I)};
    if (IsLate)
      Budget = {FewestSteps, coarsest()};
    bool KeptIsRough = true;
    const uint64_t SpentBefore = Spent;
    for (LaunchShape &S : Shapes) {
      bool Extra = S.Origin == ShapeOrigin::Assumed && !First;
      if (Extra && !Again && Spent - SpentBefore > 2 * budgetFor(P))
        break; // Blocks that are less likely are not worth more.
      Budget.Most = (FileBudget - std::min(FileBudget, Spent)) / 2;
      AnalyzedKernel A = analyzeKernel(Collector, I, std::move(S), T, Budget,
                                       at(Before, Out.Kernels.size()));
      Known.learn(A);
      Spent += A.Requests.Steps;
      if (A.Shape.Origin == ShapeOrigin::Assumed)
        Budget.Coarseness = std::max(Budget.Coarseness, A.Requests.Coarseness);
      bool IsRougher = isRough(A.Requests.Coarseness) && !KeptIsRough;
      if (Extra && !Again && (IsRougher || !saysSomething(A)))
        continue;
      KeptIsRough = isRough(A.Requests.Coarseness);
      bool Says = saysSomething(A),
           Assumed = A.Shape.Origin == ShapeOrigin::Assumed;
      Out.Kernels.push_back(std::move(A));
      Out.InScope.push_back(InScope);
      if (Assumed && First && !Says && !Again)
        break; // Other shapes would not say more.
      First = false;
    }
  }
  useHostSizes(Out, T, Before);
  return Out;
}
