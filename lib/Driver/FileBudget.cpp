//===- FileBudget.cpp - Steps that the kernels of a file share ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileBudget.h"
#include <algorithm>

using namespace bankfix;

namespace {

/// More kernels in one file are mostly instances of few templates.
constexpr unsigned ManyKernels = 12;

/// That a kernel gets in any case.
constexpr uint64_t FewestSteps = StatementBudget / 16;

/// Once the kernels of a file have taken so many steps, the others get few, and
/// are run as coarsely as can be: mostly less than ten seconds. Half as many
/// count where a dozen instances of a template stand for the others.
constexpr uint64_t Most = 16 * StatementBudget;

} // namespace

FileBudget::FileBudget(const Program &P)
    : P(P), Share(std::clamp(ManyKernels * StatementBudget /
                                 std::max<uint64_t>(P.Kernels.size(), 1),
                             FewestSteps, StatementBudget)) {}

bool FileBudget::areMany(unsigned Kernel) const {
  const Run *R = of(Kernel);
  return R && R->Kernels.size() >= ManyKernels;
}

RunBudget FileBudget::forAny(unsigned Kernel) const {
  // The others lose no steps in trying to be run more finely.
  const Run *R = of(Kernel);
  return {Share, R ? R->Coarseness : 0};
}

RunBudget FileBudget::forKernel(unsigned Kernel, bool IsRepeat) const {
  bool IsLate = Taken > (IsRepeat ? Most / 2 : Most);
  return IsLate ? RunBudget{FewestSteps, coarsest()} : forAny(Kernel);
}

uint64_t FileBudget::rest() const {
  return (Most - std::min(Most, Taken)) / 2;
}

void FileBudget::take(const AnalyzedKernel &A) {
  Taken += A.Requests.Steps;
  if (P.Kernels.size() <= ManyKernels)
    return;
  unsigned New = A.Requests.Coarseness;
  Run &R = Runs.try_emplace(place(A.Kernel), Run{New, {}}).first->second;
  R.Coarseness = std::min(R.Coarseness, New);
  R.Kernels.insert(A.Kernel);
}

FileBudget::Where FileBudget::place(unsigned Kernel) const {
  const SourcePlace &At = P.Kernels[Kernel].Place;
  return {At.File, At.Line, At.Column};
}

const FileBudget::Run *FileBudget::of(unsigned Kernel) const {
  auto It = Runs.find(place(Kernel));
  return It == Runs.end() ? nullptr : &It->second;
}
