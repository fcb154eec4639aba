//===- Report.h - What the user is told -------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Report ──printText──▶ findings as compilers print them
//          ──printJson──▶ schema bankfix/1
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REPORT_REPORT_H
#define BANKFIX_REPORT_REPORT_H

#include "bankfix/Kernel/Diagnostic.h"
#include "bankfix/Layout/Plan.h"
#include <map>

namespace bankfix {

struct AccessReport {
  Site Where; ///< Where.Array indexes KernelReport::Arrays.
  Verdict Counts;
  /// Of several assumed shapes, the one for which Counts are.
  std::optional<std::array<unsigned, 3>> Block = {};
};

struct FixReport {
  StrategyKind Strategy;
  std::string Summary;
  uint64_t Bytes = 0; ///< Of the array, afterwards.
  uint64_t WavefrontsBefore = 0, WavefrontsAfter = 0;
  bool Verified = false; ///< The proof was run and holds.
  /// Blocks that fit on a processor, where that is known.
  std::optional<unsigned> BlocksBefore = {}, BlocksAfter = {};
  uint64_t BytesBefore = 0;
  std::string HostFormula; ///< As in ArrayPlan.
  std::vector<HostSizeText> HostSizes;
  std::vector<std::string> Warnings;
  /// As in ArrayPlan: the counts that decided, in place of the wavefronts.
  std::optional<uint64_t> MeanBefore = {}, MeanAfter = {};
};

struct ArrayReport {
  SharedArray Array;
  /// Of the array, where only the launches tell and they agree.
  std::optional<uint64_t> LaunchBytes;
  std::optional<FixReport> Fix;
  std::vector<Refused> Refusals;
  std::vector<WeighedLayout> Weighed;
};

struct Totals {
  uint64_t Wavefronts = 0, Ideal = 0, Excess = 0;
};

/// How much of a whole program's run the counts of a kernel are; see trace.
struct RunReport {
  uint64_t Launches = 0, Blocks = 0;
  uint64_t BlocksTraced = 0; ///< The counts are sums over these.
};

/// An access as a run on the CPU counted it, in the block where it took the
/// most wavefronts.
struct CountedAccess {
  Site Where; ///< Where.Array is not used.
  std::string Array;
  Verdict Counts;
  uint64_t LeastWavefronts = 0; ///< In the block where it took the fewest.
};

struct CountedRun {
  std::vector<CountedAccess> Accesses;
  Totals Sum;
};

struct DifferenceReport {
  SourcePlace Place; ///< Of the last write; line 0: not known.
  std::string What, Before, After;
  std::array<unsigned, 3> Block = {}, Thread = {};
};

/// What came out when a kernel was run before and after its fix.
/// The same with other numbers than a host's.
struct OtherLaunchReport {
  std::string With; ///< "local size 32x8", "n = 64".
  std::optional<DifferenceReport> Difference;
};

struct VerifyReport {
  bool Ran = false;   ///< To its end.
  std::string Reason; ///< Why not.
  /// It was begun, and stopped: a diagnostic says where and why.
  bool Stopped = false;
  bool Racy = false;       ///< Its results depend on the order of threads.
  std::string NotCompared; ///< Why its results were not, apart from that.
  /// Some results are addresses of shared memory, which are not compared.
  bool HoldsAddresses = false;
  std::optional<DifferenceReport> Difference;
  CountedRun Before, After; ///< Places are those of each source.
  unsigned Blocks = 0, Inputs = 0;
  /// Integers that the host gives and that were chosen, by name, so that the
  /// kernel executes more of its accesses.
  std::map<std::string, int64_t> Chosen;
  /// Accesses that have bank conflicts or that the fix changes, of which none
  /// of this kind in their line was executed.
  std::vector<Site> NeverExecuted;
  /// Launches that no given host makes, and whose results were compared.
  std::vector<OtherLaunchReport> Others;
};

struct KernelReport {
  std::string Name, Instance;
  SourcePlace Place;
  LaunchShape Shape;
  /// All shapes for which the counts are these.
  std::vector<std::array<unsigned, 3>> Shapes;
  std::vector<std::string> Assumptions;
  std::vector<AccessReport> Accesses;
  std::vector<ArrayReport> Arrays; ///< At least those that are accessed.
  std::vector<BarrierInterval> Intervals;
  unsigned WaveSize = 32; ///< Lanes.
  Totals Before, After;   ///< Of accesses whose counts are known.
  /// Set where the counts come from a run, not from the analysis: they are for
  /// all traced blocks, and of Arrays only the names are known.
  std::optional<RunReport> Run;
  std::optional<VerifyReport> Verified; ///< Set by `verify` alone.
};

struct FileReport {
  std::string Path;
  std::string Headers; ///< "builtin" or "sdk".
  std::vector<FileDiagnostic> Diagnostics;
  std::vector<KernelReport> Kernels;
  std::vector<UnreadKernel> Unread = {}; ///< In the order of the source.
  std::string Text = {}; ///< As it was analysed; for the lines of findings.
};

struct Report {
  std::string Version;
  std::string Target;
  std::vector<FileReport> Files;
};

struct TextOptions {
  double MinDegree = 0; ///< Findings below it are not printed.
  bool Color = false;
  bool Quiet = false;      ///< Findings only: no notes and no source lines.
  bool Statistics = false; ///< A table of active lanes for each kernel.
  /// A finding for each access, with all that is known of it, a line each; else
  /// one for each array and kernel, with its line of the source.
  bool Verbose = false;
};

/// True where an access is reported: excess wavefronts, at least \p MinDegree.
/// Never where the counts are unknown or rest on a rule without evidence. What
/// is known of the worst case only is one if random addresses conflict; what
/// compilers may merge is one if it conflicts merged, too.
bool isFinding(const Verdict &V, double MinDegree);

void printText(llvm::raw_ostream &OS, const Report &R, const TextOptions &O);
void printJson(llvm::raw_ostream &OS, const Report &R);

/// A table per kernel that was run, one line an access.
void printRuns(llvm::raw_ostream &OS, const Report &R);
/// What `verify` found, and nothing of the analysis.
void printVerified(llvm::raw_ostream &OS, const Report &R,
                   const TextOptions &O);

/// Counts for the summary line on stderr and for the exit status. What several
/// kernel entries agree on counts once, as `--verbose` prints it once.
struct Summary {
  unsigned Kernels = 0;  ///< Instances apart.
  unsigned Accesses = 0; ///< To shared memory, in the source.
  unsigned Findings = 0;
  unsigned Fixable = 0;  ///< Findings on an array that has a fix.
  unsigned Unknown = 0;  ///< Accesses that are not analysed.
  unsigned Possible = 0; ///< Accesses that may conflict for all that is known.
  unsigned Errors = 0;
  unsigned Unread = 0; ///< Kernels that are not looked at.
  UnreadKernel FirstUnread;
};
Summary summarize(const Report &R, double MinDegree);

/// "sm_80: 2 kernels, 7 accesses, 3 with bank conflicts, 2 of them fixable; 1
/// kernel not read: 'k': REASON". \p Fixed: what can be fixed was.
std::string describe(const Summary &S, llvm::StringRef Target, bool Fixed);

} // namespace bankfix

#endif // BANKFIX_REPORT_REPORT_H
