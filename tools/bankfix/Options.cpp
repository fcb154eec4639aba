//===- Options.cpp - The command line of bankfix --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "bankfix/Project/CompileCommands.h"
#include "bankfix/Settings/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace bankfix;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringLiteral;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::OptSpecifier;

namespace {
/// The commands that take an option, as Options.td names them.
enum CommandMask : uint16_t {
  RewriteOption = 1 << 1,
  CheckOption = 1 << 2,
  VerifyOption = 1 << 3,
  TraceOption = 1 << 4,
  TargetsOption = 1 << 5,
  ExplainOption = 1 << 6,
  RuleOption = 1 << 7,
  ConfigOption = 1 << 8,
  ProfileOption = 1 << 9,
};

enum OptionId : unsigned { // As OptSpecifier takes it.
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

using llvm::opt::DefaultVis;
using llvm::opt::HelpHidden;

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr llvm::opt::OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table : public llvm::opt::GenericOptTable {
public:
  Table() : GenericOptTable(OptionStrTable, OptionPrefixesTable, Infos) {}
};

/// Copies the values of options into fields, and keeps the first error.
class Reader {
public:
  Reader(const InputArgList &Args) : Args(Args) {}

  /// The last of the options named \p Id, read by \p Parse.
  template <typename Field, typename Parser>
  void last(OptionId Id, Field &Into, Parser Parse) {
    if (const Arg *A = Args.getLastArg(OptSpecifier(Id))) {
      if (auto Value = Parse(A->getValue()))
        Into = std::move(*Value);
      else
        fail(*A, Value.takeError());
    }
  }

  /// All options named \p Id.
  template <typename Element, typename Parser>
  void each(OptionId Id, std::vector<Element> &Into, Parser Parse) {
    for (const Arg *A : Args.filtered(OptSpecifier(Id))) {
      if (auto Value = Parse(A->getValue()))
        Into.push_back(std::move(*Value));
      else
        fail(*A, Value.takeError());
    }
  }

  /// All options named \p Id, each with one or more values.
  template <typename Element, typename Parser>
  void lists(OptionId Id, std::vector<Element> &Into, Parser Parse) {
    for (const Arg *A : Args.filtered(OptSpecifier(Id))) {
      if (auto Values = Parse(A->getValue()))
        llvm::append_range(Into, std::move(*Values));
      else
        fail(*A, Values.takeError());
    }
  }

  Error takeError() { return std::move(First); }

private:
  void fail(const Arg &A, Error Why) {
    std::string Text =
        "'" + A.getAsString(Args) + "': " + toString(std::move(Why));
    if (First)
      return;
    First = usageError(Text);
  }

