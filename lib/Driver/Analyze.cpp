//===- Analyze.cpp - Kernels under their launch shapes ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"
#include "bankfix/Analysis/AssumedShape.h"
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

/// The launch shapes to analyse: what the source tells, then what the user says
/// of launches of which it does not, else an assumption.
static std::vector<LaunchShape> shapesOf(const Kernel &K,
                                         const KernelLaunches &Launches,
                                         const RunOptions &O, const Target &T) {
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
    Shapes = {assumedShape(K, Launches.MaxThreads, T)};
  for (LaunchShape &S : Shapes) {
    S.OthersPossible = Open;
    S.Params.resize(K.Params.size());
    for (const Assumption &A : O.Assumptions)
      S.Assumed.push_back({A.Name, A.Value});
  }
  return Shapes;
}

static AnalyzedKernel analyzeKernel(const Program &P, unsigned Index,
                                    LaunchShape Shape, const Target &T) {
  const Kernel &K = P.Kernels[Index];
  AnalyzedKernel A;
  A.Kernel = Index;
  A.Shape = std::move(Shape);
  A.Requests = collectRequests(K, P, A.Shape, T.WaveSize);
  for (unsigned I = 0; I < K.Sites.size(); ++I)
    A.Verdicts.push_back(
        judge(A.Requests.Sites[I], K.Sites[I], P.Arrays[K.Sites[I].Array], T));
  return A;
}

FileAnalysis bankfix::analyze(llvm::StringRef Path, llvm::StringRef Text,
                              const RunOptions &Options, const Target &T,
                              ExprPool &Pool) {
  ParseOptions Parse;
  Parse.Model = &T;
  Parse.Headers = Options.Headers;
  Parse.CudaPath = Options.CudaPath;
  Parse.Flags = Options.ClangFlags;
  FileAnalysis Out;
  Out.Parsed = parse(Path, Text, Parse, Pool);
  if (!Out.Parsed.Ok)
    return Out;
  const Program &P = Out.Parsed.Prog;
  llvm::Regex Wanted(Options.KernelRegex);
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    // Kernels out of scope are analysed, too: they may use the same arrays.
    bool InScope =
        Options.KernelRegex.empty() || Wanted.match(P.Kernels[I].Name);
    if (!Out.Parsed.Within.empty())
      InScope &= P.Kernels[I].Place.File.empty();
    for (LaunchShape &S :
         shapesOf(P.Kernels[I], Out.Parsed.Launches[I], Options, T)) {
      Out.Kernels.push_back(analyzeKernel(P, I, std::move(S), T));
      Out.InScope.push_back(InScope);
    }
  }
  return Out;
}
