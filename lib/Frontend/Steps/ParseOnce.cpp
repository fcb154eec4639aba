//===- ParseOnce.cpp - Runs Clang and the steps of the frontend -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps/ParseOnce.h"
#include "Arrays/ElementStructs.h"
#include "Ast/Functions.h"
#include "Ast/Instances.h"
#include "Ast/InvalidDecls.h"
#include "Builds/BuildMacros.h"
#include "Fingerprint/Fingerprint.h"
#include "Host/BankModes.h"
#include "Host/HostSizes.h"
#include "Host/HostTokens.h"
#include "Host/Launches.h"
#include "Lower/KernelMemory.h"
#include "Lower/Lowering.h"
#include "Read/AcceptedErrors.h"
#include "Read/DiagnosticSubject.h"
#include "Read/HeaderSearch.h"
#include "Read/IncludedFiles.h"
#include "Read/LineValues.h"
#include "Read/MixedCalls.h"
#include "Read/PrecompiledHeaders.h"
#include "Text/AssemblyText.h"
#include "Text/LaunchTokens.h"
#include "Text/LineMarkers.h"
#include "Text/UnseenMemory.h"
#include "Uses/JudgedUnit.h"
#include "Uses/MacroInsertion.h"
#include "Uses/OffsetMacros.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

namespace {

/// Before the message of an error that costs kernels, and not the file.
constexpr llvm::StringLiteral OfClangAlone = "Clang alone refuses this: ";

/// Keeps errors as plain data.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticCollector(ParsedFile &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    RefusesPrecompiled |= isOfPrecompiled(D.getID());
    if (Out.Diagnostics.empty())
      noteFirst(D);
    FileDiagnostic F;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    F.Message = Text.str().str();
    F.Id = D.getID();
    F.Subject = subjectOf(D);
    if (D.hasSourceManager() && D.getLocation().isValid()) {
      const clang::SourceManager &SM = D.getSourceManager();
      clang::SourceLocation L = SM.getExpansionLoc(D.getLocation());
      F.Place.Line = SM.getExpansionLineNumber(L);
      F.Place.Column = SM.getExpansionColumnNumber(L);
      if (!SM.isInMainFile(L))
        F.Place.File = SM.getFilename(L).str();
    }
    (isAcceptedElsewhere(D) ? Accepted : Refused).push_back(F);
    Out.Diagnostics.push_back(std::move(F));
  }

  /// All errors are of Clang alone: the first; else null.
  const FileDiagnostic *onlyAccepted() const {
    return Refused.empty() && !Accepted.empty() ? &Accepted.front() : nullptr;
  }

  /// Clang does not take the precompiled headers, and read nothing.
  bool refusesPrecompiled() const { return RefusesPrecompiled; }

  /// Where the first error is, if it is that the text cannot be parsed.
  clang::SourceLocation syntaxError() const { return SyntaxError; }

private:
  void noteFirst(const clang::Diagnostic &D) {
    unsigned Category =
        clang::DiagnosticIDs::getCategoryNumberForDiag(D.getID());
    if (clang::DiagnosticIDs::getCategoryNameFromID(Category) == "Parse Issue")
      SyntaxError = D.getLocation();
  }

  ParsedFile &Out;
  std::vector<FileDiagnostic> Accepted, Refused;
  clang::SourceLocation SyntaxError;
  bool RefusesPrecompiled = false;
};

/// What the preprocessor did, to the lines as well.
struct RecordWithLines : PreprocessorRecord {
  LineRecord Lines;
};

/// The steps that need the AST, run once it is complete.
class ParseConsumer : public clang::ASTConsumer {
public:
  ParseConsumer(clang::Preprocessor &PP, RecordWithLines &Record,
                const DiagnosticCollector &Errors, const ParseOptions &Options,
                std::string &Instances, IsForNothing Stops, ExprPool &Pool,
                ParsedFile &Out)
      : PP(PP), Record(Record), Errors(Errors), Options(Options),
        Instances(Instances), Stops(Stops), Pool(Pool), Out(Out) {}

