//===- Parse.cpp - Runs Clang and the steps of the frontend ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankModes.h"
#include "ElementStructs.h"
#include "HeaderSearch.h"
#include "HeadersTried.h"
#include "HostSizes.h"
#include "HostTokens.h"
#include "Instances.h"
#include "LaunchTokens.h"
#include "Lowering.h"
#include "MacroOffset.h"
#include "MixedCalls.h"
#include "OffsetMacros.h"
#include "OpenCLHost.h"
#include "Structure.h"
#include "Surroundings.h"
#include "Unresolved.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

namespace {

/// Keeps errors as plain data.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticCollector(ParsedFile &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    FileDiagnostic F;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    F.Message = Text.str().str();
    if (D.hasSourceManager() && D.getLocation().isValid()) {
      const clang::SourceManager &SM = D.getSourceManager();
      clang::PresumedLoc L =
          SM.getPresumedLoc(SM.getExpansionLoc(D.getLocation()));
      F.Place.Line = L.getLine();
      F.Place.Column = L.getColumn();
      if (!SM.isInMainFile(SM.getExpansionLoc(D.getLocation())))
        F.Place.File = L.getFilename();
    }
    Out.Diagnostics.push_back(std::move(F));
  }

private:
  ParsedFile &Out;
};

/// Whether what Clang says so far, and the headers that are missing, show that
/// another way to read the file is taken in any case.
using IsForNothing =
    llvm::function_ref<bool(const ParsedFile &, const PreprocessorRecord &)>;

/// The steps that need the AST, run once it is complete.
class ParseConsumer : public clang::ASTConsumer {
public:
  ParseConsumer(clang::Preprocessor &PP, PreprocessorRecord &Record,
                const ParseOptions &Options, std::string &Instances,
                IsForNothing Stops, ExprPool &Pool, ParsedFile &Out)
      : PP(PP), Record(Record), Options(Options), Instances(Instances),
        Stops(Stops), Pool(Pool), Out(Out) {}

  /// What the toolkit's functions do inside is never needed.
  bool shouldSkipFunctionBody(clang::Decl *D) override {
    const clang::SourceManager &SM = D->getASTContext().getSourceManager();
    return SM.isInSystemHeader(D->getLocation());
  }

  void HandleTranslationUnit(clang::ASTContext &Context) override {
    if (Stops(Out, Record))
      return;
    Unit U(Context, Record, Pool, Out);
    // Errors without a missing header end the run; what Clang made of the
    // source is then not worth reading.
    if (Context.getDiagnostics().hasErrorOccurred() &&
        Record.MissingHeaders.empty()) {
      if (!judgeEachKernel(U)) {
        if (Context.getLangOpts().OpenCL && !undefinedNames().empty())
          Out.Diagnostics.push_back({Severity::Note, {}, notDefined()});
        return;
      }
      Record.MissingHeaders.push_back(
          {Severity::Warning, Out.Diagnostics.front().Place, notDefined()});
    }
    lowerKernels(U);
    checkUses(U);
    locateHostSizes(U);
    findLaunches(U);
    findBankModes(U);
    Instances = findUninstantiated(U, Options.TemplateArguments);
    findOffsetMacros(U);
    findElementStructs(U, Options.AddedMembers);
    writeStructure(U);
    for (const auto &Entry : PP.getIdentifierTable())
      Out.Map.Identifiers.insert(Entry.first().str());
    for (const SkippedCode &S : Record.Skipped)
      Out.Map.Identifiers.insert(S.Identifiers.begin(), S.Identifiers.end());
    Out.Map.MacroOffset = macroOffset(U);
  }

private:
  bool judgeEachKernel(const Unit &U) const;
  std::vector<std::string> undefinedNames() const;
  std::string notDefined() const {
    return "not defined: '" + llvm::join(undefinedNames(), "', '") +
           "'; give what the host defines with -D, or name the host's source, "
           "too";
  }

  clang::Preprocessor &PP;
  PreprocessorRecord &Record;
  const ParseOptions &Options;
  std::string &Instances;
  IsForNothing Stops;
  ExprPool &Pool;
  ParsedFile &Out;
};

