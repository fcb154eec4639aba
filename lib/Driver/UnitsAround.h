//===- UnitsAround.h - What one unit is told of the others ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_UNITSAROUND_H
#define BANKFIX_LIB_DRIVER_UNITSAROUND_H

#include "FileResult.h"
#include "ProjectUnits.h"

namespace bankfix {

/// Has \p Own say what other units do with the kernels of \p A, the analysis of
/// \p R; false where that is nothing new. Sizes may change in the units that are
/// among \p Editable.
bool seeOtherUnits(ProjectUnits &Units, llvm::ArrayRef<FileResult> Editable,
                   FileResult &R, const FileAnalysis &A, RunOptions &Own);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_UNITSAROUND_H
