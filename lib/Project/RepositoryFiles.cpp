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

std::string RepositoryFiles::meant(StringRef From, StringRef Name) {
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
  // Programs keep theirs in folders beside that of their sources.
  llvm::SmallString<256> Program(From);
  llvm::sys::fs::make_absolute(Program);
  path::remove_dots(Program, /*remove_dot_dot=*/true);
  path::remove_filename(Program);
  const std::string Own = (path::parent_path(Program) + "/").str();
  std::vector<std::string> All, OfProgram;
  auto [First, Last] = It->second.equal_range(path::filename(End));
  for (const auto &[File, Path] : llvm::make_range(First, Last))
    if (StringRef(Path).ends_with(("/" + End).str())) {
      All.push_back(Path);
      if (StringRef(Path).starts_with(Own))
        OfProgram.push_back(Path);
    }
  if (All.size() == 1)
    return All.front();
  return OfProgram.size() == 1 ? OfProgram.front() : "";
}
