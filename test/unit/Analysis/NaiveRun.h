//===- NaiveRun.h - A second, slow opinion on a kernel's requests  -*- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel, one lane's expression at a time, sharing no code with the
// analysis: what it sees is what each request costs. Values that only a run
// knows are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_ANALYSIS_NAIVERUN_H
#define BANKFIX_TEST_UNIT_ANALYSIS_NAIVERUN_H

#include "bankfix/Analysis/Requests.h"

namespace bankfix {

struct NaiveCount {
  uint64_t Requests = 0, Wavefronts = 0, Ideal = 0, Serialization = 0;
  bool operator==(const NaiveCount &) const = default;
};

/// The value of a parameter, or of an opaque value in one lane (linear id in
/// the block).
using Oracle = std::function<int64_t(const Expr &E, unsigned Thread)>;

/// Gets each value of each subscript: the site, and which one of it.
using Witness =
    llvm::function_ref<void(unsigned Site, unsigned Subscript, int64_t Value)>;

/// The counts of each site for one block. Nothing where C leaves the run
/// undefined: an access outside its array, a division by zero.
std::optional<std::vector<NaiveCount>>
naiveRun(const Kernel &K, const Program &P, const LaunchShape &Shape,
         const Target &T, const Oracle &Unknowns, Witness See = nullptr);

/// The same, of a kernel without unknowns.
std::vector<NaiveCount> naiveRun(const Kernel &K, const Program &P,
                                 const LaunchShape &Shape, const Target &T);

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_ANALYSIS_NAIVERUN_H
