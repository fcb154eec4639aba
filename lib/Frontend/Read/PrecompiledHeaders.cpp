//===- PrecompiledHeaders.cpp - What sources begin with, read once --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/PrecompiledHeaders.h"
#include "Read/BuiltinHeaders.h"
#include "Read/HeaderCache.h"
#include "Read/IncludedFiles.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace bankfix;

namespace {

/// As Clang has them: neither is on the disk.
constexpr llvm::StringLiteral Prefix = "/bankfix-headers/bankfix-precompiled.h",
                              Compiled =
                                  "/bankfix-headers/bankfix-precompiled.pch";

using SearchEntry = clang::HeaderSearchOptions::Entry;

bool isUsers(const SearchEntry &Folder) {
  return Folder.Group == clang::frontend::Quoted ||
         Folder.Group == clang::frontend::Angled;
}

bool has(llvm::vfs::FileSystem &Files, llvm::StringRef Folder,
         llvm::StringRef Name) {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Name);
  return Files.exists(Path);
}

/// Changed by who installs something, and not by who writes a program.
bool isInstalled(llvm::StringRef Path) {
  llvm::SmallString<128> Real;
  return Path.starts_with(HeaderFolder) ||
         (!llvm::sys::fs::real_path(Path, Real) &&
          (Real.starts_with("/usr/") || Real.starts_with("/opt/")));
}

/// What is included before the user's own: bankfix's headers, and those by
/// which Clang takes a toolkit's.
std::vector<std::string> ownIncludes(const clang::PreprocessorOptions &PP,
                                     llvm::vfs::FileSystem &Files) {
  auto IsOwn = [&](llvm::StringRef Name) {
    return Name == "__clang_cuda_runtime_wrapper.h" ||
           Name.starts_with(HeaderFolder) || has(Files, HeaderFolder, Name);
  };
  return std::vector<std::string>(PP.Includes.begin(),
                                  llvm::find_if_not(PP.Includes, IsOwn));
}

/// The headers, by the names in `<>`, that \p Text includes before anything
/// else, as far as they are installed.
std::vector<std::string> leadingIncludes(llvm::StringRef Text,
                                         const clang::CompilerInvocation &I,
                                         llvm::vfs::FileSystem &Files) {
  auto IsThere = [&](llvm::StringRef Name) {
    const std::vector<SearchEntry> &All = I.getHeaderSearchOpts().UserEntries;
    auto Found = llvm::find_if(All, [&](const SearchEntry &Folder) {
      return !isUsers(Folder) && has(Files, Folder.Path, Name);
    });
    return Found != All.end() && Found->Group != clang::frontend::After &&
           isInstalled(Found->Path);
  };
  clang::Lexer Raw(clang::SourceLocation(), I.getLangOpts(), Text.begin(),
                   Text.begin(), Text.end());
  std::vector<std::string> Out;
  while (true) {
    clang::Token Hash, Word, Open;
    Raw.LexFromRawLexer(Hash);
    Raw.LexFromRawLexer(Word);
    Raw.LexFromRawLexer(Open);
    if (Hash.isNot(clang::tok::hash) || Open.isNot(clang::tok::less) ||
        Word.isNot(clang::tok::raw_identifier) ||
        Word.getRawIdentifier() != "include" || Word.isAtStartOfLine() ||
        Open.isAtStartOfLine())
      return Out;
    const char *Rest = Raw.getBufferLocation();
    llvm::StringRef Line(Rest, Text.end() - Rest);
    Line = Line.take_until([](char C) { return C == '\n'; });
    auto [Name, After] = Line.split('>');
    After = After.trim();
    if ((!After.empty() && !After.starts_with("//")) || After.ends_with("\\") ||
        !IsThere(Name))
      return Out;
    Out.push_back(Name.str());
    Raw.seek(Line.end() - Text.begin(), /*IsAtStartOfLine=*/false);
  }
}

/// Macros that headers of the system ask for; others have no part in them.
bool isReserved(llvm::StringRef Macro) {
  return Macro.starts_with("_") || Macro == "NDEBUG";
}

