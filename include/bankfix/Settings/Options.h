//===- Options.h - What the user asked for ----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_SETTINGS_OPTIONS_H
#define BANKFIX_SETTINGS_OPTIONS_H

#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Layout/Plan.h"
#include "bankfix/Report/Report.h"
#include "bankfix/Rewrite/EditStyle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace bankfix {

enum class Mode : uint8_t {
  Rewrite, ///< `bankfix FILE...`
  Check,   ///< `bankfix check FILE...`: reports, changes nothing.
  Explain, ///< `bankfix explain FILE:LINE`: the accesses of one line.
  Verify,  ///< `bankfix verify FILE...`: runs what a rewrite would change.
  Trace,   ///< `bankfix trace FILE...`: runs a whole program.
  Profile, ///< `bankfix profile -- ncu ...`: runs a profiler, then as Check.
  Targets, ///< `bankfix targets`: lists the hardware models.
  Rule,    ///< `bankfix rule [ID]`: what a finding's rule means.
  Config,  ///< `bankfix config [FILE]`: the settings in force.
};

/// Where rewritten source goes.
enum class Destination : uint8_t {
  File,    ///< `-o`: RunOptions::OutputFile.
  InPlace, ///< `-i`
  Diff,    ///< `--diff`: unified diffs on standard output.
};

enum class ReportFormat : uint8_t { Text, Json, Sarif, GitHub, GitLab, Html };

/// The findings for which `check` exits with 1.
enum class FailOn : uint8_t { Any, Fixable, Never };

enum class ColorMode : uint8_t { Auto, Always, Never };

/// `--block-dim`: the launch shape of a kernel.
struct BlockDim {
  std::string Kernel; ///< Empty: of every kernel that is not named.
  std::array<unsigned, 3> Block = {1, 1, 1}; ///< Each at least 1.
  bool IsSetting = false;                    ///< A settings file says so.
};

/// `--assume`: the value of a kernel parameter or other run-time uniform, or a
/// template argument.
struct Assumption {
  std::string Name;
  int64_t Value = 0;
  std::string Type; ///< A type instead of a value; empty if it is a value.
};

/// How what was found is written down.
struct ReportStyle {
  ReportFormat Format = ReportFormat::Text;
  /// Empty: standard output, or standard error where the rewritten source or a
  /// diff is on standard output. No file in RunOptions::Files.
  std::string File;
  ReportOrder Order = ReportOrder::Gain;
  ColorMode Color = ColorMode::Auto; ///< `NO_COLOR` is taken into account.
  bool Quiet = false;                ///< Findings without notes, no summary.
  bool Verbose = false;              ///< Each access, and all notes.
  bool Statistics = false;           ///< Tables of active lanes, too.
};

/// What `check` lets pass.
struct Gate {
  FailOn Fail = FailOn::Any;
  bool Strict = false; ///< Unread kernels are an error.
  /// Findings are no failure as long as they are no more than this together.
  std::optional<uint64_t> MaxExcess; ///< Wavefronts.
  std::string Baseline;              ///< A file of findings that are known.
  std::string Since; ///< A revision: lines that are as they were there pass.
  /// What a profiler printed: kernels that took no time pass. Empty: none.
  std::string Profile;
};

/// Of Mode::Verify.
struct VerifyScope {
  std::string FixedFile; ///< It stands for the fixed source; empty: fix it.
  bool AllConfigurations = false; ///< Those that the preprocessor allows.
  unsigned TimeLimit = 10;        ///< Seconds a launch; 0: none.
};

/// What runs keep for each other.
struct MapScope {
  std::string Folder;             ///< Empty: nothing.
  bool IsRead = true;             ///< What others kept is used.
  unsigned Shard = 1, Shards = 1; ///< Of the files, every one that is so.
  /// How the run was called, but for what it does then and how it reports; and
  /// all the files that were named, or that the project has.
  std::vector<std::string> Arguments, Sources;
};

/// Of projects.
struct ManyFiles {
  unsigned Jobs = 0; ///< At once; 0: as many as there are processors.
  MapScope Maps;
};

/// In the folder: how the runs were called.
inline constexpr llvm::StringLiteral MapProject = "project.json";
inline constexpr llvm::StringLiteral MapSchema = "bankfix-maps/1";

/// Of Mode::Trace; a limit of 0 is none.
struct TraceLimits {
  unsigned Seconds = 600, Memory = 8192; ///< MiB.
  unsigned Blocks = 0;                   ///< Counted, of each kernel.
};

/// Lines of a file, from 1, both included.
struct LineRange {
  unsigned First = 1, Last = 1;
  bool contains(unsigned Line) const { return First <= Line && Line <= Last; }
};

