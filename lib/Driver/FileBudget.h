//===- FileBudget.h - Steps that the kernels of a file share ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILEBUDGET_H
#define BANKFIX_LIB_DRIVER_FILEBUDGET_H

#include "bankfix/Layout/Plan.h"
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace bankfix {

/// How finely each kernel of a file may be run, so that all of them together
/// take no more than some seconds.
class FileBudget {
public:
  /// Keeps a reference to \p P.
  explicit FileBudget(const Program &P);

  /// The steps of one run: many kernels share what a dozen may take.
  uint64_t share() const { return Share; }
  /// Taken so far.
  uint64_t taken() const { return Taken; }

  /// In a file with many kernels: a dozen instances of the kernel's template
  /// were run, and stand for the others.
  bool areMany(unsigned Kernel) const;
  /// For a kernel's runs. Late ones are run as coarsely as can be; those that
  /// others stand for are late sooner.
  RunBudget forKernel(unsigned Kernel, bool IsRepeat) const;
  /// As forKernel, of kernels that are never late.
  RunBudget forAny(unsigned Kernel) const;
  /// For all runs that follow, but for the coarsest.
  uint64_t rest() const;
  void take(const AnalyzedKernel &A);

private:
  using Where = std::tuple<std::string, unsigned, unsigned>;
  /// What the first instances of a template tell of the others.
  struct Run {
    unsigned Coarseness = 0; ///< The least.
    std::set<unsigned> Kernels;
  };

  Where place(unsigned Kernel) const;
  const Run *of(unsigned Kernel) const;

  const Program &P;
  uint64_t Share, Taken = 0;
  std::map<Where, Run> Runs; ///< By where the template is defined.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILEBUDGET_H
