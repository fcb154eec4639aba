//===- Parse.cpp - The best way to read a file ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OpenCLHost.h"
#include "Host/OtherPrograms.h"
#include "Read/HeaderSearch.h"
#include "Read/HeadersTried.h"
#include "Read/MixedCalls.h"
#include "Steps/ParseOnce.h"
#include "Text/UnseenMemory.h"
#include "bankfix/Frontend/Invocation.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

namespace {

/// Where a missing header lies elsewhere in the project; empty where \p How
/// knows of it.
std::string newFolder(const Attempt &How, const FileDiagnostic &D,
                      llvm::StringRef Path) {
  llvm::StringRef Name = missingHeader(D);
  std::string Folder = Name.empty() ? "" : projectFolderOf(Name, Path);
  return llvm::is_contained(How.Folders, Folder) ? "" : Folder;
}

/// Clang says so much that \p New, whatever else it is, is not better.
bool isWorse(const ParsedFile &New, const PreprocessorRecord &Record,
             const ParsedFile &Old) {
  ParsedFile Says;
  Says.Diagnostics = New.Diagnostics;
  settleDiagnostics(Says, /*EachByItself=*/true);
  Says.Ok = true;
  Says.Diagnostics.insert(Says.Diagnostics.end(), Record.MissingHeaders.begin(),
                          Record.MissingHeaders.end());
  return !isBetter(Says, Old);
}

/// Some header that is missing is one of \p Toolkit's, which may be empty.
bool lacks(llvm::StringRef Toolkit, llvm::ArrayRef<FileDiagnostic> Says) {
  return !Toolkit.empty() && llvm::any_of(Says, [&](const FileDiagnostic &D) {
    llvm::StringRef Name = missingHeader(D);
    return !Name.empty() && hasHeader(Toolkit, Name);
  });
}

/// Parses again where headers are missing that lie elsewhere in the project. No
/// more is asked of the result than is needed to see that it is not better than
/// \p Best, if given, or that it lacks headers of \p Toolkit.
Reading parseInProject(Attempt &How, llvm::StringRef Path, llvm::StringRef Text,
                       const ParseOptions &Options, ExprPool &Pool,
                       const ParsedFile *Best = nullptr,
                       llvm::StringRef Toolkit = "") {
  constexpr unsigned MostRounds = 4; // Headers include others.
  unsigned Round = 0;
  auto Stops = [&](const ParsedFile &F, const PreprocessorRecord &Record) {
    bool Again =
        Round < MostRounds && llvm::any_of(Record.MissingHeaders, [&](auto &D) {
          return !newFolder(How, D, Path).empty();
        });
    return Again || lacks(Toolkit, Record.MissingHeaders) ||
           (Best && isWorse(F, Record, *Best));
  };
  Reading R = parseOnce(How, Stops, Path, Text, Options, Pool);
  while (Round < MostRounds) {
    size_t Before = How.Folders.size();
    for (const FileDiagnostic &D : R.File.Diagnostics)
      if (std::string Folder = newFolder(How, D, Path); !Folder.empty())
        How.Folders.push_back(Folder);
    if (How.Folders.size() == Before || lacks(Toolkit, R.File.Diagnostics))
      break;
    ++Round;
    R = parseOnce(How, Stops, Path, Text, Options, Pool);
  }
  if (R.File.Ok && !R.Instances.empty()) {
    How.Instances = "\n" + R.Instances;
    Reading More = parseOnce(How, Stops, Path, Text, Options, Pool);
    if (More.File.Ok)
      R = std::move(More);
    else
      R.File.Diagnostics.insert(
          R.File.Diagnostics.begin(),
          {Severity::Note,
           {},
           "the template arguments given with --assume do not fit: " +
               More.File.Diagnostics.front().Message});
  }
  return R;
}

/// The file, which says where headers were found, too.
ParsedFile fileOf(Reading R) {
  std::vector<FileDiagnostic> &All = R.File.Diagnostics;
  R.File.Inputs.AreAll &=
      R.File.Ok && R.Found.empty() &&
      llvm::none_of(All, [](auto &D) { return !missingHeader(D).empty(); });
  All.insert(All.begin(), R.Found.begin(), R.Found.end());
  return std::move(R.File);
}

/// The ways to try by what the language and the headers leave open.
std::vector<Attempt> attemptsAlone(llvm::StringRef Path, llvm::StringRef Text,
                                   const ParseOptions &Options) {
  if (isOpenCL(Path)) // 1.2 knows fewer keywords and address spaces.
    return {{.Standard = "CL2.0"}, {.Standard = "CL1.2"}};
  if (isHip(Path) || includesHip(Text)) // Its headers are no toolkit's of CUDA.
    return {{}};
  if (Options.Headers != HeaderMode::Auto)
    return {{.Mode = Options.Headers}};
  if (findToolkit(Options.CudaPath).empty())
    return {{}};
  // The toolkit may know what the built-in headers lack.
  return {{}, {.Mode = HeaderMode::Sdk}};
}

/// The text of \p Path, if it can be read.
std::optional<std::string> textOf(const std::string &Path,
                                  const ParseOptions &Options) {
  for (const auto &[Other, Text] : Options.Texts)
    if (Other == Path || llvm::sys::fs::equivalent(Other, Path))
      return Text;
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

/// The files around a header in one unit, the innermost first; nothing where
/// the header does not stand between whole declarations there.
std::optional<std::vector<Surrounding>>
unitAround(llvm::StringRef Path, const ParseOptions &Options) {
  std::vector<Surrounding> Out;
  llvm::StringRef Inner = Path;
  for (const IncludePlace &P : Options.Within) {
    std::optional<std::string> Text = textOf(P.File, Options);
    std::optional<Surrounding> S;
    if (Text)
      S = splitAtLine(*Text, P.Line);
    if (!S || llvm::sys::path::filename(S->Directive) !=
                  llvm::sys::path::filename(Inner))
      return std::nullopt;
    S->Path = Inner = P.File;
    Out.push_back(std::move(*S));
  }
  return Out;
}

/// The same, with what stands around a header in its unit.
std::vector<Attempt> attemptsFor(llvm::StringRef Path, llvm::StringRef Text,
                                 llvm::ArrayRef<Surrounding> Around,
                                 const ParseOptions &Options) {
  std::vector<Attempt> Out = attemptsAlone(Path, Text, Options);
  for (Attempt &Each : Out)
    Each.Around = Around.vec();
  return Out;
}

/// A built-in function that the file, which does not parse, calls with
/// arguments of several types.
std::string ambiguousCall(const ParsedFile &F) {
  if (!F.Ok)
    for (const FileDiagnostic &D : F.Diagnostics)
      if (llvm::StringRef Name = ambiguousBuiltin(D); !Name.empty())
        return Name.str();
  return "";
}

bool hasShapes(const ParsedFile &F) {
  return llvm::any_of(
      F.Launches, [](const KernelLaunches &L) { return !L.Shapes.empty(); });
}

/// A fragment is parsed where another file includes it. One that parses by
/// itself is, too, if only that shows how its kernels are launched, or
/// instantiated.
bool wantsSurroundings(const ParsedFile &F) {
  return !F.Ok || F.LacksInstances ||
         (!F.Prog.Kernels.empty() && !hasShapes(F));
}

/// \p New says what \p Old does not.
bool saysMore(const ParsedFile &New, const ParsedFile &Old) {
  if (!New.Ok || !Old.Ok)
    return New.Ok;
  return hasShapes(New) > hasShapes(Old) ||
         (hasShapes(New) && Old.LacksInstances && !New.LacksInstances);
}

/// Tries the files that include \p Path, and those that include them.
std::optional<ParsedFile> parseSurrounded(Attempt How, llvm::StringRef Path,
                                          llvm::StringRef Text,
                                          const ParseOptions &Options,
                                          ExprPool &Pool) {
  constexpr unsigned MostFiles = 3, MostLevels = 2;
  std::string Innermost =
      How.Around.empty() ? Path.str() : How.Around.back().Path;
  unsigned Tried = 0;
  for (Surrounding &S : findIncluders(Innermost)) {
    if (Tried++ == MostFiles)
      break;
    Attempt Inner = How;
    Inner.Around.push_back(std::move(S));
    ParsedFile F = fileOf(parseInProject(Inner, Path, Text, Options, Pool));
    if (wantsSurroundings(F) && Inner.Around.size() < MostLevels)
      if (auto Outer = parseSurrounded(Inner, Path, Text, Options, Pool);
          Outer && saysMore(*Outer, F))
        return Outer;
    if (!F.Ok)
      continue;
    if (Inner.Around.front().OneOfSeveral)
      for (SharedArray &A : F.Prog.Arrays)
        A.Obstacles.push_back({ObstacleKind::InHeader, A.Place, Path.str()});
    F.Diagnostics.push_back(
        {Severity::Note,
         {},
         "read as a part of '" + F.Within + "', which includes it"});
    return F;
  }
  return std::nullopt;
}

/// The better of what the built-in headers and a toolkit's make of the file, or
/// two standards; \p BestHow says which that is.
Reading parseEachWay(llvm::StringRef Path, llvm::StringRef Text,
                     const ParseOptions &Options,
                     llvm::ArrayRef<Surrounding> Around, ExprPool &Pool,
                     Attempt &BestHow) {
  std::vector<Attempt> Ways = attemptsFor(Path, Text, Around, Options);
  std::string Toolkit =
      Ways.back().Mode == HeaderMode::Sdk ? findToolkit(Options.CudaPath) : "";
  std::optional<Reading> Best;
  std::vector<std::string> Folders; // What one way lacks, others mostly do.
  for (size_t I = 0; I < Ways.size(); ++I) {
    Attempt How = Ways[I];
    How.Folders = Folders;
    // Without headers that the toolkit has, it is only read if that is no help.
    bool MayWait = I == 0 && Ways.size() > 1;
    Reading R =
        parseInProject(How, Path, Text, Options, Pool,
                       Best ? &Best->File : nullptr, MayWait ? Toolkit : "");
    Folders = How.Folders;
    if (MayWait && lacks(Toolkit, R.File.Diagnostics)) {
      Ways.push_back(Ways[I]);
      continue;
    }
    const ParsedFile &F = R.File;
    // With the headers that the other way lacks, errors elsewhere are no reason
    // to try that.
    bool IsEnough =
        F.Ok && (F.Diagnostics.empty() ||
                 (I + 1 < Ways.size() && !MayWait && !F.Prog.Kernels.empty() &&
                  F.SkippedKernels == 0));
    bool IsBest = !Best || isBetter(R.File, Best->File);
    if (!IsBest && How.Mode == HeaderMode::Sdk)
      IsBest = isCloser(R.File, Best->File);
    else if (!IsBest && BestHow.Mode == HeaderMode::Sdk)
      IsBest = !R.File.Ok && !Best->File.Ok && !isCloser(Best->File, R.File);
    std::optional<Reading> Other = std::move(R);
    if (IsBest) {
      std::swap(Best, Other);
      std::swap(BestHow, How);
    }
    if (Other && How.Mode == HeaderMode::Sdk)
      blameFirstCause(Best->File, Other->File, Toolkit, Path);
    if (IsEnough)
      break;
  }
  return std::move(*Best);
}

} // namespace

static ParsedFile parseBest(llvm::StringRef Path, llvm::StringRef Text,
                            const ParseOptions &Options, ExprPool &Pool) {
  std::optional<std::vector<Surrounding>> Around = unitAround(Path, Options);
  if (!Around) {
    ParsedFile Out;
    Out.Diagnostics.push_back(
        {Severity::Error,
         {},
         "'" + Options.Within.back().File +
             "' does not include it between two declarations"});
    return Out;
  }
  Attempt How;
  Reading R = parseEachWay(Path, Text, Options, *Around, Pool, How);
  if (std::string Name = ambiguousCall(R.File); !Name.empty()) {
    How.MixedCalls = true;
    Reading Mixed = parseInProject(How, Path, Text, Options, Pool);
    Mixed.File.Diagnostics.push_back(
        {Severity::Note,
         {},
         "calls of '" + Name +
             "' whose arguments differ in type are read as C converts "
             "operands"});
    if (Mixed.File.Ok)
      R = std::move(Mixed);
  }
  ParsedFile Best = fileOf(std::move(R));
  Best.Inputs.AreAll &= !wantsSurroundings(Best); // They are looked for.
  if (Best.Role != FileRole::InUnit && wantsSurroundings(Best))
    if (auto F = parseSurrounded(How, Path, Text, Options, Pool);
        F && saysMore(*F, Best))
      return std::move(*F);
  return Best;
}

ParsedFile bankfix::parse(llvm::StringRef Path, llvm::StringRef Text,
                          const ParseOptions &Options, ExprPool &Pool) {
  if (!isOpenCL(Path) || Options.Hosts.empty()) {
    ParsedFile F = parseBest(Path, Text, Options, Pool);
    noteUnseenMemory(F, Text, isOpenCL(Path));
    return F;
  }
  std::vector<OpenCLHost> Hosts = readOpenCLHosts(Options.Hosts, Pool);
  std::vector<HostBuild> Builds;
  for (const OpenCLHost &Host : Hosts)
    llvm::append_range(Builds, Host.Builds);
  ParseOptions All = Options;
  for (const std::string &Define : commonDefines(Builds)) // The user's win.
    All.Flags.insert(All.Flags.begin(), "-D" + Define);
  ParsedFile F = parseBest(Path, Text, All, Pool);
  applyHosts(F, Hosts, Options.Hosts, Pool);
  leaveToOtherPrograms(F, Builds, {Path, Text, F.Inputs.Files}, Options.Hosts);
  F.Builds.OfHosts = std::move(Builds);
  noteUnseenMemory(F, Text, /*IsOpenCL=*/true);
  return F;
}