/// By the names of files. Beside an OpenCL source, a host source is not one to
/// be fixed, but a part of the program that runs it.
inline bool isOpenCLSource(llvm::StringRef Path) {
  return isUnitOf(Path, SourceLanguage::OpenCL);
}
/// HIP is for AMD's hardware unless the user says otherwise.
inline bool isHipSource(llvm::StringRef Path) {
  return isUnitOf(Path, SourceLanguage::Hip);
}
inline bool isHostSource(llvm::StringRef Path) {
  return isUnitOf(Path, SourceLanguage::Host);
}

/// Of commands that explain.
struct Question {
  std::string Rule;  ///< Of Mode::Rule; empty: all.
  unsigned Line = 0; ///< Of Mode::Explain.
};

/// A way in which a header gets into a translation unit.
struct HeaderUse {
  std::string Source;                       ///< Of the unit.
  std::vector<IncludePlace> Within;         ///< As in ParseOptions.
  std::vector<std::string> Flags;           ///< For Clang.
  HeaderMode Headers = HeaderMode::BuiltIn; ///< BuiltIn or Sdk.
  const Target *Model = nullptr;
};

/// How the project builds a source, beside RunOptions::ClangFlags and Model.
struct ProjectBuilds {
  /// That holds a compile_commands.json, or one; empty: the nearest above.
  std::string Folder;
  /// Of a source that is compiled in several ways: the flags of the others.
  std::vector<std::vector<std::string>> OtherWays;
  /// GPUs that it is for besides RunOptions::Model: none is to be worse off.
  std::vector<const Target *> OtherTargets;
  /// Of a header that is read in a unit: as in ParseOptions; else empty.
  std::vector<IncludePlace> Within;
  std::vector<HeaderUse> OtherUses; ///< All others of that header.
  bool IsPart = false;              ///< As in ParseOptions.
  std::string Unit; ///< The source that Within leads to, as the user names it.
  bool ResizesUnit = false; ///< As in ParseOptions; it holds in OtherUses, too.
  /// As in ParseOptions: what was rewritten before, and is not yet written.
  std::map<std::string, std::string> Texts;
  /// As in ParseOptions: what the units around this one say, and ask of it.
  std::optional<OtherUnits> Others;
  /// By symbol, of OtherUnits::Sized: the units that launch it, each way in
  /// which the project compiles them.
  std::map<std::string, std::vector<HeaderUse>> Launching;
  std::map<std::string, OutsideKernel> Outside;
  /// Headers that may be edited, by their paths (POSIX extended).
  std::string HeaderFilter = ".*";
  /// No file outside of the project includes its headers.
  bool IsClosed = true;
};

/// A valid command line: what can be said without reading a file is checked.
struct RunOptions {
  Mode Command = Mode::Rewrite;
  /// Not empty but for commands that look at no source. Beside OpenCL sources,
  /// C and C++ sources are their host programs. "-": standard input.
  std::vector<std::string> Files;
  std::string StdinName; ///< What standard input is called.
  Question Asked;
  ProjectBuilds Project;

  /// The hosts of OpenCL sources are looked for in the project, too.
  bool FindsHosts = false;

  Destination Result = Destination::File; ///< Of Mode::Rewrite.
  std::string OutputFile; ///< Of Destination::File, one input; "-": stdout.
  /// Of Mode::Rewrite: write only where `verify` finds no difference.
  bool Verifies = false;
  VerifyScope Verifying;

  const Target *Model = nullptr;       ///< Not null.
  std::vector<BlockDim> BlockDims;     ///< Of two for one kernel, the later.
  std::vector<Assumption> Assumptions; ///< Of two for one name, the later.
  std::string KernelRegex; ///< Names to search in (POSIX extended); empty: all.
  std::vector<LineRange> Lines; ///< Of what is reported and fixed; empty: all.
  PlanOptions Plan;             ///< Its MinDegree is for the report too.

  EditStyle Edits = {FormatStyle::File, /*Comments=*/false};

  HeaderMode Headers = HeaderMode::Auto;
  std::string CudaPath; ///< Empty: look in the usual places.
  /// What follows `--`, then -I, -D, -std= and --extra-arg as they came.
  std::vector<std::string> ClangFlags;

  /// Of Mode::Trace and Mode::Profile: what follows `--`.
  std::vector<std::string> ProgramArguments;
  TraceLimits Limits;

  ManyFiles Many;

  ReportStyle Style;
  Gate Passes;
  /// What the command line said, as settings files name it: those say nothing
  /// of it.
  std::set<std::string> Given;

  /// Files that are no host programs of others.
  size_t sources() const {
    return llvm::any_of(Files, isOpenCLSource)
               ? llvm::count_if(Files, [](auto &F) { return !isHostSource(F); })
               : Files.size();
  }
  /// The rewritten source or a diff goes to standard output.
  bool resultOnStdout() const {
    return Command == Mode::Rewrite &&
           (Result == Destination::Diff ||
            (Result == Destination::File && OutputFile == "-"));
  }
};

} // namespace bankfix

#endif // BANKFIX_SETTINGS_OPTIONS_H
