//===- SpelledNames.h - Names that programs make of text --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   "turn", "tu" "rn", LOAD(turn) where LOAD has #x, "%s_turn" ──▶ turn
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_SPELLEDNAMES_H
#define BANKFIX_PROJECT_SPELLEDNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// Where a text has a name, or a part of one.
struct TextPart {
  unsigned Line = 0; ///< Counted from 1.
  size_t At = 0;     ///< Offset of the text's first token.
};
using TextParts = llvm::StringMap<std::vector<TextPart>>; ///< By that name.

/// What the texts in the files of a program may be the names of.
class SpelledNames {
public:
  /// Reads \p Files; those that cannot be read hold nothing.
  explicit SpelledNames(llvm::ArrayRef<std::string> Files);

  struct Place {
    std::string Path;
    unsigned Line; ///< Counted from 1.
  };
  /// A text of a file, by the offset of its first token, is not to count.
  using IsLeftOut = llvm::function_ref<bool(llvm::StringRef Path, size_t At)>;

  /// Where a file has a text that is \p Name, or parts of it, which make it one
  /// behind the other and with numbers; as `kernel<float>` and `space::kernel`
  /// have `kernel`, and as macros make text of what they get. Of texts with
  /// blanks, which are for people, there is nothing.
  std::optional<Place> spelling(
      llvm::StringRef Name, IsLeftOut LeavesOut = [](llvm::StringRef, size_t) {
        return false;
      }) const;

  /// The files with a text that has \p Name as a whole.
  std::vector<std::string> filesSpelling(llvm::StringRef Name) const;

  /// The files that have a kernel of that name with a body, of CUDA or OpenCL.
  llvm::ArrayRef<std::string> defining(llvm::StringRef Name) const {
    auto It = Kernels.find(Name);
    return It == Kernels.end() ? llvm::ArrayRef<std::string>()
                               : llvm::ArrayRef(It->second);
  }
  bool defines(llvm::StringRef Name) const { return Kernels.contains(Name); }

private:
  struct File {
    std::string Path;
    TextParts Parts;
  };

  std::vector<File> Files;
  /// What stands in the macros that make text of what they get.
  TextParts OfMacros;
  llvm::StringMap<std::vector<std::string>> Kernels; ///< By name: the files.
};

} // namespace bankfix

#endif // BANKFIX_PROJECT_SPELLEDNAMES_H
