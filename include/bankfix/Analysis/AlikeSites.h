//===- AlikeSites.h - What need not be weighed twice ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template with hundreds of instances has few different requests, and so has
// a cipher with hundreds of look-ups in one table: what these cost, as they are
// or under a map, is found once.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_ALIKESITES_H
#define BANKFIX_ANALYSIS_ALIKESITES_H

#include "bankfix/Analysis/Requests.h"
#include <unordered_map>
#include <vector>

namespace bankfix {

/// Strategies propose the same for both, and each map does the same to both.
bool areAlike(const SharedArray &A, const SharedArray &B);

/// Numbers sites, with their requests, so that those of one number have the
/// same verdict, and under each map, too.
class SiteKinds {
public:
  /// Keeps references. A number that was not there before is the next one.
  unsigned numberOf(const Site &S, const SiteRequests &R, const SharedArray &A);

private:
  struct View {
    const Site *Where;
    const SiteRequests *Requests;
    const SharedArray *Array;
    unsigned Number;
  };
  static size_t hashOf(const View &V);
  static bool costTheSame(const View &X, const View &Y);

  std::unordered_map<size_t, std::vector<View>> Known;
  unsigned Next = 0;
};

/// `judge` of each site of \p K.
std::vector<Verdict> judgeAll(const Kernel &K, const Program &P,
                              const KernelRequests &R, const Target &T);

/// Under each map, the verdicts of all sites of \p K are the same on both.
bool costAlike(const Kernel &K, const KernelRequests &R, const Target &A,
               const Target &B);

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_ALIKESITES_H