  const InputArgList &Args;
  Error First = Error::success();
};
} // namespace

/// A command, in a line of its own; the first is the one without a name.
struct CommandInfo {
  Mode Command;
  StringLiteral Name;
  unsigned Mask;
  StringLiteral Usage; ///< Behind the name.
  StringLiteral Overview;
};

static constexpr CommandInfo Commands[] = {
    {Mode::Rewrite, "", RewriteOption,
     " [options] FILE... [-- CLANG-FLAGS]  (-o FILE, -i or --diff)",
     "finds and fixes bank conflicts in the shared memory of GPU kernels.\n"
     "'bankfix check' reports them and changes nothing"},
    {Mode::Check, "check", CheckOption, " [options] FILE... [-- CLANG-FLAGS]",
     "reports bank conflicts, changes nothing, and exits with 1 if there are "
     "any"},
    {Mode::Rewrite, "reduce", RewriteOption, " DIR [options]",
     "fixes a project of which 'bankfix check --shard=I/N --map-dir=DIR' has "
     "looked at all shares"},
    {Mode::Explain, "explain", ExplainOption,
     " [options] FILE:LINE [-- CLANG-FLAGS]",
     "shows for each access of a line which lanes meet in which banks, before "
     "and after its fix, and why there is no other fix"},
    {Mode::Verify, "verify", VerifyOption,
     " [options] FILE... [-- CLANG-FLAGS]",
     "runs kernels on the CPU before and after they are fixed, counts their "
     "conflicts, and exits with 1 if their results differ"},
    {Mode::Trace, "trace", TraceOption,
     " [options] FILE... [-- PROGRAM-ARGUMENTS]",
     "runs a whole CUDA program on the CPU and reports the bank conflicts of "
     "its kernels by source line, on standard error"},
    {Mode::Profile, "profile", ProfileOption,
     " [options] [FILE...] -- ncu [NCU-ARGUMENTS] PROGRAM [ARGUMENTS]",
     "runs Nsight Compute, and reports the conflicts of the kernels that took "
     "time, next to what it counted; without FILE, of the sources that it "
     "names"},
    {Mode::Targets, "targets", TargetsOption, "", "lists the hardware models"},
    {Mode::Rule, "rule", RuleOption, " [ID]",
     "says what a rule means and what to do; without ID, lists all"},
    {Mode::Config, "config", ConfigOption, " [options] [--dump] [FILE...]",
     "shows the settings in force, from the command line and from the "
     "project's .bankfix"},
};

static const CommandInfo &infoOf(Mode Command) {
  return *llvm::find_if(
      Commands, [&](const CommandInfo &I) { return I.Command == Command; });
}

static std::string commandName(Mode Command) {
  StringRef Name = infoOf(Command).Name;
  return ("bankfix" + (Name.empty() ? "" : " " + Name)).str();
}

static unsigned commandMask(Mode Command) { return infoOf(Command).Mask; }

/// Takes the command's name off. A file of that name can be written as ./check.
static Mode takeCommand(ArrayRef<const char *> &Args) {
  for (const CommandInfo &I : Commands)
    if (!Args.empty() && !I.Name.empty() && Args.front() == I.Name) {
      Args = Args.drop_front();
      return I.Command;
    }
  return Mode::Rewrite;
}

/// Takes off what follows `--`, which is for Clang, or for the program that
/// `trace` runs.
static ArrayRef<const char *>
takeOthersArguments(ArrayRef<const char *> &Args) {
  const auto *Dashes =
      llvm::find_if(Args, [](const char *A) { return StringRef(A) == "--"; });
  size_t Ours = Dashes - Args.begin();
  ArrayRef<const char *> Flags =
      Args.drop_front(std::min(Ours + 1, Args.size()));
  Args = Args.take_front(Ours);
  return Flags;
}

static Error unknownOption(const Table &Options, StringRef Text, Mode Command) {
  std::string Nearest;
  unsigned Distance = Options.findNearest(
      Text, Nearest, llvm::opt::Visibility(commandMask(Command)));
  std::string Hint = Command == Mode::Trace || Command == Mode::Profile
                         ? "the program's arguments go after '--', and flags "
                           "for Clang into --extra-arg="
                         : "flags for Clang go after '--'";
  if (Distance <= 2)
    Hint = "did you mean '" + Nearest + "'?";
  return usageError("unknown option '" + Text + "'; " + Hint);
}

/// An option of another command.
static Error foreignOption(const Arg &A, Mode Command) {
  std::string Text = ("'" + A.getSpelling() + "' has no meaning for '" +
                      commandName(Command) + "'")
                         .str();
  if (Command == Mode::Check && A.getOption().matches(OPT_ResultGroup))
    Text +=
        ", which changes nothing; --output=FILE writes the report to a file";
  if (A.getOption().matches(OPT_fail_on))
    Text += "; it is for 'bankfix check'";
  return usageError(Text);
}

static Error checkOptions(const Table &Options, const InputArgList &Args,
                          Mode Command) {
  for (const Arg *A : Args) {
    if (A->getOption().matches(OPT_UNKNOWN))
      return unknownOption(Options, A->getAsString(Args), Command);
    if (A->getOption().matches(OPT_INPUT))
      continue;
    if (!A->getOption().hasVisibilityFlag(commandMask(Command)))
      return foreignOption(*A, Command);
  }
  return Error::success();
}

/// FILE:LINE, of `bankfix explain`.
static Error readLine(RunOptions &O) {
  auto [File, Line] = StringRef(O.Files.front()).rsplit(':');
  if (O.Files.size() != 1 || File.empty() || Line.getAsInteger(10, O.Asked.Line) ||
      !O.Asked.Line)
    return usageError("'bankfix explain' takes one FILE:LINE, such as "
                      "kernel.cu:15");
  O.Files.front() = File.str();
  return Error::success();
}

static Error readFiles(const InputArgList &Args, RunOptions &O) {
  for (const std::string &File : Args.getAllArgValues(OPT_INPUT)) {
    if (File.empty())
      return usageError("'' is no file");
    O.Files.push_back(File);
  }
  switch (O.Command) {
  case Mode::Targets:
    return O.Files.empty() ? Error::success()
                           : usageError("'bankfix targets' takes no files");
  case Mode::Rule:
    if (O.Files.size() > 1)
      return usageError("'bankfix rule' takes one rule");
    O.Asked.Rule = O.Files.empty() ? "" : O.Files.front();
    O.Files.clear();
    return Error::success();
  case Mode::Config:
    return Error::success();
  default:
    break;
  }
  O.Project.Folder = Args.getLastArgValue(OPT_project).str();
  if (Args.hasArg(OPT_project) && O.Project.Folder.empty())
    return usageError("'-p' needs the folder of a compile_commands.json");
  const bool IsWhole =
      O.Command == Mode::Profile ||
      (!O.Project.Folder.empty() && O.Command != Mode::Explain);
  if (O.Files.empty() && !IsWhole)
    return usageError("no input file; write '" + commandName(O.Command) +
                      (O.Command == Mode::Explain ? " [options] FILE:LINE'"
                                                  : " [options] FILE...'"));
  return O.Command == Mode::Explain ? readLine(O) : Error::success();
}

/// `-` is one file, of the name that the user gives it.
static Error readStdin(const InputArgList &Args, RunOptions &O) {
  bool HasName = Args.hasArg(OPT_stdin_filename);
  size_t Times = llvm::count(O.Files, "-");
  if (!Times)
    return HasName ? usageError("--stdin-filename is for the file '-'")
                   : Error::success();
  if (Times > 1 || O.Files.size() > 1)
    return usageError("'-' is standard input, which is read alone");
  if (O.Command == Mode::Trace)
    return usageError("'bankfix trace' does not read standard input");
  O.StdinName = Args.getLastArgValue(OPT_stdin_filename, "stdin.cu").str();
  if (O.StdinName.empty())
    return usageError("'--stdin-filename' needs a name, which says the "
                      "language and where headers are");
  O.Files.front() = O.StdinName;
  return Error::success();
}

/// One of -o, -i and --diff.
static Error readDestination(const InputArgList &Args, RunOptions &O) {
  bool ToFile = Args.hasArg(OPT_output_file),
       InPlace = Args.hasArg(OPT_in_place), Diff = Args.hasArg(OPT_diff);
  bool IsFilter = !O.StdinName.empty() && ToFile + InPlace + Diff == 0;
  if (!O.StdinName.empty() && InPlace)
    return usageError("standard input cannot be fixed in place; -o - writes "
                      "the result to standard output");
  if (ToFile + InPlace + Diff == 0 && !IsFilter)
    return usageError("where does the rewritten source go? -o FILE, -i (in "
                      "place) or --diff; 'bankfix check' only reports");
  if (ToFile + InPlace + Diff > 1)
    return usageError("only one of -o, -i and --diff can be given");
  O.Result = ToFile || IsFilter ? Destination::File
             : InPlace          ? Destination::InPlace
                                : Destination::Diff;
  O.OutputFile = IsFilter ? "-" : Args.getLastArgValue(OPT_output_file).str();
  if (ToFile && O.OutputFile.empty())
    return usageError("'-o' needs the name of a file");
  if (ToFile && (O.sources() > 1 || O.Files.empty()))
    return usageError("-o takes one input file; use -i or --diff for several");
  return Error::success();
}

/// As clang-tidy: what follows `--` is the compile command, the rest is added.
static Error readClangFlags(const InputArgList &Args,
                            ArrayRef<const char *> AfterDashes, RunOptions &O) {
  const bool IsProgram =
      O.Command == Mode::Trace || O.Command == Mode::Profile;
  (IsProgram ? O.ProgramArguments : O.ClangFlags)
      .assign(AfterDashes.begin(), AfterDashes.end());
  for (const Arg *A :
       Args.filtered(OPT_include_dir, OPT_define, OPT_std, OPT_extra_arg)) {
    std::string Prefix;
    if (!A->getOption().matches(OPT_extra_arg))
      Prefix = A->getOption().getPrefixedName().str();
    O.ClangFlags.push_back(Prefix + A->getValue());
  }
  // Flags that build systems give nvcc may be among them.
  CompileFlags Flags = withoutNvccFlags(O.ClangFlags);
  if (!Flags.Unread.empty())
    return usageError("'" + Flags.Unread.front() +
                      "', which further arguments are to be taken from, "
                      "cannot be read");
  O.ClangFlags = std::move(Flags.Clang);
  if (O.Given.count("Target"))
    return Error::success();
  auto Warn = [](const std::string &Text) {
    llvm::errs() << "bankfix: warning: " << Text << '\n';
  };
  auto Models = modelsOf(Flags.Targets, Warn);
  if (Flags.IsNative)
    Warn("flags compile for the GPU of the machine that builds (native); "
         "--target names it");
  if (!Models.empty()) {
    setTargets(O, Models);
    O.Given.insert("Target");
  }
  return Error::success();
}

/// What settings files say nothing of, as they name it.
static void noteGiven(const InputArgList &Args, RunOptions &O) {
  static constexpr std::pair<OptionId, StringLiteral> Keys[] = {
      {OPT_target, "Target"},
      {OPT_strategy, "Strategies"},
      {OPT_min_degree, "MinDegree"},
      {OPT_objective, "Objective"},
      {OPT_min_gain, "MinGain"},
      {OPT_max_shared_growth, "MaxSharedGrowth"},
      {OPT_allow_occupancy_loss, "AllowOccupancyLoss"},
      {OPT_strict_bounds, "StrictBounds"},
      {OPT_cuda_headers, "CudaHeaders"},
      {OPT_cuda_path, "CudaPath"},
      {OPT_header_filter, "HeaderFilter"},
      {OPT_closed_world, "ClosedWorld"},
      {OPT_format_style, "FormatStyle"},
      {OPT_edit_comments, "Comments"},
      {OPT_helper_prefix, "HelperPrefix"},
      {OPT_helper_header, "HelperHeader"},
  };
  for (const auto &[Id, Key] : Keys)
    if (Args.hasArg(OptSpecifier(Id)))
      O.Given.insert(Key.str());
}

static Error readValues(const InputArgList &Args, RunOptions &O) {
  Reader R(Args);
  O.Model = defaultTarget(O.Files.empty() ? "" : O.Files.front());
  std::vector<const Target *> Models = {O.Model};
  R.last(OPT_target, Models, parseTargets);
  setTargets(O, Models);
  R.each(OPT_block_dim, O.BlockDims, parseBlockDim);
  R.lists(OPT_assume, O.Assumptions, parseAssumptions);
  R.last(OPT_kernel, O.KernelRegex, parseRegex);
  R.last(OPT_min_degree, O.Plan.MinDegree, parseDegree);
  R.last(OPT_strategy, O.Plan.Allowed, parseStrategies);
  R.last(OPT_objective, O.Plan.Minimize, parseObjective);
  R.last(OPT_min_gain, O.Plan.MinGain, parsePercent);
  R.last(OPT_max_shared_growth, O.Plan.MaxSharedGrowth, parseBytes);
  R.last(OPT_cuda_headers, O.Headers, parseHeaderMode);
  R.last(OPT_cuda_path, O.CudaPath, parsePath);
  R.last(OPT_format, O.Style.Format, parseFormat);
  R.last(OPT_sort, O.Style.Order, parseOrder);
  R.each(OPT_lines, O.Lines, parseLines);
  R.last(OPT_since, O.Passes.Since, parsePath);
  R.last(OPT_baseline, O.Passes.Baseline, parsePath);
  R.last(OPT_profile, O.Passes.Profile, parsePath);
  R.last(OPT_max_excess, O.Passes.MaxExcess, parseBytes);
  R.last(OPT_header_filter, O.Project.HeaderFilter, parseRegex);
  R.last(OPT_closed_world, O.Project.IsClosed, parseBool);
  R.last(OPT_format_style, O.Edits.Format, parseFormatStyle);
  R.last(OPT_helper_prefix, O.Edits.HelperPrefix, parseNamePrefix);
  R.last(OPT_helper_header, O.Edits.HelperHeader, parseAbsolutePath);
  R.last(OPT_report_file, O.Style.File, parsePath);
  R.last(OPT_time_limit, O.Verifying.TimeLimit, parseLimit);
  R.last(OPT_jobs, O.Many.Jobs, parseLimit);
  R.last(OPT_fail_on, O.Passes.Fail, parseFailOn);
  R.last(OPT_color, O.Style.Color, parseColor);
  R.last(OPT_time_limit, O.Limits.Seconds, parseLimit);
  R.last(OPT_trace_blocks, O.Limits.Blocks, parseLimit);
  R.last(OPT_memory_limit, O.Limits.Memory, parseLimit);
  O.Plan.AllowOccupancyLoss = Args.hasArg(OPT_allow_occupancy_loss);
  O.Plan.StrictBounds = Args.hasArg(OPT_strict_bounds);
  O.Edits.Comments = Args.hasArg(OPT_edit_comments);
  O.Style.Quiet = Args.hasArg(OPT_quiet);
  O.Style.Verbose = Args.hasArg(OPT_verbose);
  O.Passes.Strict = Args.hasArg(OPT_strict);
  O.Style.Statistics = Args.hasArg(OPT_statistics);
  O.FindsHosts = Args.hasArg(OPT_find_hosts);
  O.Verifies = Args.hasArg(OPT_verify);
  O.Verifying.AllConfigurations = Args.hasArg(OPT_all_configurations);
  O.Verifying.FixedFile = Args.getLastArgValue(OPT_fixed_file).str();
  return R.takeError();
}

/// Other formats are of findings, and a run has none.
static Error checkFormat(const RunOptions &O) {
  const bool IsOfRuns = O.Style.Format == ReportFormat::Text ||
                        O.Style.Format == ReportFormat::Json;
  return O.Command == Mode::Trace && !IsOfRuns
             ? usageError("'bankfix trace' writes --format=text or json")
             : Error::success();
}

/// NO_COLOR speaks for a user who says nothing (no-color.org).
static void applyEnvironment(RunOptions &O) {
  std::optional<std::string> NoColor = llvm::sys::Process::GetEnv("NO_COLOR");
  if (O.Style.Color == ColorMode::Auto && NoColor && !NoColor->empty())
    O.Style.Color = ColorMode::Never;
}

/// Nothing that the user named may be overwritten by the report.
static Error checkReportFile(RunOptions &O) {
  if (O.Style.File == "-")
    O.Style.File.clear();
  if (O.Style.File.empty())
    return Error::success();
  if (llvm::is_contained(O.Files, O.Style.File))
    return usageError("--output=" + O.Style.File +
                      " is for the report and would overwrite an input file");
  if (O.Result == Destination::File && O.OutputFile == O.Style.File)
    return usageError("-o and --output name the same file");
  return Error::success();
}

/// How the run was called, but for what becomes of its results.
static std::vector<std::string>
argumentsToKeep(const InputArgList &Args, ArrayRef<const char *> AfterDashes) {
  std::vector<std::string> Out;
  for (const char *Flag : AfterDashes) // They come first for Clang, too.
    Out.push_back(std::string("--extra-arg=") + Flag);
  for (const Arg *A : Args) {
    const llvm::opt::Option &O = A->getOption();
    llvm::opt::ArgStringList Spelled;
    if (O.hasVisibilityFlag(RewriteOption) && !O.matches(OPT_ReportGroup) &&
        !O.matches(OPT_output_file) && !O.matches(OPT_in_place) &&
        !O.matches(OPT_diff) && !O.matches(OPT_verify) &&
        !O.matches(OPT_jobs) && !O.matches(OPT_map_dir) &&
        !O.matches(OPT_no_cache))
      A->render(Args, Spelled);
    Out.insert(Out.end(), Spelled.begin(), Spelled.end());
  }
  return Out;
}

/// -p, --shard, --map-dir and --no-cache. What a profile, an older report or a
/// revision leaves out is no matter of the files alone: see UnitMaps.
static Error readMaps(const InputArgList &Args,
                      ArrayRef<const char *> AfterDashes, RunOptions &O) {
  Reader R(Args);
  R.last(OPT_map_dir, O.Many.Maps.Folder, parsePath);
  std::pair<unsigned, unsigned> Shard = {1, 1};
  R.last(OPT_shard, Shard, parseShard);
  std::tie(O.Many.Maps.Shard, O.Many.Maps.Shards) = Shard;
  O.Many.Maps.IsRead = !Args.hasArg(OPT_no_cache);
  if (Error E = R.takeError())
    return E;
  if (Args.hasArg(OPT_no_cache) && O.Many.Maps.Folder.empty())
    return usageError("--no-cache is for what --map-dir=DIR keeps");
  if (Args.hasArg(OPT_shard) && O.Project.Folder.empty())
    return usageError("--shard=I/N is a share of a project; name its compile "
                      "database with -p");
  if (O.Passes.Profile.empty() && O.Passes.Baseline.empty() &&
      O.Passes.Since.empty())
    O.Many.Maps.Arguments = argumentsToKeep(Args, AfterDashes);
  return Error::success();
}

/// Fills \p O, whose Command is set.
static Error readOptions(const InputArgList &Args,
                         ArrayRef<const char *> AfterDashes, RunOptions &O) {
  if (Error E = readFiles(Args, O))
    return E;
  if (Error E = readStdin(Args, O))
    return E;
  if (Error E = readValues(Args, O))
    return E;
  noteGiven(Args, O);
  if (O.Command == Mode::Rewrite)
    if (Error E = readDestination(Args, O))
      return E;
  if (Error E = readClangFlags(Args, AfterDashes, O))
    return E;
  if (Error E = readMaps(Args, AfterDashes, O))
    return E;
  if (O.Command == Mode::Profile && O.ProgramArguments.empty())
    return usageError("what is to be profiled? 'bankfix profile -- ncu "
                      "PROGRAM ARGUMENTS'");
  applyEnvironment(O);
  if (Error E = checkFormat(O))
    return E;
  if (Error E = checkReportFile(O))
    return E;
  return checkBlockDims(O);
}

/// `reduce DIR` as the rewrite that it is, called as the runs were that left
/// their maps in DIR; of other commands \p Arguments as they are.
static Expected<std::vector<std::string>>
withReduce(ArrayRef<const char *> Arguments) {
  if (Arguments.empty() || StringRef(Arguments.front()) != "reduce" ||
      llvm::any_of(Arguments, [](StringRef A) { return A == "--help"; }))
    return std::vector<std::string>(Arguments.begin(), Arguments.end());
  if (Arguments.size() < 2 || StringRef(Arguments[1]).starts_with("-"))
    return usageError("which maps? 'bankfix reduce DIR [options]'");
  StringRef Folder = Arguments[1];
  auto Text = llvm::MemoryBuffer::getFile(Folder + "/" + MapProject);
  Expected<llvm::json::Value> V =
      llvm::json::parse(Text ? (*Text)->getBuffer() : StringRef("null"));
  const llvm::json::Object *Project = V ? V->getAsObject() : nullptr;
  const llvm::json::Array *Called =
      Project ? Project->getArray("arguments") : nullptr;
  if (!V)
    llvm::consumeError(V.takeError());
  if (!Called || Project->getString("schema") != MapSchema)
    return usageError("'" + Folder +
                      "' holds no maps; 'bankfix check -p BUILD "
                      "--shard=I/N --map-dir=" +
                      Folder + "' makes them");
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  if (Project->getString("folder") != Here.str())
    return usageError("the maps in '" + Folder + "' were made in '" +
                      Project->getString("folder").value_or("") +
                      "'; run 'bankfix reduce' there");
  std::vector<std::string> Out;
  for (const llvm::json::Value &Each : *Called)
    Out.push_back(Each.getAsString().value_or("").str());
  Out.push_back("--map-dir=" + Folder.str());
  bool SaysWhere = false;
  for (StringRef Each : Arguments.drop_front(2)) {
    SaysWhere |= Each == "-i" || Each == "--diff";
    Out.push_back(Each.str());
  }
  if (!SaysWhere)
    Out.push_back("-i");
  return Out;
}

Expected<CommandLine> bankfix::parseCommandLine(ArrayRef<const char *> Given) {
  CommandLine Line;
  Table Options;
  Expected<std::vector<std::string>> Written = withReduce(Given);
  if (!Written)
    return Written.takeError();
  std::vector<const char *> All;
  for (const std::string &Each : *Written)
    All.push_back(Each.c_str());
  ArrayRef<const char *> Arguments = All;
  Line.Options.Command = takeCommand(Arguments);
  ArrayRef<const char *> AfterDashes = takeOthersArguments(Arguments);
  unsigned MissingIndex = 0, MissingCount = 0;
  InputArgList Args = Options.ParseArgs(Arguments, MissingIndex, MissingCount);
  if (Args.hasArg(OPT_help, OPT_version)) {
    Line.What = Args.hasArg(OPT_help) ? Action::ShowHelp : Action::ShowVersion;
    return Line;
  }
  if (MissingCount)
    return usageError("'" + StringRef(Args.getArgString(MissingIndex)) +
                      "' needs a value");
  if (Error E = checkOptions(Options, Args, Line.Options.Command))
    return E;
  if (Error E = readOptions(Args, AfterDashes, Line.Options))
    return E;
  return Line;
}

static std::string usage(Mode Command) {
  std::string Text;
  for (const CommandInfo &I : Commands)
    if (Command == Mode::Rewrite || I.Command == Command)
      Text += (Text.empty() ? "bankfix" : "\n       bankfix") +
              std::string(I.Name.empty() ? "" : " ") + I.Name.str() +
              I.Usage.str();
  return Text;
}

void bankfix::printHelp(llvm::raw_ostream &OS, Mode Command) {
  Table().printHelp(OS, usage(Command).c_str(), infoOf(Command).Overview.data(),
                    /*ShowHidden=*/false, /*ShowAllAliases=*/false,
                    llvm::opt::Visibility(commandMask(Command)));
  if (commandMask(Command) & (RewriteOption | CheckOption | VerifyOption))
    OS << "\nSTRATEGIES: auto, " << strategyNames() << '\n';
}
