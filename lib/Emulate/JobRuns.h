//===- JobRuns.h - Launches of one job of verify ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_JOBRUNS_H
#define BANKFIX_LIB_EMULATE_JOBRUNS_H

#include "Inputs.h"
#include "bankfix/Emulate/Verify.h"

namespace bankfix {

using VariableBytes = std::map<std::string, std::string>;

/// What one launch left behind.
struct Outcome {
  std::optional<Fault> Failed;
  std::vector<std::map<uint64_t, std::string>> Regions; ///< Touched chunks.
  VariableBytes Variables;
  uint64_t Returned = 0;
  bool ReturnedAddresses = false; ///< Of shared memory, among those.

  /// bankfix ended the launch, which says nothing of the kernel.
  bool isUndecided() const {
    return Failed &&
           (Failed->isRefusal() || Failed->Kind == FaultKind::TimeLimit ||
            Failed->Kind == FaultKind::MemoryLimit);
  }
};

/// Launches a job's kernel, of the original and of the fix, on made-up inputs.
class JobRuns {
public:
  JobRuns(Device &Before, Device *After, const VerifyJob &Job,
          const VerifyOptions &Options);

  /// False where the original or, if there is one, the fix lacks the kernel.
  bool found() const { return Kernel && (Fixed || !After); }

  /// The arguments from now on; else why there are none.
  std::string setInputs(const InputStyle &Style);
  /// A size that all threads of the grid are within, and that tiles divide.
  int64_t size() const;
  /// What the user or the launch says of a parameter or variable.
  std::optional<int64_t> known(llvm::StringRef Name) const;

  LaunchConfig config(const Device &D) const;
  /// Begins with variables, but not regions, as the source says.
  std::optional<Fault> launch(Device &D, const LaunchConfig &C);
  /// Leaves regions as they were.
  Outcome run(Device &D, const LaunchConfig &C);
  Outcome tracedRun(Device &D);
  /// The original's last run did nothing that the fix relies on it not to do:
  /// else that may compute something else, as it says.
  bool isDefined() const {
    return !Job.ReliesOnBounds || Before.outsideSubscripts().empty();
  }

  Device &Before;
  Device *After;
  const VerifyJob &Job;
  const VerifyOptions &Options;
  const DeviceKernel *Kernel = nullptr, *Fixed = nullptr;
  Index3 Grid = {3, 2, 1};
  InputStyle Style;
  std::unique_ptr<Inputs> In;

private:
  uint64_t dynamicBytes() const;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_JOBRUNS_H
