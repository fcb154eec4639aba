//===- Child.h - Work in a process of its own -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_CHILD_H
#define BANKFIX_LIB_EMULATE_CHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace bankfix {

struct ChildLimits {
  unsigned Seconds = 60;   ///< Without a message.
  uint64_t DataMiB = 4096; ///< Memory that the process may write to.
};

struct ChildResult {
  std::vector<std::string> Messages;
  /// Why there are no more; empty where the work was completed.
  std::string Ended;
  bool TimedOut = false;
};

/// Runs \p Work in a forked process; it sends messages by the function that it
/// is given. Output of the process goes where that of this one goes.
ChildResult runChild(
    const ChildLimits &Limits,
    llvm::function_ref<void(llvm::function_ref<void(llvm::StringRef)>)> Work);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_CHILD_H
