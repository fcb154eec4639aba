//===- IncludedFiles.cpp - The project's files in a unit ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/IncludedFiles.h"
#include "bankfix/Frontend/Invocation.h"

using namespace bankfix;

bool bankfix::isProjectFile(const clang::SourceManager &SM,
                            clang::FileID File) {
  clang::SourceLocation Start = SM.getLocForStartOfFile(File);
  auto Entry = SM.getFileEntryRefForID(File);
  return Entry && !SM.isInSystemHeader(Start) &&
         !SM.isWrittenInBuiltinFile(Start) &&
         !Entry->getName().starts_with(HeaderFolder); // A -include of ours.
}

void bankfix::forEachOtherFile(const clang::SourceManager &SM,
                               llvm::function_ref<void(clang::FileID)> Visit) {
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    clang::FileID File = SM.getFileID(
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (File != SM.getMainFileID() && isProjectFile(SM, File))
      Visit(File);
  }
}

std::vector<IncludedFile>
bankfix::includedFiles(const clang::SourceManager &SM) {
  std::vector<IncludedFile> Out;
  forEachOtherFile(SM, [&](clang::FileID File) {
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
  forEachOtherFile(SM, [&](clang::FileID File) {
    Found |= Asks(SM.getBufferData(File));
  });
  return Found;
}
