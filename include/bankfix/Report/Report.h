//===- Report.h - What the user is told -------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Report ──printText────▶ findings as compilers print them
//          ──printJson────▶ schema bankfix/1
//          ──printSarif───▶ SARIF 2.1.0
//          ──printGitHub──▶ annotations of a workflow's run
//          ──printGitLab──▶ a code quality report
//          ──printHtml────▶ a page for people
//          ──printExplanation──▶ the accesses of one line
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REPORT_REPORT_H
#define BANKFIX_REPORT_REPORT_H

#include "bankfix/Kernel/Diagnostic.h"
#include "bankfix/Layout/Plan.h"
#include <map>

namespace bankfix {

/// Why a finding is not one to be told of, as SARIF names it.
enum class Suppression : uint8_t {
  None,
  InSource, ///< A comment says so.
  External, ///< It is known of old, or stands in lines that nobody asked for.
};

/// One lane of a request.
struct LanePicture {
  unsigned Lane = 0;
  int64_t Offset = 0; ///< Bytes from the start of the array.
  unsigned Phase = 0; ///< Lanes of one phase are served together.
  unsigned Bank = 0;  ///< The first that it takes.
  uint64_t Row = 0;   ///< Words of one bank and row do not conflict.
};

/// One request of a wave, as the banks see it, from an array at address 0.
struct RequestPicture {
  unsigned Banks = 0;     ///< 1: the memory has none.
  unsigned BankBytes = 0; ///< Bytes of a bank.
  unsigned LaneBanks = 1; ///< Neighbouring banks that a lane takes.
  std::vector<LanePicture> Lanes;
  unsigned Wavefronts = 0, Ideal = 0;
};

/// The costliest request of an access, and what becomes of it.
struct AccessPicture {
  RequestPicture Before;
  std::optional<RequestPicture> After; ///< Where the array has a fix.
};

struct AccessReport {
  Site Where; ///< Where.Array indexes KernelReport::Arrays.
  Verdict Counts;
  /// Of several assumed shapes, the one for which Counts are.
  std::optional<std::array<unsigned, 3>> Block = {};
  Suppression Suppressed = Suppression::None;
  /// Of the finding: the same where its line has moved. See addFingerprints.
  std::string Fingerprint = {};
  std::optional<AccessPicture> Picture = {}; ///< Where it is shown.
  /// A layout that would help is not worth an edit, as the array says.
  bool IsPassedOver = false;
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
  Caveats Mind;
  /// As in ArrayPlan: the counts that decided, in place of the wavefronts.
  std::optional<uint64_t> MeanBefore = {}, MeanAfter = {};
  std::vector<SourceEdit> Edits = {}; ///< As in ArrayPlan.
};

/// Where an element of an array is, and which banks that is: the first ones of
/// its first row of elements, and so on.
struct ElementPicture {
  int64_t Before = 0, After = 0; ///< Bytes from the start of the array.
  unsigned BankBefore = 0, BankAfter = 0;
};

/// The first rows and columns of an array, of 4-byte loads' banks.
struct ArrayPicture {
  unsigned Columns = 0; ///< Elements of a row; Elements are row by row.
  unsigned Banks = 0;
  std::vector<ElementPicture> Elements;
};

struct ArrayReport {
  SharedArray Array;
  /// Of the array, where only the launches tell and they agree.
  std::optional<uint64_t> LaunchBytes;
  std::optional<FixReport> Fix;
  std::vector<Refused> Refusals;
  std::vector<WeighedLayout> Weighed;
  std::optional<ArrayPicture> Picture = {}; ///< Where it is shown.
  std::string PassedOver = {};              ///< As in Caveats.
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
  /// As AnalyzedKernel::UnknownLaunch.
  std::optional<SourcePlace> UnknownLaunch;
  std::vector<AccessReport> Accesses;
  std::vector<ArrayReport> Arrays; ///< At least those that are accessed.
  std::vector<BarrierInterval> Intervals;
  unsigned WaveSize = 32; ///< Lanes.
  Totals Before, After;   ///< Of accesses whose counts are known.
  std::optional<KernelTime> Time; ///< Where it is estimated.
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
  std::string Text = {};   ///< As it was analysed; for the lines of findings.
  std::string Target = {}; ///< Where it is not the report's.
  double MinDegree = 0;    ///< Accesses below it are no findings.
};

struct Report {
  std::string Version;
  std::string Target;
  std::vector<FileReport> Files;
};

/// What comes first.
enum class ReportOrder : uint8_t {
  Gain,   ///< The findings with the most excess wavefronts.
  Source, ///< Those that stand first in the source.
};

struct TextOptions {
  ReportOrder Order = ReportOrder::Gain; ///< Of findings, in each file.
  bool Color = false;
  bool Quiet = false;      ///< Findings only: no notes and no source lines.
  bool Statistics = false; ///< A table of active lanes for each kernel.
  /// A finding for each access, with all that is known of it, a line each; else
  /// one for each array and kernel, with its line of the source.
  bool Verbose = false;
  bool Kernels = false; ///< At the end, a table of them before and after.
};

/// True where an access is reported: excess wavefronts, at least \p MinDegree.
/// Never where the counts are unknown or rest on a rule without evidence. What
/// is known of the worst case only is one if random addresses conflict; what
/// compilers may merge is one if it conflicts merged, too.
bool isFinding(const Verdict &V, double MinDegree);

/// The access is a finding of \p F, and nothing keeps it from being told.
bool isReported(const AccessReport &A, const FileReport &F);

/// The model that the counts of \p F are for.
llvm::StringRef targetOf(const FileReport &F, const Report &R);

/// "bankfix-shared-load".
std::string ruleName(AccessOp Op);

/// Gives each access of \p F the fingerprint of its finding: the same in every
/// run, on every machine, and when lines above it come and go; \p Folder, the
/// project's, is no part of it. What cannot be told apart is numbered.
void addFingerprints(FileReport &F, llvm::StringRef Folder);

void printText(llvm::raw_ostream &OS, const Report &R, const TextOptions &O);
void printJson(llvm::raw_ostream &OS, const Report &R);
/// For code scanning: rules with help, one result for each array and kernel
/// with its fix as edits.
void printSarif(llvm::raw_ostream &OS, const Report &R);
void printGitHub(llvm::raw_ostream &OS, const Report &R);
void printGitLab(llvm::raw_ostream &OS, const Report &R);

/// One page, which needs nothing else, for people: projects, kernels, sources,
/// and a picture of every access.
void printHtml(llvm::raw_ostream &OS, const Report &R);

/// For each access in \p Line of the main files: its picture before and after
/// the fix, the arithmetic, and why not another. Where there is no such access,
/// nothing is printed and the result says so.
std::string printExplanation(llvm::raw_ostream &OS, const Report &R,
                             unsigned Line);

/// What a rule means and what to do, or all rules, a line each; false where
/// there is no rule \p Id: \p Hint then says which may be meant, as didYouMean.
bool printRule(llvm::raw_ostream &OS, llvm::StringRef Id, std::string &Hint);
void printRules(llvm::raw_ostream &OS);

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
  uint64_t Excess = 0; ///< Wavefronts, of the findings at their worst.
};
Summary summarize(const Report &R);

/// "sm_80: 2 kernels, 7 accesses, 3 with bank conflicts, 2 of them fixable; 1
/// kernel not read: 'k': REASON". \p Fixed: what can be fixed was.
std::string describe(const Summary &S, llvm::StringRef Target, bool Fixed);

} // namespace bankfix

#endif // BANKFIX_REPORT_REPORT_H