llvm::StringRef nameOf(llvm::StringRef Macro) {
  return Macro.take_while(
      [](char C) { return clang::isAsciiIdentifierContinue(C); });
}

/// \p I asks for nothing that depends on how headers are read, and its folders
/// and macros are of the kinds that mayUse knows.
bool isPlain(const clang::CompilerInvocation &I) {
  const clang::PreprocessorOptions &PP = I.getPreprocessorOpts();
  const clang::HeaderSearchOptions &Search = I.getHeaderSearchOpts();
  const clang::DependencyOutputOptions &Lists = I.getDependencyOutputOpts();
  // Of several for one name, the last counts; but Clang takes `X` and `X(a)`
  // for two names.
  llvm::StringMap<bool> AreFunctions;
  auto IsClear = [&](const auto &M) {
    llvm::StringRef Name = nameOf(M.first);
    llvm::StringRef Rest = llvm::StringRef(M.first).drop_front(Name.size());
    const bool IsFunction = Rest.starts_with("(");
    auto [Known, IsNew] = AreFunctions.try_emplace(Name, IsFunction);
    return !Name.empty() && clang::isAsciiIdentifierStart(Name.front()) &&
           (IsNew || (!Known->second && !IsFunction)) &&
           (Rest.empty() || Rest.starts_with("=") || Rest.starts_with("("));
  };
  return PP.MacroIncludes.empty() && PP.ImplicitPCHInclude.empty() &&
         llvm::all_of(PP.Macros, IsClear) && Search.VFSOverlayFiles.empty() &&
         !Search.Verbose &&
         llvm::none_of(Search.UserEntries,
                       [](const SearchEntry &Folder) {
                         return Folder.IsFramework ||
                                llvm::sys::fs::is_regular_file(Folder.Path);
                       }) &&
         !Lists.ShowHeaderIncludes && Lists.OutputFile.empty() &&
         Lists.HeaderIncludeOutputFile.empty() && Lists.DOTOutputFile.empty() &&
         Lists.ModuleDependencyOutputDir.empty();
}

/// Arguments to precompile headers for \p I. They are the same for all files
/// that are read alike.
std::shared_ptr<clang::CompilerInvocation>
prefixOf(const clang::CompilerInvocation &I) {
  auto Out = std::make_shared<clang::CompilerInvocation>(I);
  clang::PreprocessorOptions &PP = Out->getPreprocessorOpts();
  PP.Includes.clear();
  llvm::erase_if(PP.Macros,
                 [](const auto &M) { return !isReserved(nameOf(M.first)); });
  llvm::erase_if(Out->getHeaderSearchOpts().UserEntries, isUsers);
  clang::FrontendOptions &F = Out->getFrontendOpts();
  F.Inputs = {clang::FrontendInputFile(Prefix, F.Inputs.front().getKind())};
  Out->getLangOpts().CUID = ""; // Tells files from each other.
  clang::CodeGenOptions &G = Out->getCodeGenOpts();
  G.MainFileName = Prefix;
  G.DebugCompilationDir = G.CoverageCompilationDir = "";
  return Out;
}

/// What is kept: lists, each of lines, and Clang's form of the headers.
struct KeptHeaders {
  llvm::StringRef Names;     ///< Of headers, as they include each other.
  llvm::StringRef Words;     ///< See PrecompiledHeaders.
  llvm::StringRef Files;     ///< The same.
  llvm::StringRef AskForGpu; ///< A line if so.
  llvm::StringRef Compiled;

  explicit KeptHeaders(llvm::StringRef Bytes) {
    for (llvm::StringRef *List : {&Names, &Words, &Files, &AskForGpu})
      std::tie(*List, Bytes) = Bytes.split('\0');
    Compiled = Bytes.ltrim('\0');
  }
};

constexpr size_t Alignment = 8; // Clang asks for 4.

