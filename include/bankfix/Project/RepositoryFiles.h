//===- RepositoryFiles.h - Files of a repository by name --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_REPOSITORYFILES_H
#define BANKFIX_PROJECT_REPOSITORYFILES_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace bankfix {

/// The sources and headers of repositories, each of which is looked through
/// once. May be used by several threads.
class RepositoryFiles {
public:
  /// The file that `#include "NAME"` in \p From means in its repository: the
  /// only one that is called so, or the only one in the folders beside that of
  /// \p From. Empty where there is none, or no repository, or one with more
  /// files than are looked at.
  std::string meant(llvm::StringRef From, llvm::StringRef Name);

private:
  /// Paths by their last part.
  using Files = std::multimap<std::string, std::string, std::less<>>;

  std::mutex Lock; ///< Of what follows.
  std::map<std::string, Files> ByRoot;
};

} // namespace bankfix

#endif // BANKFIX_PROJECT_REPOSITORYFILES_H
