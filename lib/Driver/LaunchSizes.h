//===- LaunchSizes.h - Sizes that launches in other units give --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans ──resizeLaunches──▶ the launching units' new texts, each proved
//
// Where a kernel's array gets another size, the units that launch the kernel
// give it that. Kernel and launches change together or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_LAUNCHSIZES_H
#define BANKFIX_LIB_DRIVER_LAUNCHSIZES_H

#include "SourceFile.h"
#include "bankfix/Rewrite/Rewrite.h"

namespace bankfix {

/// Adds what \p Plan by itself changes in \p File to \p Into, each edit once.
void addEdits(const EditedFile &File, const ParsedFile &Parsed,
              const ArrayPlan &Plan, std::vector<SourceEdit> &Into);

/// Has \p Options, by which the file is read, see the launches of \p New.
void seeLaunches(RunOptions &Options, const FixedSource &New);

/// Carries out \p Plans in the units of \p Options that launch the kernels of
/// \p Before. Nothing where no plan changes such a size; the error says where
/// one does not hold.
llvm::Expected<std::optional<ResizedLaunches>>
resizeLaunches(const FileAnalysis &Before, llvm::ArrayRef<ArrayPlan> Plans,
               const RunOptions &Options, ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_LAUNCHSIZES_H
