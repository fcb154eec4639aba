//===- ParseOnce.h - One run of Clang over a file ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_STEPS_PARSEONCE_H
#define BANKFIX_LIB_FRONTEND_STEPS_PARSEONCE_H

#include "Read/Preprocessing.h"
#include "Read/Surroundings.h"
#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// One way to read the file.
struct Attempt {
  HeaderMode Mode = HeaderMode::BuiltIn; ///< BuiltIn or Sdk.
  llvm::StringRef Standard = "CL2.0";    ///< Of OpenCL C.
  std::vector<Surrounding> Around = {};  ///< The innermost first.
  std::vector<std::string> Folders = {}; ///< More folders for headers.
  std::string Instances = "";            ///< Declarations behind the file.
  bool MixedCalls = false;               ///< See mixedCalls.
};

/// True where the rest of the run would be for nothing: from Clang's messages
/// so far and the headers that are missing it is certain that the file will be
/// read in another way (with the toolkit's headers, say).
using IsForNothing =
    llvm::function_ref<bool(const ParsedFile &, const PreprocessorRecord &)>;

/// What one run of Clang makes of the file.
struct Reading {
  ParsedFile File;
  std::string Instances; ///< Declarations of template instances it lacks.
  /// Which headers lay in Attempt::Folders.
  std::vector<FileDiagnostic> Found;
};

/// Reads \p Text, of the file \p Path, as \p How says; where it \p Stops, no
/// more of it than Clang's diagnostics.
Reading parseOnce(const Attempt &How, IsForNothing Stops, llvm::StringRef Path,
                  llvm::StringRef Text, const ParseOptions &Options,
                  ExprPool &Pool);

/// Errors behind a missing header, or an undefined name, are notes: each kernel
/// is then judged by itself. Of many errors, the first say enough.
void settleDiagnostics(ParsedFile &Out, bool EachByItself);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_STEPS_PARSEONCE_H