  bool shouldSkipFunctionBody(clang::Decl *D) override { return isLeftOut(D); }

  void HandleTranslationUnit(clang::ASTContext &Context) override {
    if (Stops(Out, Record))
      return;
    JudgedUnit U(Context, Record, Pool, Out);
    if (Context.getDiagnostics().hasErrorOccurred() &&
        Record.MissingHeaders.empty() && !goesOn(U)) {
      Out.Builds = buildOfErrors(U, Errors.syntaxError());
      return;
    }
    Out.Inputs = parseInputs(PP);
    findKernels(U);
    const KernelMemory Memory(U, Out.Prog.Kernels);
    keep(locateHostSizes(U, Out.Prog.Kernels, Options), U);
    keep(findLaunches(U, Out.Prog.Kernels, Options.Others), U);
    HostBanks Banks = hostBanks(U);
    Out.Banks = Banks.Mode;
    Out.Map.LaunchPoints = std::move(Banks.Points);
    keep(findUninstantiated(U, Options.TemplateArguments));
    findLeftOut(U);
    keep(findOffsetMacros(U), U);
    keep(findElementStructs(U, Options.AddedMembers), U);
    Out.Rights = editRights(U);
    keep(buildChoices(U, Options.Flags), U);
    Out.Fingerprint = fingerprint(U);
    Out.Map.Outside = outsideNames(U);
    keepArrays(U);
    Memory.finish(Out);
    nameFiles();
    for (const auto &Entry : PP.getIdentifierTable())
      Out.Map.Identifiers.insert(Entry.first());
    for (const SkippedCode &S : Record.Skipped) {
      Out.Map.Identifiers.insert(S.Identifiers.begin(), S.Identifiers.end());
      if (S.File.empty())
        Out.Map.Skipped.push_back(S.Lines);
    }
    findGapsOf(U);
    Out.Map.LineValues = lineValues(U, Record.Lines);
    Out.Includes = includedFiles(PP);
    Out.Gpu.IsAskedFor = asksForGpu(U.Source.manager(), Options.Flags);
  }

private:
  bool goesOn(const JudgedUnit &U);
  void findKernels(JudgedUnit &U);
  void findLeftOut(const JudgedUnit &U);
  // What the rooms return goes to Out; to the unit, what rooms behind ask for.
  void keep(std::vector<UnreadKernel> Skipped);
  void keep(HostSizes Sizes, JudgedUnit &U);
  void keep(FoundLaunches Launches, JudgedUnit &U);
  void keep(FoundOffsets Offsets, JudgedUnit &U);
  void keep(ElementStructs Structs, JudgedUnit &U);
  void keep(Uninstantiated Templates);
  void keep(FoundBuilds Builds, JudgedUnit &U);
  void keepArrays(JudgedUnit &U);
  void nameFiles();
  void findGapsOf(const JudgedUnit &U);
  bool judgeEachKernel(const JudgedUnit &U) const;
  std::vector<std::string> undefinedNames() const;
  std::string notDefined() const {
    return "not defined: '" + llvm::join(undefinedNames(), "', '") +
           "'; give what the host defines with -D, or name the host's source, "
           "too";
  }

  clang::Preprocessor &PP;
  RecordWithLines &Record;
  const DiagnosticCollector &Errors;
  const ParseOptions &Options;
  std::string &Instances;
  IsForNothing Stops;
  ExprPool &Pool;
  ParsedFile &Out;
};

/// Errors without a missing header end the run, as what Clang made of the
/// source is then not worth reading; but for those that leave kernels whole.
bool ParseConsumer::goesOn(const JudgedUnit &U) {
  if (auto It = Record.FoundIn.find(StandInFolder.str());
      It != Record.FoundIn.end()) {
    const FileDiagnostic &Stands = It->second;
    Record.MissingHeaders.push_back(
        {Severity::Warning, Stands.Place,
         "'" + Stands.Subject +
             "' file not found, and bankfix's own in its place lacks some of "
             "what is used",
         0, Stands.Subject});
    return true;
  }
  if (const FileDiagnostic *E = Errors.onlyAccepted()) {
    Record.MissingHeaders.push_back(
        {Severity::Warning, E->Place, OfClangAlone.str() + E->Message});
    return true;
  }
  if (judgeEachKernel(U)) {
    Record.MissingHeaders.push_back(
        {Severity::Warning, Out.Diagnostics.front().Place, notDefined()});
    return true;
  }
  if (U.Context.getLangOpts().OpenCL && !undefinedNames().empty())
    Out.Diagnostics.push_back({Severity::Note, {}, notDefined()});
  return false;
}

