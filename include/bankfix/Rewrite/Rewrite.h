//===- Rewrite.h - From a plan to new source text ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   plan + SourceMap ──rewrite──▶ source'
//
// Edits are composed from ranges that the frontend found; text is never
// searched. No byte outside them changes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REWRITE_REWRITE_H
#define BANKFIX_REWRITE_REWRITE_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Kernel/SourceEdit.h"
#include "bankfix/Layout/Plan.h"
#include "bankfix/Rewrite/EditStyle.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// One file that plans change.
struct EditedFile {
  llvm::StringRef Text;
  unsigned Number = 0;  ///< As in HostSizeSource.
  llvm::StringRef Path; ///< Its folders have the `.clang-format`.
  EditStyle Style = {};
  /// What EditStyle::HelperHeader holds so far.
  std::string HelperText = {};
  /// Nothing but the sizes that its host code gives arrays changes: they are
  /// declared in a file that it includes, which is this by then.
  std::optional<llvm::StringRef> Included = std::nullopt;
};

struct RewrittenFile {
  std::string Text;
  /// Definitions that EditStyle::HelperHeader has to hold, in this order; empty
  /// where the file holds its own.
  std::vector<std::string> Helpers;
};

/// The header that is \p Text, or empty, with those of \p Helpers that it lacks.
std::string withHelpers(llvm::StringRef Text,
                        llvm::ArrayRef<std::string> Helpers);

/// Another build of a file, and the same plans for its arrays.
struct PlannedBuild {
  const ParsedFile *Parsed = nullptr;
  std::vector<ArrayPlan> Plans;
};

/// \p File with every plan of \p Plans carried out (those without a map are
/// left out); of a host's source, with the sizes that it gives the planned
/// arrays. What only \p Others compile is edited as they have it. An error says
/// which edits do not fit together.
llvm::Expected<RewrittenFile> rewrite(const EditedFile &File,
                                      const ParsedFile &Parsed,
                                      llvm::ArrayRef<ArrayPlan> Plans,
                                      llvm::ArrayRef<PlannedBuild> Others = {});

/// What rewrite() changes, by offset; their files are not named, but for the
/// header of helpers.
llvm::Expected<std::vector<SourceEdit>>
editsOf(const EditedFile &File, const ParsedFile &Parsed,
        llvm::ArrayRef<ArrayPlan> Plans,
        llvm::ArrayRef<PlannedBuild> Others = {});

/// Why the `.clang-format` that counts for \p Path, which is \p Text, cannot be
/// used; empty if it can, or if there is none.
std::string formatProblem(llvm::StringRef Path, llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_REWRITE_REWRITE_H
