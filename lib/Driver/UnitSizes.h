//===- UnitSizes.h - Sizes that the source around a header gives *- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans for a header ──resizeUnits──▶ new texts of the sources around it
//
// Where kernels of a header are launched in the source that includes it, the
// bytes of their arrays stand there. Both are one unit, so that the proof of
// the header, which is read in that unit, is that of the launches.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_UNITSIZES_H
#define BANKFIX_LIB_DRIVER_UNITSIZES_H

#include "SourceFile.h"

namespace bankfix {

/// Carries out \p Plans in the sources of all units that have \p Header, of
/// which \p Before was read in the first. Nothing where no launch there gives
/// such an array its size; the error says where one cannot be changed.
llvm::Expected<std::optional<ResizedLaunches>>
resizeUnits(const NewFile &Header, const FileAnalysis &Before,
            llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
            ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_UNITSIZES_H