/// What kernels do, and which uses stand in the way of their arrays' layouts.
void ParseConsumer::findKernels(JudgedUnit &U) {
  LoweredKernels Lowered = lowerKernels(U);
  Out.KernelNames = std::move(Lowered.Names);
  keep(std::move(Lowered.Skipped));
  CheckedUses Uses = checkUses(U, Lowered.Kernels);
  llvm::append_range(Out.Diagnostics, std::move(Uses.Notes));
  for (UnreadKernel &New : Uses.Unread)
    if (!llvm::is_contained(Out.Unread, New))
      Out.Unread.push_back(std::move(New));
  Out.Prog.Kernels =
      withUnfollowed(std::move(Lowered.Kernels), std::move(Uses.Unfollowed));
  checkReaches(U);
}

/// Kernels that this build does not compile, and another one may, beside those
/// that it does. A file without any is noteUnseenMemory's.
void ParseConsumer::findLeftOut(const JudgedUnit &U) {
  if (Out.KernelNames.empty())
    return;
  const clang::SourceManager &SM = U.Source.manager();
  const llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  for (const SkippedCode &S : U.Preprocessed.Skipped) {
    if (!S.File.empty())
      continue;
    const unsigned Line = 1 + Text.take_front(S.Lines.Begin).count('\n');
    for (UnreadKernel &New :
         leftOutKernels(Text.slice(S.Lines.Begin, S.Lines.End), Line,
                        U.Context.getLangOpts().OpenCL))
      if (S.Identifiers.count(New.Name) && !Out.KernelNames.count(New.Name))
        Out.Unread.push_back(std::move(New));
  }
}

void ParseConsumer::keep(std::vector<UnreadKernel> Skipped) {
  Out.SkippedKernels = Skipped.size();
  for (const UnreadKernel &Each : Skipped)
    Out.Diagnostics.push_back(
        {Severity::Note, Each.Place,
         "kernel '" + Each.Name + "' is skipped: " + Each.Reason});
  llvm::append_range(Out.Unread, std::move(Skipped));
}

static void add(JudgedUnit &U, llvm::ArrayRef<ArrayObstacle> Obstacles) {
  for (const ArrayObstacle &O : Obstacles)
    U.SharedArrays[O.Array].Obstacles.push_back(O.Why);
}

void ParseConsumer::keep(HostSizes Sizes, JudgedUnit &U) {
  llvm::append_range(U.SharedArrays, std::move(Sizes.Outside));
  U.ArraySources.resize(U.SharedArrays.size());
  add(U, Sizes.Obstacles);
  U.HostSizes = std::move(Sizes.Bytes);
  Out.Map.HostSizes = std::move(Sizes.Sources);
}

void ParseConsumer::keep(FoundLaunches Launches, JudgedUnit &U) {
  add(U, Launches.Obstacles);
  Out.Launches = std::move(Launches.OfKernels);
  Out.Launched = std::move(Launches.OfOthers);
}

void ParseConsumer::keep(FoundOffsets Offsets, JudgedUnit &U) {
  for (auto &[Array, Of] : Offsets.OfArrays) {
    U.SharedArrays[Array].Offsets = std::move(Of.Macro);
    U.SharedArrays[Array].OffsetsStay = std::move(Of.Why);
  }
  for (const std::set<unsigned> &Arrays : Offsets.Alike)
    shareLayout(U.SharedArrays, Arrays);
  U.OffsetMarks = std::move(Offsets.Marks);
  Out.Map.Offsets = std::move(Offsets.Sources);
}

