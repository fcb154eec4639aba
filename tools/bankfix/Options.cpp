//===- Options.cpp - The command line of bankfix --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Process.h"

using namespace bankfix;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::OptSpecifier;

namespace {
/// The commands that take an option, as Options.td names them.
enum CommandMask : uint8_t {
  RewriteOption = 1 << 1,
  CheckOption = 1 << 2,
  VerifyOption = 1 << 3,
  TraceOption = 1 << 4,
  TargetsOption = 1 << 5,
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

static StringRef commandName(Mode Command) {
  switch (Command) {
  case Mode::Rewrite:
    return "bankfix";
  case Mode::Check:
    return "bankfix check";
  case Mode::Verify:
    return "bankfix verify";
  case Mode::Trace:
    return "bankfix trace";
  case Mode::Targets:
    return "bankfix targets";
  }
  return "";
}

static unsigned commandMask(Mode Command) {
  switch (Command) {
  case Mode::Rewrite:
    return RewriteOption;
  case Mode::Check:
    return CheckOption;
  case Mode::Verify:
    return VerifyOption;
  case Mode::Trace:
    return TraceOption;
  case Mode::Targets:
    return TargetsOption;
  }
  return 0;
}

/// Takes the command's name off. A file of that name can be written as ./check.
static Mode takeCommand(ArrayRef<const char *> &Args) {
  for (auto [Name, Command] :
       {std::pair("check", Mode::Check), std::pair("verify", Mode::Verify),
        std::pair("trace", Mode::Trace), std::pair("targets", Mode::Targets)})
    if (!Args.empty() && StringRef(Args.front()) == Name) {
      Args = Args.drop_front();
      return Command;
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
  std::string Hint = Command == Mode::Trace
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

static Error readFiles(const InputArgList &Args, RunOptions &O) {
  for (const std::string &File : Args.getAllArgValues(OPT_INPUT)) {
    if (File.empty() || File == "-")
      return usageError("'" + File +
                        "' is no file; bankfix does not read standard input");
    O.Files.push_back(File);
  }
  if (O.Command == Mode::Targets && !O.Files.empty())
    return usageError("'bankfix targets' takes no files");
  if (O.Command != Mode::Targets && O.Files.empty())
    return usageError("no input file; write '" + commandName(O.Command) +
                      " [options] FILE...'");
  return Error::success();
}

/// One of -o, -i and --diff.
static Error readDestination(const InputArgList &Args, RunOptions &O) {
  bool ToFile = Args.hasArg(OPT_output_file),
       InPlace = Args.hasArg(OPT_in_place), Diff = Args.hasArg(OPT_diff);
  if (ToFile + InPlace + Diff == 0)
    return usageError("where does the rewritten source go? -o FILE, -i (in "
                      "place) or --diff; 'bankfix check' only reports");
  if (ToFile + InPlace + Diff > 1)
    return usageError("only one of -o, -i and --diff can be given");
  O.Result = ToFile    ? Destination::File
             : InPlace ? Destination::InPlace
                       : Destination::Diff;
  O.OutputFile = Args.getLastArgValue(OPT_output_file).str();
  if (ToFile && O.OutputFile.empty())
    return usageError("'-o' needs the name of a file");
  if (ToFile && O.sources() > 1)
    return usageError("-o takes one input file; use -i or --diff for several");
  return Error::success();
}

/// As clang-tidy: what follows `--` is the compile command, the rest is added.
static void readClangFlags(const InputArgList &Args,
                           ArrayRef<const char *> AfterDashes, RunOptions &O) {
  (O.Command == Mode::Trace ? O.ProgramArguments : O.ClangFlags)
      .assign(AfterDashes.begin(), AfterDashes.end());
  for (const Arg *A :
       Args.filtered(OPT_include_dir, OPT_define, OPT_std, OPT_extra_arg)) {
    std::string Prefix;
    if (!A->getOption().matches(OPT_extra_arg))
      Prefix = A->getOption().getPrefixedName().str();
    O.ClangFlags.push_back(Prefix + A->getValue());
  }
}

/// One target holds for all files of a run.
static Error checkLanguages(const InputArgList &Args, const RunOptions &O) {
  auto IsHip = [](StringRef File) { return isHipSource(File); };
  bool OfBoth = llvm::any_of(O.Files, IsHip) && !llvm::all_of(O.Files, IsHip);
  if (OfBoth && !Args.hasArg(OPT_target))
    return usageError("HIP files are counted for gfx90a and others for sm_80 "
                      "unless --target= says otherwise; name one, or run "
                      "bankfix for each of them");
  return Error::success();
}

static Error readValues(const InputArgList &Args, RunOptions &O) {
  Reader R(Args);
  // CUDA and OpenCL are alike.
  bool IsHip = !O.Files.empty() && isHipSource(O.Files.front());
  O.Model = findTarget(IsHip ? "gfx90a" : "sm_80");
  R.last(OPT_target, O.Model, parseTarget);
  R.each(OPT_block_dim, O.BlockDims, parseBlockDim);
  R.lists(OPT_assume, O.Assumptions, parseAssumptions);
  R.last(OPT_kernel, O.KernelRegex, parseRegex);
  R.last(OPT_min_degree, O.Plan.MinDegree, parseDegree);
  R.last(OPT_strategy, O.Plan.Allowed, parseStrategies);
  R.last(OPT_max_shared_growth, O.Plan.MaxSharedGrowth, parseBytes);
  R.last(OPT_cuda_headers, O.Headers, parseHeaderMode);
  R.last(OPT_cuda_path, O.CudaPath, parsePath);
  R.last(OPT_format, O.Format, parseFormat);
  R.last(OPT_report_file, O.ReportFile, parsePath);
  R.last(OPT_time_limit, O.KernelTimeLimit, parseLimit);
  R.last(OPT_fail_on, O.Fail, parseFailOn);
  R.last(OPT_color, O.Color, parseColor);
  R.last(OPT_time_limit, O.TimeLimit, parseLimit);
  R.last(OPT_trace_blocks, O.TracedBlocks, parseLimit);
  R.last(OPT_memory_limit, O.MemoryLimit, parseLimit);
  O.Plan.AllowOccupancyLoss = Args.hasArg(OPT_allow_occupancy_loss);
  O.Quiet = Args.hasArg(OPT_quiet);
  O.Verbose = Args.hasArg(OPT_verbose);
  O.Strict = Args.hasArg(OPT_strict);
  O.Statistics = Args.hasArg(OPT_statistics);
  O.FindsHosts = Args.hasArg(OPT_find_hosts);
  O.Verifies = Args.hasArg(OPT_verify);
  O.AllConfigurations = Args.hasArg(OPT_all_configurations);
  O.FixedFile = Args.getLastArgValue(OPT_fixed_file).str();
  return R.takeError();
}

/// NO_COLOR speaks for a user who says nothing (no-color.org).
static void applyEnvironment(RunOptions &O) {
  std::optional<std::string> NoColor = llvm::sys::Process::GetEnv("NO_COLOR");
  if (O.Color == ColorMode::Auto && NoColor && !NoColor->empty())
    O.Color = ColorMode::Never;
}

/// Nothing that the user named may be overwritten by the report.
static Error checkReportFile(RunOptions &O) {
  if (O.ReportFile == "-")
    O.ReportFile.clear();
  if (O.ReportFile.empty())
    return Error::success();
  if (llvm::is_contained(O.Files, O.ReportFile))
    return usageError("--output=" + O.ReportFile +
                      " is for the report and would overwrite an input file");
  if (O.Result == Destination::File && O.OutputFile == O.ReportFile)
    return usageError("-o and --output name the same file");
  return Error::success();
}

/// A block has a limit on every GPU.
static Error checkBlockDims(const RunOptions &O) {
  if (!O.Model->Memory.ThreadsPerBlock)
    return Error::success();
  for (const BlockDim &B : O.BlockDims) {
    unsigned Threads = B.Block[0] * B.Block[1] * B.Block[2];
    if (Threads > O.Model->Memory.ThreadsPerBlock)
      return usageError("--block-dim: a block of " + llvm::Twine(Threads) +
                        " threads; " + O.Model->Name + " allows " +
                        llvm::Twine(O.Model->Memory.ThreadsPerBlock));
  }
  return Error::success();
}

/// Fills \p O, whose Command is set.
static Error readOptions(const InputArgList &Args,
                         ArrayRef<const char *> AfterDashes, RunOptions &O) {
  if (Error E = readFiles(Args, O))
    return E;
  if (Error E = checkLanguages(Args, O))
    return E;
  if (Error E = readValues(Args, O))
    return E;
  if (O.Command == Mode::Rewrite)
    if (Error E = readDestination(Args, O))
      return E;
  readClangFlags(Args, AfterDashes, O);
  applyEnvironment(O);
  if (Error E = checkReportFile(O))
    return E;
  return checkBlockDims(O);
}

Expected<CommandLine>
bankfix::parseCommandLine(ArrayRef<const char *> Arguments) {
  CommandLine Line;
  Table Options;
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

static const char *usage(Mode Command) {
  switch (Command) {
  case Mode::Rewrite:
    return "bankfix [options] FILE... [-- CLANG-FLAGS]  (-o FILE, -i or "
           "--diff)\n"
           "       bankfix check [options] FILE... [-- CLANG-FLAGS]\n"
           "       bankfix verify [options] FILE... [-- CLANG-FLAGS]\n"
           "       bankfix trace [options] FILE... [-- PROGRAM-ARGUMENTS]\n"
           "       bankfix targets";
  case Mode::Check:
    return "bankfix check [options] FILE... [-- CLANG-FLAGS]";
  case Mode::Verify:
    return "bankfix verify [options] FILE... [-- CLANG-FLAGS]";
  case Mode::Trace:
    return "bankfix trace [options] FILE... [-- PROGRAM-ARGUMENTS]";
  case Mode::Targets:
    return "bankfix targets";
  }
  return "";
}

static const char *overview(Mode Command) {
  switch (Command) {
  case Mode::Rewrite:
    return "finds and fixes bank conflicts in the shared memory of GPU "
           "kernels.\n"
           "'bankfix check' reports them and changes nothing";
  case Mode::Check:
    return "reports bank conflicts, changes nothing, and exits with 1 if there "
           "are any";
  case Mode::Verify:
    return "runs kernels on the CPU before and after they are fixed, counts "
           "their conflicts, and exits with 1 if their results differ";
  case Mode::Trace:
    return "runs a whole CUDA program on the CPU and reports the bank "
           "conflicts of its kernels by source line, on standard error";
  case Mode::Targets:
    return "lists the hardware models";
  }
  return "";
}

void bankfix::printHelp(llvm::raw_ostream &OS, Mode Command) {
  Table().printHelp(OS, usage(Command), overview(Command),
                    /*ShowHidden=*/false, /*ShowAllAliases=*/false,
                    llvm::opt::Visibility(commandMask(Command)));
  if (Command != Mode::Targets && Command != Mode::Trace)
    OS << "\nSTRATEGIES: auto, " << strategyNames() << '\n';
}
