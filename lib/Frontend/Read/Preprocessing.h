//===- Preprocessing.h - What the preprocessor did --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_PREPROCESSING_H
#define BANKFIX_LIB_FRONTEND_READ_PREPROCESSING_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"
#include <map>
#include <optional>

namespace bankfix {

/// Code that was not compiled: the identifiers in it, but for those that no
/// build compiles, as in `#if 0`.
struct SkippedCode {
  clang::SourceLocation At; ///< Where Range begins.
  FileRange Range;
  FileRange Lines;  ///< Of Range, those between the directives.
  std::string File; ///< Empty for the main file.
  /// Of another file: where the main file includes what leads to it; nothing
  /// where that comes before the main file.
  std::optional<unsigned> IncludedAt;
  unsigned Line = 0;
  std::set<std::string> Identifiers;
  std::set<std::string> InDefines; ///< Those in #define directives.
  std::set<std::string> Assigned;  ///< Those that something is assigned to.
  std::set<std::string> Defined;   ///< Those behind #define and #undef.
  /// Those anywhere but behind #define, #undef, #ifdef and #ifndef.
  std::set<std::string> Used;
  std::set<std::string> Dead;    ///< Those that no build compiles.
  std::set<std::string> Numbers; ///< With more than digits.
  /// What it calls has its arguments between the same directives.
  bool HasWholeCalls = true;
  /// Some #define has `##`, or calls what it gets, which may have.
  bool DefinesPaste = false;
};

/// A macro of the user's code, as it was defined last.
struct MacroText {
  unsigned Definitions = 0;
  bool InMainFile = false;
  bool IsFunction = false;
  /// By some definition, in a branch, or by a flag: a build may have another.
  bool IsConditional = false;
  /// The same, but for what other files define under no condition.
  bool IsLeftToBuilds = false;
  std::vector<std::string> Parameters;
  /// The first and last tokens of each body that is not empty, as
  /// clang::SourceLocation has them.
  std::map<unsigned, unsigned> Bodies;
  FileRange Body;              ///< Of the main file.
  std::string Number;          ///< The body, where it is one number.
  std::string Spelling;        ///< Of the body, without white space.
  std::set<std::string> Names; ///< In the body.
  /// Where it is expanded: its name, as clang::SourceLocation has it.
  std::set<unsigned> Expansions;
};

struct PreprocessorRecord {
  std::vector<SkippedCode> Skipped;
  /// Main file: each `#if ... #endif`.
  std::vector<FileRange> Conditionals;
  /// The same of other files of the user's, each time that one is read.
  std::map<clang::FileID, std::vector<FileRange>> HeaderConditionals;
  /// Main file: offsets of the ends of directives.
  std::vector<unsigned> DirectiveEnds;
  /// Macros by name: the identifiers in their bodies.
  std::map<std::string, std::set<std::string>> Macros;
  std::map<std::string, MacroText> Texts; ///< The same macros.
  /// Names of macros that `##` made, by the macro in whose expansion.
  std::map<std::string, std::set<std::string>> Pasted;
  std::vector<FileDiagnostic> MissingHeaders;
  /// By folder: the first header that was found in it.
  std::map<std::string, FileDiagnostic> FoundIn;
  /// Where directives ask for those of MissingHeaders that they do not find.
  std::vector<std::pair<clang::SourceLocation, size_t>> MissingAt;

  /// The text between offsets \p From and \p To of \p File (empty: the main
  /// file), or what is around it since line \p Line or before, was not
  /// compiled.
  bool isSkipped(llvm::StringRef File, unsigned From, unsigned To,
                 unsigned Line) const;
  /// True if the byte of the main file was not compiled.
  bool isSkipped(unsigned Offset) const;
  /// True if a directive of the main file lies inside \p R.
  bool hasDirectiveIn(FileRange R) const;
};

/// Fills \p Into while \p PP runs; both must outlive the run.
std::unique_ptr<clang::PPCallbacks>
recordPreprocessing(clang::Preprocessor &PP, PreprocessorRecord &Into);

/// Where \p File, by default the main file, spells an identifier within \p R,
/// directives left out.
std::vector<unsigned> spellings(const clang::SourceManager &SM,
                                const clang::LangOptions &Options,
                                llvm::StringRef Name, FileRange R,
                                clang::FileID File = clang::FileID());

/// \p Names, and every macro whose body has one of these; \p Bodies by macro.
std::set<std::string>
namesReaching(const std::map<std::string, std::set<std::string>> &Bodies,
              std::set<std::string> Names);

/// \p Name itself and every macro whose expansion names it.
std::set<std::string> namesReaching(const PreprocessorRecord &R,
                                    const std::string &Name);

/// Code that was read expands \p Macro, or code that was not names it.
bool isNamedInCode(const PreprocessorRecord &R, llvm::StringRef Macro);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_PREPROCESSING_H
