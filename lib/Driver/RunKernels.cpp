//===- RunKernels.cpp - Original and fix on the CPU -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunKernels.h"
#include "OtherLaunches.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/Support/FormatVariadic.h"

using namespace bankfix;

/// The dynamic memory of \p A once \p Plans are carried out, if they say so.
static std::optional<uint64_t>
fixedDynamicBytes(const AnalyzedKernel &A, const Program &P,
                  llvm::ArrayRef<ArrayPlan> Plans) {
  for (const ArrayPlan &Plan : Plans) {
    const SharedArray &Array = P.Arrays[Plan.Array];
    bool Uses = llvm::any_of(P.Kernels[A.Kernel].Sites, [&](const Site &S) {
      return S.Array == Plan.Array;
    });
    std::optional<uint64_t> Old = bytesAt(Array, A.Shape);
    if (!Plan.Map || !Uses || !Old || Array.Space != MemorySpace::Dynamic)
      continue;
    if (Plan.Map->change(Array).ResizedByMacro) {
      SharedArray Sized = Array;
      Sized.Dims.front() = *Old / (Array.stride(0) * Array.ElementBytes);
      return Plan.Map->apply(Sized).bytes();
    }
    ExprPool Pool;
    const Expr *New =
        Plan.Map->hostSize(Pool, Array, Pool.constant(int64_t(*Old), Int32));
    if (New && New->isConst())
      return uint64_t(New->value());
  }
  return std::nullopt;
}

static VerifyJob jobOf(const AnalyzedKernel &A, const Program &P,
                       llvm::ArrayRef<ArrayPlan> Plans) {
  const Kernel &K = P.Kernels[A.Kernel];
  VerifyJob J;
  J.Name = K.Name;
  J.Instance = K.Instance;
  J.Place = K.Place;
  J.Shape = A.Shape;
  J.FixedDynamicBytes = fixedDynamicBytes(A, P, Plans);
  J.ReliesOnBounds = llvm::any_of(
      Plans, [](const ArrayPlan &Plan) { return !Plan.Mind.Relies.empty(); });
  for (const auto &[Name, Value] : A.Shape.Assumed)
    J.Values[Name] = Value;
  for (unsigned I = 0; I < K.Params.size(); ++I)
    if (I < A.Shape.Params.size() && A.Shape.Params[I])
      J.Values[K.Params[I].Name] = *A.Shape.Params[I];
  return J;
}

static CountedAccess counted(const VerifiedAccess &V, const Target &T) {
  CountedAccess Out;
  const TracedCounts &C = V.Most.Counts;
  Out.Where.Place = V.Most.Site.Place;
  Out.Where.Op = V.Most.Site.Op;
  Out.Where.Bytes = V.Most.Site.Bytes;
  Out.Array = V.Most.Site.Array;
  Out.Counts.Sure = Certainty::Exact;
  Out.Counts.Conf = C.Conf;
  Out.Counts.Requests = C.Requests;
  Out.Counts.Wavefronts = C.Wavefronts;
  Out.Counts.Ideal = C.Ideal;
  Out.Counts.Serialization = C.Serialization;
  Out.Counts.MinDegree = C.MinDegree;
  Out.Counts.MaxDegree = C.MaxDegree;
  Out.Counts.LanesActive = V.Most.lanesActive(T.WaveSize);
  Out.LeastWavefronts = V.LeastWavefronts;
  return Out;
}

static CountedRun countedRun(llvm::ArrayRef<VerifiedAccess> Accesses,
                             const Target &T) {
  CountedRun Out;
  for (const VerifiedAccess &V : Accesses) {
    Out.Accesses.push_back(counted(V, T));
    Out.Sum.Wavefronts += V.Most.Counts.Wavefronts;
    Out.Sum.Ideal += V.Most.Counts.Ideal;
    Out.Sum.Excess += V.Most.Counts.excess();
  }
  return Out;
}

static VerifyReport verifyReportOf(const VerifiedKernel &V, const Target &T) {
  VerifyReport R;
  R.Ran = V.Ran;
  R.Reason = V.Reason;
  R.Stopped = !V.Ran && !V.Faults.empty();
  R.Racy = V.Racy;
  R.HoldsAddresses = V.HoldsAddresses;
  R.NotCompared = V.NotCompared;
  R.Chosen = V.Chosen;
  R.Blocks = V.Blocks;
  R.Inputs = V.Inputs;
  R.Before = countedRun(V.Before, T);
  R.After = countedRun(V.After, T);
  if (V.Difference)
    R.Difference = DifferenceReport{V.Difference->Place,  V.Difference->What,
                                    V.Difference->Before, V.Difference->After,
                                    V.Difference->Block,  V.Difference->Thread};
  return R;
}