/// OpenCL sources get names from the host, which a file alone lacks; kernels
/// that do not need them can be judged.
bool ParseConsumer::judgeEachKernel(const Unit &U) const {
  if (!U.Context.getLangOpts().OpenCL || undefinedNames().empty())
    return false;
  Unresolved Errors(U);
  bool Any = false;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    Any |= isKernel(F) && !Errors.firstIn(F);
  });
  return Any;
}

/// The names that Clang does not know.
std::vector<std::string> ParseConsumer::undefinedNames() const {
  std::vector<std::string> Names;
  for (const FileDiagnostic &D : Out.Diagnostics) {
    llvm::StringRef Message = D.Message;
    if (!Message.starts_with("use of undeclared") &&
        !Message.starts_with("unknown type name"))
      continue;
    std::string Name = Message.split('\'').second.split('\'').first.str();
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  return Names;
}

class ParseAction : public clang::ASTFrontendAction {
public:
  ParseAction(const ParseOptions &Options, llvm::ArrayRef<std::string> Folders,
              std::string &Instances, IsForNothing Stops,
              PreprocessorRecord &Record, ExprPool &Pool, ParsedFile &Out)
      : Options(Options), Folders(Folders), Instances(Instances), Stops(Stops),
        Record(Record), Pool(Pool), Out(Out) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    clang::Preprocessor &PP = CI.getPreprocessor();
    PP.SetSuppressIncludeNotFoundError(true);
    searchLast(CI, Folders);
    PP.addPPCallbacks(recordPreprocessing(PP, Record));
    return std::make_unique<ParseConsumer>(PP, Record, Options, Instances,
                                           Stops, Pool, Out);
  }

private:
  const ParseOptions &Options;
  llvm::ArrayRef<std::string> Folders;
  std::string &Instances;
  IsForNothing Stops;
  PreprocessorRecord &Record;
  ExprPool &Pool;
  ParsedFile &Out;
};

/// One way to read the file.
struct Attempt {
  HeaderMode Mode = HeaderMode::BuiltIn; ///< BuiltIn or Sdk.
  llvm::StringRef Standard = "CL2.0";    ///< Of OpenCL C.
  std::vector<Surrounding> Around = {};  ///< The innermost first.
  std::vector<std::string> Folders = {}; ///< More folders for headers.
  std::string Instances = "";            ///< Declarations behind the file.
  bool MixedCalls = false;               ///< See mixedCalls.
};

/// Puts \p Around before and behind \p Text, which stays the main file.
std::string surround(llvm::ArrayRef<Surrounding> Around, llvm::StringRef Text,
                     llvm::StringRef Instances,
                     llvm::vfs::InMemoryFileSystem &Memory,
                     clang::PreprocessorOptions &Options) {
  std::string Whole = Text.str() + Instances.str();
  for (const Surrounding &S : llvm::reverse(Around)) {
    Memory.addFile(S.Path, 0, llvm::MemoryBuffer::getMemBufferCopy(S.Before));
    Options.Includes.push_back(S.Path);
  }
  for (const Surrounding &S : Around) {
    // A relative path would be looked for beside the main file.
    llvm::SmallString<128> Rest(S.Path + " (rest)");
    llvm::sys::fs::make_absolute(Rest);
    Memory.addFile(Rest, 0, llvm::MemoryBuffer::getMemBufferCopy(S.After));
    Whole += ("\n#include \"" + Rest + "\"\n").str();
  }
  return Whole;
}

/// Errors behind a missing header, or an undefined name, are notes. Of many,
/// the first say enough.
void settleDiagnostics(ParsedFile &Out, bool EachByItself) {
  constexpr unsigned Most = 20;
  unsigned Errors = 0;
  std::vector<FileDiagnostic> Kept;
  for (FileDiagnostic &D : Out.Diagnostics) {
    if (D.Level == Severity::Error && ++Errors > Most)
      continue;
    if (EachByItself && D.Level == Severity::Error)
      D.Level = Severity::Note;
    Kept.push_back(std::move(D));
  }
  if (Errors > Most)
    Kept.push_back({Severity::Note,
                    {},
                    "and " + std::to_string(Errors - Most) + " more errors"});
  Out.Diagnostics = std::move(Kept);
}