void ParseConsumer::keep(ElementStructs Structs, JudgedUnit &U) {
  for (auto &[Array, Member] : Structs.Members)
    U.ArraySources[Array].Member = std::move(Member);
  U.Pads = std::move(Structs.Pads);
  U.Padded = std::move(Structs.Padded);
}

void ParseConsumer::keep(Uninstantiated Templates) {
  Instances = std::move(Templates.Declarations);
  Out.LacksInstances = !Templates.Unread.empty();
  Out.KernelNames.merge(Templates.Names);
  llvm::append_range(Out.Diagnostics, Templates.Notes);
  llvm::append_range(Out.Unread, Templates.Unread);
}

void ParseConsumer::keep(FoundBuilds Builds, JudgedUnit &U) {
  Out.Builds = std::move(Builds.Choices);
  Out.Launched.Builds = std::move(Builds.OfLaunches);
  Out.Map.Identifiers.insert(Builds.InHeaders.begin(), Builds.InHeaders.end());
  add(U, Builds.Obstacles);
  for (auto [Source, Of, Behind] :
       llvm::zip_equal(U.ArraySources, Builds.OfArrays, Builds.Behind)) {
    Source.Builds = std::move(Of);
    Source.Behind = Behind;
  }
}

/// What is known of arrays in the end. No room reads it from \p U any more.
void ParseConsumer::keepArrays(JudgedUnit &U) {
  Out.Prog.Arrays = std::move(U.SharedArrays);
  Out.Map.Arrays = std::move(U.ArraySources);
  Out.Map.Pointers = std::move(U.PointerSources);
  Out.Map.Accesses = std::move(U.AccessSources);
  Out.Map.Bases = std::move(U.Bases.Sources);
  Out.Map.Pitches = std::move(U.PitchSources);
}

/// Where text may be added.
void ParseConsumer::findGapsOf(const JudgedUnit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  TextGaps Gaps =
      findGaps(SM.getBufferData(SM.getMainFileID()), U.Context.getLangOpts());
  Out.Map.MacroInsertion = macroInsertion(U, Out.Map, Gaps);
  // A statement may be put where one begins, whatever is compiled before it.
  if (!llvm::all_of(Out.Map.LaunchPoints, [&](const LaunchPoint &P) {
        return Gaps.isStatement(P.Offset);
      }))
    Out.Map.LaunchPoints.clear();
  Out.Map.Gaps = std::move(Gaps.Declarations);
}

/// OpenCL sources get names from the host, which a file alone lacks; kernels
/// that do not need them can be judged.
bool ParseConsumer::judgeEachKernel(const JudgedUnit &U) const {
  if (!U.Context.getLangOpts().OpenCL || undefinedNames().empty())
    return false;
  InvalidDecls Errors(U);
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
    if (D.Id != clang::diag::err_undeclared_var_use &&
        D.Id != clang::diag::err_undeclared_var_use_suggest &&
        D.Id != clang::diag::err_unknown_typename)
      continue;
    if (!llvm::is_contained(Names, D.Subject))
      Names.push_back(D.Subject);
  }
  return Names;
}

class ParseAction : public clang::ASTFrontendAction {
public:
  ParseAction(const ParseOptions &Options, llvm::ArrayRef<std::string> Folders,
              const DiagnosticCollector &Errors, std::string &Instances,
              IsForNothing Stops, RecordWithLines &Record, ExprPool &Pool,
              ParsedFile &Out)
      : Options(Options), Folders(Folders), Errors(Errors),
        Instances(Instances), Stops(Stops), Record(Record), Pool(Pool),
        Out(Out) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    clang::Preprocessor &PP = CI.getPreprocessor();
    PP.SetSuppressIncludeNotFoundError(true);
    searchLast(CI, Folders);
    // Clang does not do as `#pragma once` says in what is its main file.
    const clang::SourceManager &SM = CI.getSourceManager();
    if (auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
        Main && Out.Role == FileRole::InUnit)
      PP.getHeaderSearchInfo().MarkFileIncludeOnce(*Main);
    PP.addPPCallbacks(recordPreprocessing(PP, Record));
    PP.addPPCallbacks(recordLines(PP, Record.Lines));
    return std::make_unique<ParseConsumer>(PP, Record, Errors, Options,
                                           Instances, Stops, Pool, Out);
  }

  void ExecuteAction() override {
    if (!getCompilerInstance().getPreprocessorOpts().ImplicitPCHInclude.empty())
      markCommandLine(getCompilerInstance().getPreprocessor());
    ASTFrontendAction::ExecuteAction();
  }

