//===- FunctionCopies.h - What fixes need functions of their own -*- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FUNCTIONCOPIES_H
#define BANKFIX_LIB_DRIVER_FUNCTIONCOPIES_H

#include "SourceFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// Analyses a text with the functions that options say were copied into it.
using AnalyzeText =
    llvm::function_ref<FileAnalysis(llvm::StringRef, const RunOptions &)>;
/// Plans for such a text, which has the arrays and the kernels of the file, and
/// carries out what can be proved.
using FixText = llvm::function_ref<FixedSource(llvm::StringRef, FileAnalysis &,
                                               const RunOptions &)>;

/// \p Fixed is what became of \p Text, of which \p Analysis tells. What becomes
/// of it where arrays that have no fix there get copies of the functions that
/// stand in their way; the same, with reasons that are left then, where that
/// fixes no more; nothing where there is no such function. All that is said of
/// places is of \p Text.
std::optional<FixedSource> fixWithCopies(llvm::StringRef Text,
                                         const FileAnalysis &Analysis,
                                         const FixedSource &Fixed,
                                         const RunOptions &Options,
                                         AnalyzeText Analyze, FixText Fix);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FUNCTIONCOPIES_H
