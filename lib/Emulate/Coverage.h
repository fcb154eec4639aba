//===- Coverage.h - Which code of a kernel was executed ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_COVERAGE_H
#define BANKFIX_LIB_EMULATE_COVERAGE_H

#include "Conditions.h"
#include "llvm/ADT/StringMap.h"

namespace bankfix {

/// A byte for each basic block, set by the code itself.
class Coverage {
public:
  /// Makes each block of \p M, which is instrumented, set its byte.
  void mark(llvm::Module &M);
  /// What \p Kernel and what it calls consist of; before names are changed.
  void addKernel(const llvm::Module &M, llvm::StringRef Kernel);

  void clear() { llvm::fill(Flags, 0); }
  /// Since clear(). Says nothing of faults.
  Reached reached(llvm::StringRef Kernel) const;
  /// Accesses in the kernel's code.
  unsigned accesses(llvm::StringRef Kernel) const;

private:
  struct Range {
    unsigned First = 0, Blocks = 0;
  };
  std::vector<uint8_t> Flags;
  std::vector<unsigned> Accesses; ///< Of each block.
  llvm::StringMap<Range> Functions;
  llvm::StringMap<std::vector<Range>> Kernels;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_COVERAGE_H
