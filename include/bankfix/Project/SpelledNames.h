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
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// What the texts in the files of a program may be the names of.
class SpelledNames {
public:
  /// Reads \p Files; those that cannot be read hold nothing.
  explicit SpelledNames(llvm::ArrayRef<std::string> Files);

  struct Place {
    std::string Path;
    unsigned Line; ///< Counted from 1.
  };

  /// Where a file has a text that is \p Name, or parts of it, which make it one
  /// behind the other and with numbers; as `kernel<float>` and `space::kernel`
  /// have `kernel`, and as macros make text of what they get. Of texts with
  /// blanks, which are for people, there is nothing.
  std::optional<Place> spelling(llvm::StringRef Name) const;

  /// Some file has a kernel of that name with a body, of CUDA or OpenCL.
  bool defines(llvm::StringRef Name) const { return Kernels.contains(Name); }

private:
  struct File {
    std::string Path;
    llvm::StringMap<unsigned> Parts; ///< Their lines.
  };

  std::vector<File> Files;
  /// What stands in the macros that make text of what they get.
  llvm::StringMap<unsigned> OfMacros;
  llvm::StringSet<> Kernels;
};

} // namespace bankfix

#endif // BANKFIX_PROJECT_SPELLEDNAMES_H
