//===- RepositoryFiles.cpp - Files of a repository by name ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/RepositoryFiles.h"
#include "ProjectFiles.h"
#include "bankfix/Project/IncludeGraph.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string RepositoryFiles::nearest(StringRef From, StringRef Name) {
  const std::string Root = repositoryOf(From);
  llvm::SmallString<128> Wanted(Name);
  path::remove_dots(Wanted, /*remove_dot_dot=*/true);
  StringRef End = Wanted;
  while (End.consume_front("../"))
    ;
  if (Root.empty() || path::is_absolute(Name) || End.empty())
    return "";
  std::lock_guard Locked(Lock);
  auto [It, IsNew] = ByRoot.try_emplace(Root);
  if (IsNew && !forEachSource(
                   Root,
                   [&](StringRef Path) {
                     It->second.emplace(path::filename(Path).str(), Path.str());
                   },
                   Reach::Own))
    It->second.clear();
  llvm::SmallString<256> Source(From);
  llvm::sys::fs::make_absolute(Source);
  path::remove_dots(Source, /*remove_dot_dot=*/true);
  std::string Found;
  unsigned Shared = 0;
  auto [First, Last] = It->second.equal_range(path::filename(End));
  for (const auto &[File, Path] : llvm::make_range(First, Last)) {
    if (!StringRef(Path).ends_with(("/" + End).str()))
      continue;
    const unsigned Here = sharedFolders(Source, Path);
    if (Here >= Shared)
      Found = Here == Shared ? "" : Path;
    Shared = std::max(Shared, Here);
  }
  return Found;
}
