//===- RequestCosts.h - What single requests cost ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_REQUESTCOSTS_H
#define BANKFIX_LIB_ANALYSIS_REQUESTCOSTS_H

#include "bankfix/Analysis/Requests.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/SmallVector.h"
#include <unordered_map>

namespace bankfix {

/// \p Low, where a pattern begins, rounded down to a multiple of so many bytes
/// that patterns that lie as many apart cost the same.
uint64_t roundedDown(uint64_t Low, const Target &T, const Site &S);

/// The cost of one request over every base address that the array may have.
struct BaseCost {
  Cost Worst;
  unsigned Least = 0; ///< Wavefronts at the best base.
  double MinDegree = 1, MaxDegree = 1;
};

/// Costs requests of a site to an array of \p Alignment bytes, each distinct
/// pattern once.
class RequestCosts {
public:
  RequestCosts(const Site &S, unsigned Alignment, const Target &T)
      : S(S), Alignment(Alignment), T(T) {}

  const BaseCost &of(const Request &R, bool MayBePartial, const OffsetMap *Map);

private:
  using Lanes = llvm::SmallVector<LaneAccess, 64>;
  Lanes relative(const Request &R, const OffsetMap *Map) const;
  BaseCost compute(const Lanes &L, bool MayBePartial) const;

  struct Entry {
    Lanes Pattern;
    bool MayBePartial;
    BaseCost Value;
  };
  const Site &S;
  unsigned Alignment; ///< Of the array's base, in bytes.
  const Target &T;
  std::unordered_multimap<size_t, Entry> Known;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_REQUESTCOSTS_H