private:
  const ParseOptions &Options;
  llvm::ArrayRef<std::string> Folders;
  const DiagnosticCollector &Errors;
  std::string &Instances;
  IsForNothing Stops;
  RecordWithLines &Record;
  ExprPool &Pool;
  ParsedFile &Out;
};

/// Puts \p Around before and behind \p Text, which stays the main file.
std::string surround(llvm::ArrayRef<Surrounding> Around, llvm::StringRef Text,
                     llvm::StringRef Instances,
                     llvm::vfs::InMemoryFileSystem &Memory,
                     clang::PreprocessorOptions &Options) {
  std::string Whole = Text.str() + Instances.str();
  // A relative path would be looked for beside the main file.
  auto Absolute = [](const llvm::Twine &Path) {
    llvm::SmallString<128> Out;
    Path.toVector(Out);
    llvm::sys::fs::make_absolute(Out);
    return Out;
  };
  for (const Surrounding &S : llvm::reverse(Around)) {
    llvm::SmallString<128> Path = Absolute(S.Path);
    Memory.addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(S.Before));
    Options.Includes.push_back(Path.str().str());
  }
  for (const Surrounding &S : Around) {
    llvm::SmallString<128> Rest = Absolute(S.Path + RestOfFile);
    Memory.addFile(Rest, 0, llvm::MemoryBuffer::getMemBufferCopy(S.After));
    Whole += ("\n#include \"" + Rest + "\"\n").str();
  }
  return Whole;
}

} // namespace

/// What is said of places names their files as the user does.
void ParseConsumer::nameFiles() {
  auto Name = [](SourcePlace &P) { P.File = fileAsNamed(P.File); };
  for (SharedArray &A : Out.Prog.Arrays)
    for (Obstacle &O : A.Obstacles)
      Name(O.Place);
  for (BuildMacro &M : Out.Builds.Macros)
    Name(M.Place);
  for (BuildBranch &B : Out.Builds.Branches)
    Name(B.Place);
}

/// Each message once, at the first of its places.
static std::vector<FileDiagnostic> eachOnce(std::vector<FileDiagnostic> All) {
  std::map<std::pair<Severity, std::string>, std::vector<SourcePlace>> Places;
  for (const FileDiagnostic &D : All) {
    std::vector<SourcePlace> &Of = Places[{D.Level, D.Message}];
    if (!llvm::is_contained(Of, D.Place))
      Of.push_back(D.Place);
  }
  std::vector<FileDiagnostic> Kept;
  for (FileDiagnostic &D : All) {
    auto It = Places.find({D.Level, D.Message});
    if (It == Places.end())
      continue;
    if (size_t More = It->second.size() - 1)
      D.Message += " (and in " + std::to_string(More) + " more place" +
                   (More > 1 ? "s)" : ")");
    Places.erase(It);
    Kept.push_back(std::move(D));
  }
  return Kept;
}

