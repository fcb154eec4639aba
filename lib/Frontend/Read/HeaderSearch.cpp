//===- HeaderSearch.cpp - Headers of the same project ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/HeaderSearch.h"
#include "ClangHeaders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

/// Where projects keep their headers, seen from each folder above the source.
static constexpr llvm::StringLiteral UsualFolders[] = {
    ".",          "include", "inc",   "common", "common/inc", "common/include",
    "Common",     "src",     "util",  "utils",  "lib",        "includes",
    "src/common", "headers", "shared"};

std::string bankfix::projectFolderOf(llvm::StringRef Header,
                                     llvm::StringRef Source) {
  constexpr unsigned LevelsUp = 5;
  llvm::SmallString<256> Folder(Source);
  if (Header.empty() || llvm::sys::path::is_absolute(Header) ||
      llvm::sys::fs::make_absolute(Folder))
    return "";
  llvm::sys::path::remove_filename(Folder);
  for (unsigned Level = 0; Level < LevelsUp && !Folder.empty(); ++Level) {
    for (llvm::StringRef Usual : UsualFolders) {
      llvm::SmallString<256> Candidate(Folder);
      if (Usual != ".")
        llvm::sys::path::append(Candidate, Usual);
      llvm::SmallString<256> File(Candidate);
      llvm::sys::path::append(File, Header);
      if (llvm::sys::fs::is_regular_file(File))
        return Candidate.str().str();
    }
    llvm::SmallString<256> Repository(Folder);
    llvm::sys::path::append(Repository, ".git");
    if (llvm::sys::fs::exists(Repository))
      break; // Above it is another project.
    llvm::StringRef Parent = llvm::sys::path::parent_path(Folder);
    if (Parent == llvm::sys::path::root_path(Folder))
      break;
    Folder.resize(Parent.size());
  }
  return "";
}

void bankfix::searchLast(clang::CompilerInstance &CI,
                         llvm::ArrayRef<std::string> Folders) {
  for (const std::string &Folder : Folders)
    if (auto Directory = CI.getFileManager().getOptionalDirectoryRef(Folder))
      CI.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
          clang::DirectoryLookup(*Directory, clang::SrcMgr::C_User,
                                 /*isFramework=*/false));
}
