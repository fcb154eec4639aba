//===- LineValues.h - Line numbers that a program computes with -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_LINEVALUES_H
#define BANKFIX_LIB_FRONTEND_READ_LINEVALUES_H

#include "Read/Unit.h"

namespace bankfix {

/// Expansions of `__LINE__`, and of `__FILE__` and the like.
struct LineRecord {
  std::vector<clang::SourceLocation> Lines, Files;
};

/// Fills \p Into while \p PP runs; both must outlive the run.
std::unique_ptr<clang::PPCallbacks> recordLines(clang::Preprocessor &PP,
                                                LineRecord &Into);

/// Where the main file's line numbers are values of the program, in every
/// configuration: all but those that a statement, or the expansion of a macro,
/// names together with the file, to say where something went wrong.
std::vector<unsigned> lineValues(const Unit &U, const LineRecord &Record);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_LINEVALUES_H