std::string listed(const std::set<std::string> &Lines) {
  return "\n" + llvm::join(Lines, "\n") + '\n' + '\0';
}

/// What code behind a text can ask the preprocessor, as a hash.
uint64_t stateOf(const clang::Preprocessor &PP) {
  uint64_t Sum = PP.getCounterValue();
  for (const auto &Entry : PP.macros(/*IncludeExternalMacros=*/false)) {
    const clang::MacroInfo *Macro = PP.getMacroInfo(Entry.first);
    if (!Macro)
      continue;
    std::string Text = Entry.first->getName().str();
    Text += Macro->isFunctionLike() ? "(" : " ";
    for (const clang::IdentifierInfo *Each : Macro->params())
      (Text += Each->getName()) += ",";
    for (const clang::Token &T : Macro->tokens())
      (Text += PP.getSpelling(T)) += " ";
    Sum += llvm::xxh3_64bits(Text); // In any order.
  }
  return Sum;
}

/// How headers name others, and what the second half of the main file changes.
class PrefixRecorder : public clang::PPCallbacks {
public:
  /// \p Half: as many directives are in each.
  PrefixRecorder(const clang::Preprocessor &PP, unsigned Half,
                 std::set<std::string> &Names, uint64_t &FirstState)
      : PP(PP), Left(Half + 1), Names(Names), FirstState(FirstState) {}

  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &,
                          llvm::StringRef Name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    Names.insert(Name.str());
    if (PP.getSourceManager().isInMainFile(Hash) && --Left == 0)
      FirstState = stateOf(PP);
  }
  void HasInclude(clang::SourceLocation, llvm::StringRef Name, bool,
                  clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    Names.insert(Name.str());
  }
  void PragmaDirective(clang::SourceLocation L,
                       clang::PragmaIntroducerKind) override {
    const clang::SourceManager &SM = PP.getSourceManager();
    if (SM.isWrittenInBuiltinFile(L)) // Clang's own macros.
      return;
    llvm::StringRef Line(SM.getCharacterData(L));
    Line = Line.take_until([](char C) { return C == '\n'; });
    llvm::StringRef Macro = Line.split('"').second.split('"').first;
    Pushed[Macro] += Line.contains("push_macro");
    Pushed[Macro] -= Line.contains("pop_macro");
  }
  void EndOfMainFile() override { // These are not kept.
    for (const auto &Each : Pushed)
      if (Each.second != 0)
        FirstState = 0;
  }

private:
  const clang::Preprocessor &PP;
  unsigned Left;
  std::set<std::string> &Names;
  uint64_t &FirstState;
  llvm::StringMap<int> Pushed; ///< By macro: it is put away so many times.
};

/// Its functions have the bodies that ParseConsumer would leave them.
class PrefixGenerator : public clang::PCHGenerator {
public:
  using clang::PCHGenerator::PCHGenerator;
  bool shouldSkipFunctionBody(clang::Decl *D) override { return isLeftOut(D); }
};

/// Makes what KeptHeaders reads.
class PrecompileAction : public clang::ASTFrontendAction {
public:
  explicit PrecompileAction(unsigned Half) : Half(Half) {}

  bool BeginSourceFileAction(clang::CompilerInstance &CI) override {
    CI.getLangOpts().CompilingPCH = true;
    CI.getPreprocessor().addPPCallbacks(std::make_unique<PrefixRecorder>(
        CI.getPreprocessor(), Half, Names, FirstState));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<PrefixGenerator>(
        CI.getPreprocessor(), CI.getModuleCache(), /*OutputFile=*/"",
        /*isysroot=*/"", Compiled, CI.getCodeGenOpts(),
        llvm::ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>());
  }
  void EndSourceFileAction() override {
    const clang::Preprocessor &PP = getCompilerInstance().getPreprocessor();
    if (!Compiled->IsComplete || stateOf(PP) != FirstState)
      return;
    std::set<std::string> Words;
    for (const auto &Each : PP.getIdentifierTable())
      Words.insert(Each.first().str());
    ParseInputs Inputs = parseInputs(PP);
    if (!llvm::all_of(Inputs.Files, isInstalled))
      return;
    Made = listed(Names) + listed(Words) +
           listed({Inputs.Files.begin(), Inputs.Files.end()});
    if (asksForGpu(PP.getSourceManager(), {}))
      Made += '\n';
    Made.resize(llvm::alignTo(Made.size() + 1, Alignment));
    Made.append(Compiled->Data.begin(), Compiled->Data.end());
  }
  clang::TranslationUnitKind getTranslationUnitKind() override {
    return clang::TU_Prefix;
  }
  bool hasASTFileSupport() const override { return false; }

