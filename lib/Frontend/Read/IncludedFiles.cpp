//===- IncludedFiles.cpp - The project's files in a unit ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/IncludedFiles.h"
#include "bankfix/Frontend/Invocation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

bool bankfix::isProjectFile(const clang::SourceManager &SM,
                            clang::FileID File) {
  clang::SourceLocation Start = SM.getLocForStartOfFile(File);
  auto Entry = SM.getFileEntryRefForID(File);
  return Entry && !SM.isInSystemHeader(Start) &&
         !SM.isWrittenInBuiltinFile(Start) &&
         !Entry->getName().starts_with(HeaderFolder); // A -include of ours.
}

/// Every file that is read but the main file.
static void forEachIncluded(const clang::SourceManager &SM,
                            llvm::function_ref<void(clang::FileID)> Visit) {
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    clang::FileID File = SM.getFileID(
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (File != SM.getMainFileID())
      Visit(File);
  }
}

void bankfix::forEachOtherFile(const clang::SourceManager &SM,
                               llvm::function_ref<void(clang::FileID)> Visit) {
  forEachIncluded(SM, [&](clang::FileID File) {
    if (isProjectFile(SM, File))
      Visit(File);
  });
}

/// \p File includes itself, and its guard leaves nothing of it the second time.
static bool isEmptyWithin(const clang::Preprocessor &PP, clang::FileID File) {
  const clang::SourceManager &SM = PP.getSourceManager();
  auto Entry = SM.getFileEntryRefForID(File);
  clang::HeaderSearch &Headers = PP.getHeaderSearchInfo();
  const clang::HeaderFileInfo *Known = Headers.getExistingFileInfo(*Entry);
  if (!Known)
    return false;
  clang::HeaderFileInfo Info = *Known;
  const clang::IdentifierInfo *Guard =
      Info.getControllingMacro(Headers.getExternalLookup());
  if (!Guard || !Guard->hasMacroDefinition())
    return false;
  for (clang::SourceLocation L = SM.getIncludeLoc(File); L.isValid();
       L = SM.getIncludeLoc(SM.getFileID(L)))
    if (SM.getFileEntryRefForID(SM.getFileID(L)) == Entry)
      return true;
  return false;
}

std::vector<IncludedFile>
bankfix::includedFiles(const clang::Preprocessor &PP) {
  const clang::SourceManager &SM = PP.getSourceManager();
  std::vector<IncludedFile> Out;
  forEachOtherFile(SM, [&](clang::FileID File) {
    if (isEmptyWithin(PP, File))
      return;
    IncludedFile Found;
    Found.Path = SM.getFileEntryRefForID(File)->getName().str();
    clang::FileID Last;
    for (clang::SourceLocation L = SM.getIncludeLoc(File); L.isValid();
         L = SM.getIncludeLoc(Last)) {
      Found.From.push_back(
          {SM.getFilename(L).str(), SM.getSpellingLineNumber(L)});
      Last = SM.getFileID(L);
    }
    if (Last != SM.getMainFileID()) // A -include has no place in the project.
      return;
    for (IncludedFile &Known : Out)
      if (Known.Path == Found.Path) {
        Known.IsOnce = false;
        return;
      }
    Out.push_back(std::move(Found));
  });
  return Out;
}

ParseInputs bankfix::parseInputs(const clang::Preprocessor &PP) {
  const clang::SourceManager &SM = PP.getSourceManager();
  ParseInputs Out;
  std::set<std::string> Known;
  auto Absolute = [&](llvm::StringRef Path) {
    llvm::SmallString<128> Text(Path);
    SM.getFileManager().makeAbsolutePath(Text);
    return Text.str().str();
  };
  // What is looked for and not there is in no list.
  auto Asks = [&](clang::FileID File) {
    return SM.getBufferData(File).contains("__has_include");
  };
  bool MayAsk = Asks(SM.getMainFileID());
  forEachIncluded(SM, [&](clang::FileID File) {
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry || Entry->getName().starts_with(HeaderFolder))
      return;
    if (std::string Path = Absolute(Entry->getName());
        Known.insert(Path).second)
      Out.Files.push_back(std::move(Path));
    MayAsk |= isProjectFile(SM, File) && Asks(File);
  });
  Out.AreAll = !MayAsk;
  for (const clang::DirectoryLookup &D :
       PP.getHeaderSearchInfo().search_dir_range())
    if (D.isNormalDir() && !D.getName().starts_with(HeaderFolder))
      (D.isSystemHeaderDirectory() ? Out.SystemFolders : Out.Folders)
          .push_back(Absolute(D.getName()));
  return Out;
}

/// What belongs to the language itself: bankfix's headers, Clang's, and those
/// of a toolkit, which ask for the GPU to offer what it has.
static bool isOfLanguage(const clang::SourceManager &SM, clang::FileID File) {
  auto Entry = SM.getFileEntryRefForID(File);
  if (!Entry || SM.isWrittenInBuiltinFile(SM.getLocForStartOfFile(File)))
    return true;
  const llvm::StringRef Path = Entry->getName();
  if (Path.starts_with(HeaderFolder) ||
      llvm::sys::path::filename(Path).starts_with("__clang_"))
    return true;
  for (llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
       !Folder.empty(); Folder = llvm::sys::path::parent_path(Folder))
    if (llvm::sys::fs::exists(Folder + "/cuda_runtime_api.h"))
      return true;
  return false;
}

bool bankfix::asksForGpu(const clang::SourceManager &SM,
                         llvm::ArrayRef<std::string> Flags) {
  // __CUDA_ARCH__, __CUDA_ARCH_FEAT_SM90_ALL, CUB_PTX_ARCH, ..; <nv/target>.
  constexpr llvm::StringLiteral Words[] = {"CUDA_ARCH", "PTX_ARCH", "_ARCH__",
                                           "MINIMUM_ARCH", "NV_PROVIDES",
                                           "NV_IS_", "__CUDA_##"};
  auto Asks = [&](llvm::StringRef Text) {
    return llvm::any_of(
        Words, [&](llvm::StringRef Word) { return Text.contains(Word); });
  };
  bool Found = Asks(SM.getBufferData(SM.getMainFileID())) ||
               llvm::any_of(Flags, Asks);
  forEachIncluded(SM, [&](clang::FileID File) {
    Found = Found || (Asks(SM.getBufferData(File)) && !isOfLanguage(SM, File));
  });
  return Found;
}
