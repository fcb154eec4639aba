//===- Options.td - The options of bankfix --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::opt, not llvm::cl: libLLVM registers hundreds of cl options of its own.
// They would all be taken on our command line, and one of them is "color",
// which cannot be registered twice.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

def RewriteOption : OptionVisibility;
def CheckOption : OptionVisibility;
def VerifyOption : OptionVisibility;
def TraceOption : OptionVisibility;
def TargetsOption : OptionVisibility;
def ExplainOption : OptionVisibility;
def RuleOption : OptionVisibility;
def ConfigOption : OptionVisibility;
def ProfileOption : OptionVisibility;

class InRewrite { list<OptionVisibility> Visibility = [RewriteOption]; }
class InCheck { list<OptionVisibility> Visibility = [CheckOption]; }
class InFixes { list<OptionVisibility> Visibility = [RewriteOption, CheckOption]; }
class InConfig { list<OptionVisibility> Visibility = [ConfigOption]; }
class InTrace { list<OptionVisibility> Visibility = [TraceOption]; }
class InVerify { list<OptionVisibility> Visibility = [VerifyOption]; }
// Commands that look at sources one by one.
class InBoth {
  list<OptionVisibility> Visibility =
    [RewriteOption, CheckOption, VerifyOption, ExplainOption, ConfigOption, ProfileOption];
}
// Those that report findings.
class InReports {
  list<OptionVisibility> Visibility = [RewriteOption, CheckOption, VerifyOption, ProfileOption];
}
class InRuns {
  list<OptionVisibility> Visibility =
    [RewriteOption, CheckOption, VerifyOption, TraceOption, ExplainOption, ConfigOption,
     ProfileOption];
}
class InAll {
  list<OptionVisibility> Visibility =
    [RewriteOption, CheckOption, VerifyOption, TraceOption, TargetsOption, ExplainOption,
     RuleOption, ConfigOption, ProfileOption];
}

def ResultGroup : OptionGroup<"result">,
  HelpText<"WHERE THE REWRITTEN SOURCE GOES (one of)">;
def ModelGroup : OptionGroup<"model">, HelpText<"HARDWARE AND LAUNCH">;
def PlanGroup : OptionGroup<"plan">, HelpText<"WHAT IS REPORTED AND FIXED">;
def ParseGroup : OptionGroup<"parse">, HelpText<"HOW THE SOURCE IS PARSED">;
def ReportGroup : OptionGroup<"report">, HelpText<"REPORT">;
def RunGroup : OptionGroup<"run">, HelpText<"HOW THE PROGRAM IS RUN">;

// --name=VALUE, and --name VALUE.
multiclass ValueIn<list<OptionVisibility> users, string name, string meta, string help,
                   OptionGroup group> {
  let Visibility = users in {
    def NAME : Joined<["--"], name # "=">, MetaVarName<meta>, HelpText<help>,
               Group<group>;
    def NAME # _separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>;
  }
}
multiclass Value<string name, string meta, string help, OptionGroup group>
  : ValueIn<[RewriteOption, CheckOption, VerifyOption, ExplainOption, ConfigOption,
             ProfileOption],
            name, meta, help, group>;
multiclass RunValue<string name, string meta, string help, OptionGroup group>
  : ValueIn<[RewriteOption, CheckOption, VerifyOption, TraceOption, ExplainOption, ConfigOption,
             ProfileOption],
            name, meta, help, group>;
// Of commands that report findings.
multiclass ReportValue<string name, string meta, string help, OptionGroup group>
  : ValueIn<[RewriteOption, CheckOption, VerifyOption, ProfileOption], name, meta, help, group>;
multiclass TraceValue<string name, string meta, string help, OptionGroup group>
  : ValueIn<[TraceOption], name, meta, help, group>;

// Another name of an option that takes a value.
multiclass Synonym<string name, Option of> {
  def NAME : Joined<["--"], name # "=">, Alias<of>, InRuns;
  def NAME # _separate : Separate<["--"], name>, Alias<of>, InRuns;
}

def output_file : Separate<["-"], "o">, MetaVarName<"<FILE>">, Group<ResultGroup>,
  HelpText<"Write it to <FILE>, - is standard output; for one input file">, InRewrite;
def in_place : Flag<["-"], "i">, Group<ResultGroup>,
  HelpText<"Replace each file">, InRewrite;
def diff : Flag<["--"], "diff">, Group<ResultGroup>,
  HelpText<"Print a unified diff; exit with 1 if there is a change">, InRewrite;

def verify : Flag<["--"], "verify">, Group<ResultGroup>,
  HelpText<"Run original and result on the CPU first; write nothing where they differ">, InRewrite;
