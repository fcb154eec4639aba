//===- Choices.h - Where each lane of a request may go ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address that cannot be enumerated for a whole wave is bounded lane by
// lane: the offsets that a lane can have are those of all values of the
// unknowns in its address (a few are tried one by one, of others the range and
// the step are taken), as far as they lie in the array. Unknowns are taken for
// independent where that is not known to be wrong, and lanes whose addresses
// are one expression of shared values stay together.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_CHOICES_H
#define BANKFIX_LIB_ANALYSIS_CHOICES_H

#include "Enumerate.h"

namespace bankfix {

struct Choices {
  /// What the request is: one entry, or one for each shift of all lanes.
  std::vector<ChoiceRequest> Alternatives;
  /// The same, of the offsets for which layout maps are defined; nothing where
  /// some lane has none.
  std::optional<ChoiceRequest> Bounded;
  /// The lanes' values come from memory, one for each lane: that they are
  /// uniformly distributed is a sensible thing to assume.
  bool Independent = false;
  /// Combinations of values that were tried, for each lane, and what else took
  /// as long.
  uint64_t Cost = 0;
};

Choices choices(const SymbolicAccess &A, const SharedArray &Array,
                const SymbolTable &Symbols);

/// True if \p V depends, however indirectly, on a symbol for which \p F holds.
bool dependsOn(const LaneValue &V, const SymbolTable &Symbols,
               llvm::function_ref<bool(const Symbol &)> F);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_CHOICES_H
