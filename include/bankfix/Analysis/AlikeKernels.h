//===- AlikeKernels.h - Kernels with the same requests ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of a template often differ in what they compute, and not in where:
// one of them scales its result, and the other does not.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_ALIKEKERNELS_H
#define BANKFIX_ANALYSIS_ALIKEKERNELS_H

#include "bankfix/Analysis/Requests.h"
#include <memory>
#include <vector>

namespace bankfix {

class RequestSlice;

/// Launched alike, \p A and \p B have the same requests: what makes them is one
/// program, on arrays of the same size. They may stand in different lines, and
/// so may their intervals.
bool haveSameRequests(const Program &OfA, const Kernel &A, const Program &OfB,
                      const Kernel &B);

/// Of kernels with the same requests: so are their intervals, then.
bool haveSamePlaces(const Kernel &A, const Kernel &B);

/// `collectRequests` of the kernels of one program, run once for those that
/// have the same.
class RequestCollector {
public:
  /// Keeps references to both.
  RequestCollector(const Program &P, unsigned WaveSize);
  ~RequestCollector();

  const Program &program() const { return P; }

  /// Of kernel number \p Kernel.
  KernelRequests collect(unsigned Kernel, const LaunchShape &Shape,
                         const RunBudget &Budget);

private:
  /// What was asked, and the answer.
  struct Known {
    LaunchShape Shape;
    uint64_t Budget;
    unsigned Coarseness;
    unsigned Others; ///< Kernels that are likely to ask the same.
    KernelRequests Requests;
  };
  /// Kernels that have the same requests, and these.
  struct Class {
    unsigned First; ///< Of the kernels.
    unsigned Size;
    std::unique_ptr<const RequestSlice> Slice;
    std::vector<Known> Answers;
  };

  const Program &P;
  unsigned WaveSize;
  std::vector<Class> Classes;
  std::vector<unsigned> ClassOf; ///< Per kernel.
};

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_ALIKEKERNELS_H