/// Wanted gets the instances of templates that \p How lacks.
ParsedFile parseAs(const Attempt &How, std::string &Wanted, IsForNothing Stops,
                   llvm::StringRef Path, llvm::StringRef Text,
                   const ParseOptions &Options, ExprPool &Pool) {
  ParsedFile Out;
  if (!How.Around.empty())
    Out.Within = How.Around.front().Path;
  Out.HeadersUsed = How.Mode == HeaderMode::Sdk ? "sdk" : "builtin";
  DiagnosticCollector Collector(Out);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Files = fileSystemWithHeaders(Memory);
  auto Invocation =
      invocationFor(Path, Options, {How.Mode, How.Standard}, Files, Collector);
  if (!Invocation) {
    if (Out.Diagnostics.empty())
      Out.Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return Out;
  }
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  clang::PreprocessorOptions &PPOptions = CI.getPreprocessorOpts();
  std::string Whole = surround(How.Around, joinLaunchTokens(Text),
                               How.Instances, *Memory, PPOptions);
  if (How.MixedCalls) {
    Memory->addFile("mixed_calls.h", 0,
                    llvm::MemoryBuffer::getMemBufferCopy(mixedCalls()));
    PPOptions.Includes.push_back("mixed_calls.h");
  }
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Whole, Path);
  PPOptions.addRemappedFile(Path, Buffer.release());
  PreprocessorRecord Record;
  ParseAction Action(Options, How.Folders, Wanted, Stops, Record, Pool, Out);
  CI.ExecuteAction(Action);

  // Where a header is missing, what does not resolve is its fault; each kernel
  // is then judged by itself.
  bool Missing = !Record.MissingHeaders.empty();
  // What no header can mend is an error all the same.
  Missing &= Collector.getNumErrors() == 0 || !hasStrayBracket(Text);
  Out.Ok = Missing || Collector.getNumErrors() == 0;
  settleDiagnostics(Out, Missing);
  Out.Diagnostics.insert(Out.Diagnostics.begin(), Record.MissingHeaders.begin(),
                         Record.MissingHeaders.end());
  for (const std::string &Folder : llvm::reverse(How.Folders))
    if (auto It = Record.FoundIn.find(Folder); It != Record.FoundIn.end())
      Out.Diagnostics.insert(Out.Diagnostics.begin(), It->second);
  return Out;
}

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

const FileDiagnostic &firstError(const ParsedFile &F) {
  auto It = llvm::find_if(F.Diagnostics, [](const FileDiagnostic &D) {
    return D.Level == Severity::Error;
  });
  return It == F.Diagnostics.end() ? F.Diagnostics.front() : *It;
}

/// Parses again where headers are missing that lie elsewhere in the project. No
/// more is asked of the result than is needed to see that it is not better than
/// \p Best, if given.
ParsedFile parseInProject(Attempt &How, llvm::StringRef Path,
                          llvm::StringRef Text, const ParseOptions &Options,
                          ExprPool &Pool, const ParsedFile *Best = nullptr) {
  constexpr unsigned MostRounds = 4; // Headers include others.
  std::string Instances;
  unsigned Round = 0;
  auto Stops = [&](const ParsedFile &F, const PreprocessorRecord &Record) {
    bool Again = Round < MostRounds &&
                 llvm::any_of(
                     Record.MissingHeaders,
                     [&](auto &D) { return !newFolder(How, D, Path).empty(); });
    return Again || (Best && isWorse(F, Record, *Best));
  };
  ParsedFile F = parseAs(How, Instances, Stops, Path, Text, Options, Pool);
  while (Round < MostRounds) {
    size_t Before = How.Folders.size();
    for (const FileDiagnostic &D : F.Diagnostics)
      if (std::string Folder = newFolder(How, D, Path); !Folder.empty())
        How.Folders.push_back(Folder);
    if (How.Folders.size() == Before)
      break;
    ++Round;
    F = parseAs(How, Instances, Stops, Path, Text, Options, Pool);
  }
  if (F.Ok && !Instances.empty()) {
    How.Instances = "\n" + Instances;
    ParsedFile More = parseAs(How, Instances, Stops, Path, Text, Options, Pool);
    if (More.Ok)
      F = std::move(More);
    else
      F.Diagnostics.insert(
          F.Diagnostics.begin(),
          {Severity::Note,
           {},
           "the template arguments given with --assume do not fit: " +
               firstError(More).Message});
  }
  return F;
}