void bankfix::settleDiagnostics(ParsedFile &Out, bool EachByItself) {
  constexpr unsigned Most = 20;
  unsigned Errors = 0;
  std::vector<FileDiagnostic> Kept;
  for (FileDiagnostic &D : eachOnce(std::move(Out.Diagnostics))) {
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

/// What is known of \p Out before it is read.
static void describe(const Attempt &How, const ParseOptions &Options,
                     ParsedFile &Out) {
  if (!How.Around.empty())
    Out.Within = How.Around.front().Path;
  if (!Options.Within.empty())
    Out.Role = FileRole::InUnit;
  else if (Options.IsPart)
    Out.Role = FileRole::Part;
  Out.HeadersUsed = How.Mode == HeaderMode::Sdk ? "sdk" : "builtin";
  Out.Gpu.WaveSize = Options.Model->WaveSize;
}

/// What Clang said in the end, in place of what it said as it went.
static void conclude(const Attempt &How, llvm::StringRef Text,
                     const DiagnosticCollector &Collector,
                     const PreprocessorRecord &Record, Reading &R) {
  ParsedFile &Out = R.File;
  // Where a header is missing, what does not resolve is its fault; each kernel
  // is then judged by itself.
  bool Missing = !Record.MissingHeaders.empty();
  // What no header can mend is an error all the same.
  Missing &= Collector.getNumErrors() == 0 || !hasStrayBracket(Text);
  Out.Ok = Missing || Collector.getNumErrors() == 0;
  if (const FileDiagnostic *E = Collector.onlyAccepted(); E && Missing) {
    llvm::erase(Out.Diagnostics, FileDiagnostic(*E)); // The warning says it.
    for (FileDiagnostic &D : Out.Diagnostics)
      if (D.Level == Severity::Error)
        D.Message = OfClangAlone.str() + D.Message;
  }
  settleDiagnostics(Out, Missing);
  Out.Diagnostics.insert(Out.Diagnostics.begin(), Record.MissingHeaders.begin(),
                         Record.MissingHeaders.end());
  for (const std::string &Folder : How.Folders)
    if (auto It = Record.FoundIn.find(Folder); It != Record.FoundIn.end())
      R.Found.push_back(It->second);
}

/// Nothing where precompiled headers have to be forgotten first, which is done.
static std::optional<Reading>
tryToParse(const Attempt &How, IsForNothing Stops, llvm::StringRef Path,
           llvm::StringRef Text, const ParseOptions &Options, ExprPool &Pool) {
  Reading R;
  ParsedFile &Out = R.File;
  describe(How, Options, Out);
  DiagnosticCollector Collector(Out);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Files = fileSystemWithHeaders(Memory);
  auto Invocation =
      invocationFor(Path, Options, {How.Mode, How.Standard}, Files, Collector);
  if (!Invocation) {
    if (Out.Diagnostics.empty())
      Out.Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return R;
  }
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  clang::PreprocessorOptions &PPOptions = CI.getPreprocessorOpts();
  std::string Own = joinLaunchTokens(Text);
  blankMarkerFlags(Own);
  repairAssembly(Own);
  bool BeginsUnit = How.Around.empty() && !How.MixedCalls;
  const PrecompiledHeaders Precompiled =
      usePrecompiled(CI.getInvocation(), BeginsUnit ? Own : "",
                     HeaderBodies::LeftOut, *Files, *Memory);
  std::string Whole =
      surround(How.Around, Own, How.Instances, *Memory, PPOptions);
  if (How.MixedCalls) {
    Memory->addFile(mixedCallsHeader(), 0,
                    llvm::MemoryBuffer::getMemBufferCopy(mixedCalls()));
    PPOptions.Includes.push_back(mixedCallsHeader());
  }
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Whole, Path);
  replaceTexts(Options, Path, PPOptions, *Memory);
  PPOptions.addRemappedFile(Path, Buffer.release());
  RecordWithLines Record;
  ParseAction Action(Options, How.Folders, Collector, R.Instances, Stops,
                     Record, Pool, Out);
  CI.ExecuteAction(Action);
  if (Collector.refusesPrecompiled() && !Precompiled.Key.empty()) {
    forget(Precompiled);
    return std::nullopt;
  }
  llvm::append_range(Out.Inputs.Files, Precompiled.Files);
  Out.Map.Identifiers.insertLines(Precompiled.Words);
  Out.Gpu.IsAskedFor |= Precompiled.AskForGpu;

  conclude(How, Text, Collector, Record, R);
  return R;
}

Reading bankfix::parseOnce(const Attempt &How, IsForNothing Stops,
                           llvm::StringRef Path, llvm::StringRef Text,
                           const ParseOptions &Options, ExprPool &Pool) {
  while (true)
    if (auto R = tryToParse(How, Stops, Path, Text, Options, Pool))
      return std::move(*R);
}