/// The fixed source's texts of accesses are those of the analysis where the
/// places are the same.
static void addTexts(CountedRun &R, const Kernel &K) {
  for (CountedAccess &A : R.Accesses)
    for (const Site &S : K.Sites)
      if (S.Place == A.Where.Place && S.Op == A.Where.Op) {
        A.Where.Text = S.Text;
        A.Where.IndexText = S.IndexText;
      }
}

/// Accesses that matter here, of which the run says nothing: counts and results
/// are those of a kernel that got round them.
static std::vector<Site> neverExecuted(const VerifiedKernel &V,
                                       const AnalyzedKernel &A,
                                       const Program &P,
                                       llvm::ArrayRef<ArrayPlan> Plans) {
  std::vector<Site> Out;
  const Kernel &K = P.Kernels[A.Kernel];
  for (auto [S, Counts] : llvm::zip_equal(K.Sites, A.Verdicts)) {
    bool IsChanged = llvm::any_of(Plans, [&, &S = S](const ArrayPlan &Plan) {
      return Plan.Map && Plan.Array == S.Array;
    });
    // A run does plain copies, or nothing, in place of asynchronous and matrix
    // accesses. What no lane makes is not in the kernel at all.
    bool IsPlain =
        S.Op == AccessOp::Load || S.Op == AccessOp::Store || isAtomic(S.Op);
    if (!V.Ran || !IsPlain || Counts.Requests == 0 ||
        (!IsChanged && Counts.excess() == 0))
      continue;
    // Operators of headers are counted at the operator, not at the operand.
    bool WasSeen = llvm::any_of(V.Before, [&, &S = S](const auto &Seen) {
      const TracedSite &Where = Seen.Most.Site;
      return Where.Place.File == S.Place.File &&
             Where.Place.Line == S.Place.Line &&
             (Where.Op == S.Op || (isAtomic(Where.Op) && isAtomic(S.Op)));
    });
    if (!WasSeen)
      Out.push_back(S);
  }
  return Out;
}

static std::string differenceText(const DifferenceReport &D) {
  std::string Out = D.What;
  if (!D.Before.empty())
    Out += llvm::formatv(" is {0} instead of {1}", D.After, D.Before);
  else if (!D.After.empty())
    Out += ", " + D.After;
  if (D.Place.Line && !D.Before.empty())
    Out += llvm::formatv(", written by block ({0},{1},{2}), thread "
                         "({3},{4},{5})",
                         D.Block[0], D.Block[1], D.Block[2], D.Thread[0],
                         D.Thread[1], D.Thread[2]);
  return Out;
}

/// Each text once.
static void addDiagnostic(FileReport &R, Severity Level, SourcePlace Place,
                          std::string Text) {
  FileDiagnostic D{Level, std::move(Place), std::move(Text)};
  for (const FileDiagnostic &Known : R.Diagnostics)
    if (Known.Place == D.Place && Known.Message == D.Message)
      return;
  R.Diagnostics.push_back(std::move(D));
}

static void diagnose(const VerifiedKernel &V, const VerifyReport &Report,
                     const Kernel &K, FileReport &R) {
  auto Add = [&](Severity Level, SourcePlace Place, std::string Text) {
    addDiagnostic(R, Level, std::move(Place), std::move(Text));
  };
  for (const Fault &F : V.Faults)
    Add(Severity::Warning, F.Place.Line ? F.Place : K.Place,
        F.text() + ", with inputs that were made up");
  // The fix may take it for granted that there is none.
  for (const OutsideSubscript &S : V.Outside)
    if (llvm::any_of(K.Sites, [&](const Site &Of) {
          return Of.Place.File == S.Place.File && Of.Place.Line == S.Place.Line;
        }))
      Add(Severity::Warning, S.Place, S.text());
  for (const TracedRace &Race : V.Races)
    Add(Severity::Warning, Race.Second.Place, Race.text());
  if (Report.Difference)
    Add(Severity::Error,
        Report.Difference->Place.Line ? Report.Difference->Place : K.Place,
        "the fix changes what '" + K.Name +
            "' computes: " + differenceText(*Report.Difference));
}

/// Says where the fix rests on what the hosts launch. What a kernel does wrong
/// with other numbers by itself is nobody's business.
static void addOther(const VerifiedKernel &V, const OtherLaunch &Launch,
                     const Kernel &K, const Target &T, VerifyReport &Into,
                     FileReport &R) {
  VerifyReport Report = verifyReportOf(V, T);
  if (!V.Ran || V.Racy || !V.Faults.empty() || !V.NotCompared.empty())
    return;
  OtherLaunchReport Out = {Launch.With, std::move(Report.Difference)};
  if (Out.Difference)
    addDiagnostic(R, Severity::Warning,
                  Out.Difference->Place.Line ? Out.Difference->Place : K.Place,
                  "'" + K.Name + "' differs with " + Launch.With +
                      ", which no given host launches: " +
                      differenceText(*Out.Difference));
  Into.Others.push_back(std::move(Out));
}