defm format_style : ValueIn<[RewriteOption, CheckOption, VerifyOption, ExplainOption, ConfigOption],
  "format-style", "file|none",
  "Format changed lines by the project's .clang-format (file, default), or not at all", ResultGroup>;
defm header_filter : ValueIn<[RewriteOption, CheckOption, ConfigOption],
  "header-filter", "<REGEX>",
  "Fix headers of the project with a matching path, too (default all)", PlanGroup>;
defm closed_world : ValueIn<[RewriteOption, CheckOption, ConfigOption],
  "closed-world", "true|false",
  "Whether the project's sources are all that include its headers (default true)", PlanGroup>;
def edit_comments : Flag<["--"], "comments">, Group<ResultGroup>,
  HelpText<"Say why in a comment beside each array that is changed">, InBoth;
defm helper_prefix : ValueIn<[RewriteOption, CheckOption, VerifyOption, ExplainOption, ConfigOption],
  "helper-prefix", "<NAME>",
  "Begin the names of macros and types that a fix adds with <NAME>", ResultGroup>;
defm helper_header : ValueIn<[RewriteOption, CheckOption, ExplainOption, ConfigOption],
  "helper-header", "<FILE>",
  "Put the macros and functions of CUDA fixes into this header, each once, and include it", ResultGroup>;
def all_configurations : Flag<["--"], "all-configurations">, Group<ResultGroup>,
  HelpText<"Run in each build that the file's preprocessor allows">, InVerify;
def fixed_file : Joined<["--"], "against=">, MetaVarName<"<FILE>">, Flags<[HelpHidden]>,
  HelpText<"Take <FILE> for the fixed source">, InVerify;

defm target : RunValue<"target", "<NAME>",
  "The GPU (see 'bankfix targets'); default sm_80", ModelGroup>;
defm cuda_gpu_arch : Synonym<"cuda-gpu-arch", target>;
defm offload_arch : Synonym<"offload-arch", target>;
defm block_dim : Value<"block-dim", "[<KERNEL>=]<X>[,<Y>[,<Z>]]",
  "Threads of a block, where the source does not tell", ModelGroup>;
defm assume : Value<"assume", "<NAME>=<VALUE>",
  "The value of a kernel parameter, another uniform or a template argument",
  ModelGroup>;

defm kernel : RunValue<"kernel", "<REGEX>", "Only kernels with a matching name", PlanGroup>;
defm min_degree : Value<"min-degree", "<N>",
  "Only conflicts that are at least <N>-way", PlanGroup>;
defm objective : Value<"objective", "<WHAT>",
  "What fixes make less of: time (default on GPUs whose costs are known) or wavefronts",
  PlanGroup>;
defm min_gain : Value<"min-gain", "<PERCENT>",
  "Only fixes that make a kernel faster by at least <PERCENT>, as estimated; default 2",
  PlanGroup>;
defm strategy : Value<"strategy", "<LIST>",
  "Allowed fixes, separated by commas; auto (default): all", PlanGroup>;
defm max_shared_growth : Value<"max-shared-growth", "<BYTES>",
  "Limit of what a block's shared memory may grow by", PlanGroup>;
defm lines : ReportValue<"lines", "<FIRST>:<LAST>",
  "Report and fix only findings in these lines", PlanGroup>;
defm since : ReportValue<"since", "<REVISION>",
  "Only findings in lines that git says have changed since <REVISION>", PlanGroup>;
defm baseline : ReportValue<"baseline", "<FILE>",
  "Only findings that an earlier report, of --format=json, does not have", PlanGroup>;
defm profile : ValueIn<[RewriteOption, CheckOption, ConfigOption],
  "profile", "<FILE>",
  "What 'ncu --csv' or rocprof printed: the kernels that take time, as they were launched", PlanGroup>;
def allow_occupancy_loss : Flag<["--"], "allow-occupancy-loss">, Group<PlanGroup>,
  HelpText<"Allow fixes that lower the blocks per processor">, InBoth;
def strict_bounds : Flag<["--"], "strict-bounds">, Group<PlanGroup>,
  HelpText<"Want a proof that subscripts stay in their dimensions">, InBoth;

defm cuda_headers : RunValue<"cuda-headers", "auto|builtin|sdk",
  "Built-in CUDA headers, a toolkit's, or (auto, default) both", ParseGroup>;
defm cuda_path : Value<"cuda-path", "<DIR>", "The CUDA toolkit", ParseGroup>;
defm stdin_filename : ReportValue<"stdin-filename", "<NAME>",
  "What standard input, the file '-', is called", ParseGroup>;
