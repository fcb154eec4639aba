//===- TraceProgram.cpp - bankfix trace -----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceProgram.h"
#include "Files.h"
#include "bankfix/Emulate/Program.h"
#include "bankfix/Report/Report.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;

static int fail(llvm::raw_ostream &Err, const llvm::Twine &Why) {
  Err << "bankfix: error: " << Why << '\n';
  return 2;
}

/// The files can be read; says so where not.
static bool checkFiles(const RunOptions &Options, llvm::raw_ostream &Err) {
  for (const std::string &File : Options.Files)
    if (auto Text = readSource(File); !Text) {
      Err << File << ": error: " << llvm::toString(Text.takeError()) << '\n';
      return false;
    }
  return true;
}

/// How well the rule that the access was counted by is known.
static Confidence confidence(const Target &T, const TracedSite &S) {
  return cost(T, S.Op, S.Bytes, LaneAccess{0, 0}).Conf;
}

static AccessReport accessReport(const TracedAccess &A, unsigned Array,
                                 const Target &T) {
  AccessReport R;
  R.Where.Array = Array;
  R.Where.Op = A.Site.Op;
  R.Where.Bytes = A.Site.Bytes;
  R.Where.Place = A.Site.Place;
  const TracedCounts &C = A.Counts;
  R.Counts.Sure = Certainty::Exact;
  R.Counts.Conf = confidence(T, A.Site);
  R.Counts.Requests = C.Requests;
  R.Counts.Wavefronts = C.Wavefronts;
  R.Counts.Ideal = C.Ideal;
  R.Counts.Serialization = C.Serialization;
  R.Counts.MinDegree = C.MinDegree;
  R.Counts.MaxDegree = C.MaxDegree;
  R.Counts.LanesActive = A.lanesActive(T.WaveSize);
  return R;
}

/// The index of the array of that name, which is added if need be.
static unsigned arrayIndex(KernelReport &R, const std::string &Name) {
  for (unsigned I = 0; I < R.Arrays.size(); ++I)
    if (R.Arrays[I].Array.Name == Name)
      return I;
  R.Arrays.emplace_back().Array.Name = Name;
  return unsigned(R.Arrays.size()) - 1;
}

static KernelReport kernelReport(const ProgramKernel &K, const Target &T) {
  KernelReport R;
  R.Name = K.Name;
  R.Instance = K.Instance;
  R.Place = K.Place;
  R.Shapes = K.Blocks;
  R.Shape.Block = K.Blocks.front();
  R.Shape.Origin = ShapeOrigin::Launch;
  R.Run = RunReport{K.Launches, K.BlocksRun, K.BlocksTraced};
  for (const TracedAccess &A : K.Accesses) {
    unsigned Array = arrayIndex(R, A.Site.Array);
    R.Accesses.push_back(accessReport(A, Array, T));
    R.Before.Wavefronts += A.Counts.Wavefronts;
    R.Before.Ideal += A.Counts.Ideal;
    R.Before.Excess += A.Counts.excess();
  }
  R.After = R.Before;
  return R;
}

/// One entry per source file, in the order of the command line.
static Report reportOf(const ProgramTrace &Trace, const RunOptions &Options) {
  Report R;
  R.Version = BANKFIX_VERSION;
  R.Target = Options.Model->Name.str();
  for (const std::string &File : Options.Files) {
    FileReport &F = R.Files.emplace_back();
    F.Path = File;
    F.Headers = "builtin";
  }
  llvm::Regex Wanted(Options.KernelRegex);
  for (const ProgramKernel &K : Trace.Kernels) {
    if (!Options.KernelRegex.empty() && !Wanted.match(K.Name))
      continue;
    FileReport &F = R.Files[K.File];
    F.Kernels.push_back(kernelReport(K, *Options.Model));
    for (const TracedRace &Race : K.Races)
      F.Diagnostics.push_back(
          {Severity::Warning, Race.First.Place, Race.text()});
  }
  return R;
}

static std::string render(const ProgramTrace &Trace,
                          const RunOptions &Options) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Report R = reportOf(Trace, Options);
  if (Options.Style.Format == ReportFormat::Json)
    printJson(OS, R);
  else
    printRuns(OS, R);
  return Text;
}

static ProgramOptions programOptions(const RunOptions &Options) {
  ProgramOptions P;
  P.Files = Options.Files;
  P.Arguments = Options.ProgramArguments;
  P.Parse.Model = Options.Model;
  P.Parse.Headers = HeaderMode::BuiltIn;
  P.Parse.Flags = Options.ClangFlags;
  P.TimeLimit = Options.Limits.Seconds;
  P.MemoryLimit = uint64_t(Options.Limits.Memory) << 20;
  P.TracedBlocks = Options.Limits.Blocks;
  P.Render = [&Options](const ProgramTrace &T) { return render(T, Options); };
  return P;
}

static void printDiagnostics(const ProgramOutcome &Outcome,
                             llvm::raw_ostream &Err) {
  for (const FileDiagnostic &D : Outcome.Diagnostics) {
    if (!D.Place.File.empty())
      Err << D.Place.File << ':' << D.Place.Line << ':' << D.Place.Column
          << ": ";
    Err << "error: " << D.Message << '\n';
  }
}

int bankfix::traceProgram(const RunOptions &Options, llvm::raw_ostream &Err) {
  if (!Options.Model->isCuda())
    return fail(Err, "'bankfix trace' runs CUDA programs; " +
                         Options.Model->Name + " is no CUDA target");
  if (Options.Headers == HeaderMode::Sdk)
    return fail(Err, "'bankfix trace' has a runtime of its own, which goes "
                     "with the built-in headers only");
  if (!checkFiles(Options, Err))
    return 2;
  ProgramOutcome Outcome = runProgram(programOptions(Options));
  printDiagnostics(Outcome, Err);
  if (!Outcome.Error.empty())
    return fail(Err, Outcome.Error);
  if (!Outcome.Diagnostics.empty())
    return 2;
  if (Options.Style.File.empty()) {
    Err << Outcome.Report;
  } else if (llvm::Error E = writeWhole(Options.Style.File, Outcome.Report)) {
    return fail(Err, llvm::toString(std::move(E)));
  }
  return Outcome.Status;
}