/// The entry that speaks for this kernel and shape.
static KernelReport *entryOf(FileReport &R, const Kernel &K,
                             const AnalyzedKernel &A) {
  for (KernelReport &Each : R.Kernels)
    if (Each.Name == K.Name && Each.Instance == K.Instance &&
        Each.Place == K.Place &&
        llvm::is_contained(Each.Shapes, A.Shape.Block) &&
        Each.Shape.Origin == A.Shape.Origin)
      return &Each;
  return nullptr;
}

static VerifyOptions verifyOptions(HeaderMode Headers,
                                   const RunOptions &Options, const Target &T) {
  VerifyOptions O;
  O.Parse.Model = &T;
  O.Parse.Headers = Headers;
  O.Parse.CudaPath = Options.CudaPath;
  O.Parse.Flags = Options.ClangFlags;
  O.Parse.Texts = Options.Project.Texts;
  O.TimeLimit = Options.Verifying.TimeLimit;
  return O;
}

/// The headers that are read first.
static HeaderMode firstHeaders(const RunOptions &Options) {
  return Options.Headers == HeaderMode::Sdk ? HeaderMode::Sdk
                                            : HeaderMode::BuiltIn;
}

/// As wide as each source makes the banks.
static VerifyModels modelsOf(llvm::StringRef Path, llvm::StringRef After,
                             const FileAnalysis &Analysis,
                             llvm::ArrayRef<ArrayPlan> Plans,
                             const RunOptions &Options, const Target &T) {
  const Target *Wide = eightByteMode(T);
  if (!Wide)
    return {};
  bool WasWide = Analysis.Parsed.Banks == BankMode::EightByte;
  bool IsWide =
      WasWide || llvm::any_of(Plans, [&](const ArrayPlan &P) {
        return P.Map && P.Map->change(Analysis.Parsed.Prog.Arrays[P.Array])
                            .EightByteBanks;
      });
  if (!Options.Verifying.FixedFile.empty()) {
    ExprPool Pool;
    ParseOptions Parse = verifyOptions(firstHeaders(Options), Options, T).Parse;
    IsWide = parse(Path, After, Parse, Pool).Banks == BankMode::EightByte;
  }
  return {WasWide ? Wide : nullptr, IsWide ? Wide : nullptr};
}

std::unique_ptr<Verification> bankfix::startKernels(llvm::StringRef Path,
                                                    llvm::StringRef Before,
                                                    const RunOptions &Options,
                                                    const Target &T) {
  return std::make_unique<Verification>(
      Path, Before, verifyOptions(firstHeaders(Options), Options, T));
}

bool bankfix::runKernels(llvm::StringRef Path, llvm::StringRef Before,
                         llvm::StringRef After, const FileAnalysis &Analysis,
                         llvm::ArrayRef<ArrayPlan> Plans,
                         const RunOptions &Options, const Target &T,
                         std::unique_ptr<Verification> Begun, FileReport &R) {
  const Program &P = Analysis.Parsed.Prog;
  std::vector<VerifyJob> Jobs;
  std::vector<const AnalyzedKernel *> Kernels;
  for (auto [A, InScope] : llvm::zip_equal(Analysis.Kernels, Analysis.InScope))
    if (InScope) {
      Jobs.push_back(jobOf(A, P, Plans));
      Kernels.push_back(&A);
    }
  if (Jobs.empty())
    return false;
  HeaderMode Used = headersOf(Analysis.Parsed);
  if (Used != firstHeaders(Options))
    Begun = std::make_unique<Verification>(Path, Before,
                                           verifyOptions(Used, Options, T));
  std::vector<OtherLaunch> Others;
  if (Before != After)
    Others = otherLaunches(Jobs, Kernels, P, T);
  for (const OtherLaunch &Other : Others)
    Jobs.push_back(Other.Job);
  bool Differs = false;
  std::vector<VerifiedKernel> Results = Begun->finish(
      After, Jobs, modelsOf(Path, After, Analysis, Plans, Options, T));
  for (auto [I, A] : llvm::enumerate(Kernels)) {
    const VerifiedKernel &V = Results[I];
    const Kernel &K = P.Kernels[A->Kernel];
    VerifyReport Report = verifyReportOf(V, T);
    addTexts(Report.Before, K);
    addTexts(Report.After, K);
    Report.NeverExecuted = neverExecuted(V, *A, P, Plans);
    diagnose(V, Report, K, R);
    for (auto [Other, Did] : llvm::zip_equal(
             Others, llvm::ArrayRef(Results).drop_front(Kernels.size())))
      if (Other.Of == I)
        addOther(Did, Other, K, T, Report, R);
    Differs |= Report.Difference.has_value();
    // Shapes that the analysis cannot tell apart share an entry: the first
    // speaks for them, unless another shows a difference.
    KernelReport *Entry = entryOf(R, K, *A);
    if (Entry && (!Entry->Verified || Report.Difference))
      Entry->Verified = std::move(Report);
  }
  return Differs;
}