def project : JoinedOrSeparate<["-"], "p">, MetaVarName<"<DIR>">, Group<ParseGroup>,
  HelpText<"The folder with compile_commands.json (default: the nearest above each file, or its build); without files: all its GPU sources">,
  InBoth;
def include_dir : JoinedOrSeparate<["-"], "I">, MetaVarName<"<DIR>">,
  Group<ParseGroup>, HelpText<"Search <DIR> for headers">, InRuns;
def define : JoinedOrSeparate<["-"], "D">, MetaVarName<"<NAME>[=<VALUE>]">,
  Group<ParseGroup>, HelpText<"Define a macro">, InRuns;
def std : Joined<["-", "--"], "std=">, MetaVarName<"<STANDARD>">,
  Group<ParseGroup>, HelpText<"Language standard, such as c++17">, InRuns;
defm extra_arg : RunValue<"extra-arg", "<ARG>", "One more flag for Clang", ParseGroup>;

def jobs : JoinedOrSeparate<["-"], "j">, MetaVarName<"<N>">, Group<ParseGroup>,
  HelpText<"Look at <N> files at once (default 0: as many as there are processors)">,
  InBoth;

defm shard : ValueIn<[CheckOption], "shard", "<I>/<N>",
  "Look at the <I>-th of <N> shares of a project's files, such as 1/4; with --map-dir, 'bankfix reduce' goes on", ParseGroup>;
defm map_dir : ValueIn<[RewriteOption, CheckOption], "map-dir", "<DIR>",
  "Keep in <DIR> what units say of each other's kernels, and use what is kept there and still holds", ParseGroup>;
def no_cache : Flag<["--"], "no-cache">, Group<ParseGroup>, InFixes,
  HelpText<"Use nothing that is kept in --map-dir; make it anew">;

def find_hosts : Flag<["--"], "find-hosts">, Group<ParseGroup>,
  HelpText<"Look for the hosts of OpenCL sources in their project, as if they were named">, InBoth;

defm format : ValueIn<[RewriteOption, CheckOption, VerifyOption, TraceOption, ProfileOption], "format",
  "text|json|sarif|github|gitlab|html", "Format of the report (default text)", ReportGroup>;
defm sort : ReportValue<"sort", "gain|source",
  "Most excess wavefronts first (default), or as the source has them", ReportGroup>;
defm report_file : RunValue<"output", "<FILE>",
  "Write the report to <FILE>, not to standard output", ReportGroup>;
def fail_on : Joined<["--"], "fail-on=">, MetaVarName<"any|fixable|never">, Group<ReportGroup>,
  HelpText<"The findings to exit with 1 for (default any)">, InCheck;
defm max_excess : ValueIn<[CheckOption], "max-excess", "<N>",
  "Exit with 1 only for more than <N> excess wavefronts in all", ReportGroup>;
def fail_on_separate : Separate<["--"], "fail-on">, Alias<fail_on>, InCheck;
def quiet : Flag<["--"], "quiet">, Group<ReportGroup>,
  HelpText<"Findings only: no notes, no source lines, no summary">, InBoth;
def verbose : Flag<["--"], "verbose">, Group<ReportGroup>,
  HelpText<"A finding for each access, not each array, and everything known of it">, InBoth;
def strict : Flag<["--"], "strict">, Group<ReportGroup>,
  HelpText<"Exit with 2 if a kernel could not be read">, InBoth;
def statistics : Flag<["--"], "statistics">, Group<ReportGroup>,
  HelpText<"Tables of the fixes weighed for each array, and of active lanes">, InBoth;
defm color : Value<"color", "auto|always|never",
  "Colors; auto: on a terminal, unless NO_COLOR is set", ReportGroup>;

defm time_limit : ValueIn<[VerifyOption, TraceOption], "time-limit", "<SECONDS>",
  "Stop after <SECONDS> (0: never): trace the program (default 600), verify each run of a kernel (10)", RunGroup>;
defm trace_blocks : TraceValue<"trace-blocks", "<N>",
  "Count the accesses of the first <N> blocks of each kernel (default 0: of all)", RunGroup>;
defm memory_limit : TraceValue<"memory-limit", "<MIB>",
  "Memory of the program in MiB (default 8192; 0: no limit)", RunGroup>;

def dump_settings : Flag<["--"], "dump">, HelpText<"Show the settings (what 'config' does anyway)">,
  InConfig;
def help : Flag<["--"], "help">, HelpText<"Show this text">, InAll;
def help_short : Flag<["-"], "h">, Alias<help>, InAll;
def version : Flag<["--"], "version">, HelpText<"Show the version">, InAll;