  std::string Made = "none";

private:
  unsigned Half;
  uint64_t FirstState = 0;
  std::set<std::string> Names;
  std::shared_ptr<clang::PCHBuffer> Compiled =
      std::make_shared<clang::PCHBuffer>();
};

/// For KeptHeaders. The source will include these headers once more, as it is
/// read whole: nothing is compiled where that is an error, or changes a macro.
std::string precompile(std::shared_ptr<clang::CompilerInvocation> I,
                       llvm::StringRef Includes) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(
      Prefix, 0,
      llvm::MemoryBuffer::getMemBufferCopy(Includes.str() + Includes.str()));
  auto Files = fileSystemWithHeaders(std::move(Memory));
  clang::IgnoringDiagConsumer Ignore;
  clang::CompilerInstance CI(std::move(I));
  CI.setVirtualFileSystem(std::move(Files));
  CI.createDiagnostics(&Ignore, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  PrecompileAction Action(Includes.count('\n'));
  CI.ExecuteAction(Action);
  return std::move(Action.Made);
}

/// A name for what decides how \p I reads \p Text.
std::string keyOf(const clang::CompilerInvocation &I, llvm::StringRef Text) {
  // Another number where what is kept changes, or when it is.
  std::string All = "1 " + clang::getClangFullVersion();
  auto Add = [&](llvm::StringRef More) { (All += '\0') += More; };
  llvm::for_each(I.getCC1CommandLine(), Add);
  llvm::SmallString<128> Here; // Where folders that are not absolute lead from.
  if (!llvm::all_of(I.getHeaderSearchOpts().UserEntries,
                    [](const SearchEntry &Folder) {
                      return llvm::sys::path::is_absolute(Folder.Path);
                    }) &&
      !llvm::sys::fs::current_path(Here))
    Add(Here);
  for (const BuiltinHeader &H : builtinHeaders())
    Add(H.Text);
  Add(Text);
  auto Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(All));
  return llvm::utohexstr(Hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(Hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

/// Some folder of \p I that is not installed has a file by the name of one of
/// the headers, which Clang may take for it.
bool isHidden(const KeptHeaders &Kept, const clang::CompilerInvocation &I,
              llvm::vfs::FileSystem &Files) {
  const std::vector<SearchEntry> &Folders = I.getHeaderSearchOpts().UserEntries;
  // Clang drops a folder of -I that is one of the system's, too.
  auto IsDropped = [&](const SearchEntry &Folder) {
    return Folder.Group == clang::frontend::Angled &&
           llvm::any_of(Folders, [&](const SearchEntry &Other) {
             return !isUsers(Other) && Other.Path == Folder.Path;
           });
  };
  return llvm::any_of(Folders, [&](const SearchEntry &Folder) {
    if (isUsers(Folder) ? IsDropped(Folder) : isInstalled(Folder.Path))
      return false;
    return llvm::any_of(
        llvm::split(Kept.Names.trim(), '\n'),
        [&](llvm::StringRef Name) { return has(Files, Folder.Path, Name); });
  });
}

/// \p I would read the same behind \p Kept, \p Own among it.
bool mayUse(const KeptHeaders &Kept, const clang::CompilerInvocation &I,
            llvm::ArrayRef<std::string> Own, llvm::vfs::FileSystem &Files) {
  llvm::StringRef Beside = llvm::sys::path::parent_path(
      I.getFrontendOpts().Inputs.front().getFile());
  auto IsElsewhere = [&](const std::string &Name) {
    return has(Files, Beside, Name) || has(Files, ".", Name);
  };
  auto IsMacro = [&](const auto &M) {
    llvm::StringRef Name = nameOf(M.first);
    return !isReserved(Name) && Kept.Words.contains(("\n" + Name + "\n").str());
  };
  return llvm::none_of(Own, IsElsewhere) && !isHidden(Kept, I, Files) &&
         llvm::none_of(I.getPreprocessorOpts().Macros, IsMacro);
}

/// All that this process has.
HeaderCache &cache() {
  static HeaderCache Cache;
  return Cache;
}

} // namespace

PrecompiledHeaders
bankfix::usePrecompiled(clang::CompilerInvocation &I, llvm::StringRef Text,
                        HeaderBodies Bodies, llvm::vfs::FileSystem &Files,
                        llvm::vfs::InMemoryFileSystem &Memory) {
  clang::PreprocessorOptions &PP = I.getPreprocessorOpts();
  const std::vector<std::string> Own = ownIncludes(PP, Files);
  // The user's own -include comes before what the file includes.
  if (Own.empty() || Own.size() != PP.Includes.size() || !isPlain(I))
    return {};
  auto First = prefixOf(I);
  First->getFrontendOpts().SkipFunctionBodies = Bodies == HeaderBodies::LeftOut;
  PrecompiledHeaders Out;
  auto Use = [&](llvm::ArrayRef<std::string> More, unsigned From) {
    std::string Includes;
    for (const std::string &Name : llvm::concat<const std::string>(Own, More))
      Includes += "#include <" + Name + ">\n";
    std::string Key = keyOf(*First, Includes);
    KeptHeaders Kept(
        cache().get(Key, From, [&] { return precompile(First, Includes); }));
    if (Kept.Compiled.empty() || !mayUse(Kept, I, Own, Files))
      return false;
    Memory.addFile(Prefix, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(Includes + Includes));
    Memory.addFile(
        Compiled, 0,
        llvm::MemoryBuffer::getMemBuffer(Kept.Compiled, Compiled,
                                         /*RequiresNullTerminator=*/false));
    Out.Key = std::move(Key);
    for (llvm::StringRef File : llvm::split(Kept.Files.trim(), '\n'))
      Out.Files.push_back(File.str());
    Out.Words = Kept.Words;
    Out.AskForGpu = !Kept.AskForGpu.empty();
    return true;
  };
  const std::vector<std::string> Leading = leadingIncludes(Text, I, Files);
  // What only this file may ask for, and once, is not worth it.
  if ((Leading.empty() || !Use(Leading, /*From=*/2)) && !Use({}, /*From=*/1))
    return {};
  PP.Includes.clear();
  PP.ImplicitPCHInclude = Compiled;
  I.getHeaderSearchOpts().ModulesValidateSystemHeaders = true;
  return Out;
}

bool bankfix::isLeftOut(const clang::Decl *Function) {
  return Function->getASTContext().getSourceManager().isInSystemHeader(
      Function->getLocation());
}

void bankfix::forget(const PrecompiledHeaders &Refused) {
  cache().forget(Refused.Key);
}

bool bankfix::isOfPrecompiled(unsigned DiagnosticId) {
  return DiagnosticId >= clang::diag::DIAG_START_SERIALIZATION &&
         DiagnosticId < clang::diag::DIAG_START_LEX;
}

void bankfix::markCommandLine(clang::Preprocessor &PP) {
  std::string Macros, Others;
  for (llvm::StringRef Line : llvm::split(PP.getPredefines(), '\n')) {
    bool IsMacro = Line.starts_with("#define") || Line.starts_with("#undef");
    (IsMacro ? Macros : Others) += (Line + "\n").str();
  }
  PP.setPredefines("# 1 \"<command line>\" 1\n" + Macros +
                   "# 1 \"<built-in>\" 2\n" + Others);
}
