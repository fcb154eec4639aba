//===- FirstRun.h - Inputs that a kernel can bear ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_FIRSTRUN_H
#define BANKFIX_LIB_EMULATE_FIRSTRUN_H

#include "JobRuns.h"

namespace bankfix {

/// The run of a kernel as it was, before the same inputs go to the rewritten
/// one.
struct FirstRun {
  std::optional<Outcome> Traced; ///< Else there is a fault or a reason.
  /// With the usual inputs, although it may run with others.
  std::optional<Fault> Failed;
  std::string Reason; ///< Why it cannot be run.
  /// As VerifiedKernel::Chosen.
  std::map<std::string, int64_t> Chosen;
};

/// Runs the original with inputs that it can bear and, of these, with those
/// under which it executes most of its accesses. They stay set.
FirstRun firstRun(JobRuns &R);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_FIRSTRUN_H
