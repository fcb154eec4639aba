//===- Preprocessing.h - What the preprocessor did ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_PREPROCESSING_H
#define BANKFIX_LIB_FRONTEND_PREPROCESSING_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"
#include <map>

namespace bankfix {

/// Code that was not compiled: the identifiers in it.
struct SkippedCode {
  FileRange Range;
  std::string File; ///< Empty for the main file.
  unsigned Line = 0;
  std::set<std::string> Identifiers;
  std::set<std::string> InDefines; ///< Those in the bodies of #defines.
};

struct PreprocessorRecord {
  std::vector<SkippedCode> Skipped;
  /// Main file: each `#if ... #endif`.
  std::vector<FileRange> Conditionals;
  /// Main file: offsets of the ends of directives.
  std::vector<unsigned> DirectiveEnds;
  /// Macros by name: the identifiers in their bodies.
  std::map<std::string, std::set<std::string>> Macros;
  std::vector<FileDiagnostic> MissingHeaders;
};

/// Fills \p Into while \p PP runs; both must outlive the run.
std::unique_ptr<clang::PPCallbacks>
recordPreprocessing(clang::Preprocessor &PP, PreprocessorRecord &Into);

/// \p Name itself and every macro whose expansion names it.
std::set<std::string> namesReaching(const PreprocessorRecord &R,
                                    const std::string &Name);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_PREPROCESSING_H