/// The ways to try by what the language and the headers leave open.
std::vector<Attempt> attemptsFor(llvm::StringRef Path,
                                 const ParseOptions &Options) {
  if (isOpenCL(Path)) // 1.2 knows fewer keywords and address spaces.
    return {{.Standard = "CL2.0"}, {.Standard = "CL1.2"}};
  if (Options.Headers != HeaderMode::Auto)
    return {{.Mode = Options.Headers}};
  if (findToolkit(Options.CudaPath).empty())
    return {{}};
  // The toolkit may know what the built-in headers lack.
  return {{}, {.Mode = HeaderMode::Sdk}};
}

/// A built-in function that the file, which does not parse, calls with
/// arguments of several types.
std::string ambiguousCall(const ParsedFile &F) {
  if (!F.Ok)
    for (const FileDiagnostic &D : F.Diagnostics)
      if (llvm::StringRef Name = ambiguousBuiltin(D.Message); !Name.empty())
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
    ParsedFile F = parseInProject(Inner, Path, Text, Options, Pool);
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

} // namespace

static ParsedFile parseBest(llvm::StringRef Path, llvm::StringRef Text,
                            const ParseOptions &Options, ExprPool &Pool) {
  std::optional<ParsedFile> Best;
  Attempt BestHow;
  std::vector<std::string> Folders; // What one way lacks, others mostly do.
  for (Attempt &How : attemptsFor(Path, Options)) {
    How.Folders = Folders;
    ParsedFile F =
        parseInProject(How, Path, Text, Options, Pool, Best ? &*Best : nullptr);
    Folders = How.Folders;
    bool Clean = F.Ok && F.Diagnostics.empty();
    if (!Best || isBetter(F, *Best) ||
        (How.Mode == HeaderMode::Sdk && isCloser(F, *Best))) {
      Best = std::move(F);
      BestHow = std::move(How);
    } else if (How.Mode == HeaderMode::Sdk) {
      blameFirstCause(*Best, F, findToolkit(Options.CudaPath), Path);
    }
    if (Clean)
      break;
  }
  if (std::string Name = ambiguousCall(*Best); !Name.empty()) {
    BestHow.MixedCalls = true;
    ParsedFile F = parseInProject(BestHow, Path, Text, Options, Pool);
    F.Diagnostics.push_back({Severity::Note,
                             {},
                             "calls of '" + Name +
                                 "' whose arguments differ in type are read as "
                                 "C converts operands"});
    if (F.Ok)
      Best = std::move(F);
  }
  if (wantsSurroundings(*Best))
    if (auto F = parseSurrounded(BestHow, Path, Text, Options, Pool);
        F && saysMore(*F, *Best))
      return std::move(*F);
  return std::move(*Best);
}

ParsedFile bankfix::parse(llvm::StringRef Path, llvm::StringRef Text,
                          const ParseOptions &Options, ExprPool &Pool) {
  if (!isOpenCL(Path) || Options.Hosts.empty())
    return parseBest(Path, Text, Options, Pool);
  std::vector<OpenCLHost> Hosts;
  ParseOptions All = Options;
  for (const HostSource &Host : Options.Hosts) {
    Hosts.push_back(readOpenCLHost(Host, Pool));
    for (const std::string &Define : Hosts.back().Defines) // The user's win.
      All.Flags.insert(All.Flags.begin(), "-D" + Define);
  }
  ParsedFile F = parseBest(Path, Text, All, Pool);
  applyHosts(F, Hosts, Options.Hosts, Pool);
  return F;
}
