//===- Costs.h - What takes time besides shared memory ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor (SM, CU) is several pipes that work at the same time: each figure
// says for how many cycles one of them is taken. The figures and their sources
// are in lib/Target/Costs.def.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_COSTS_H
#define BANKFIX_TARGET_COSTS_H

#include "bankfix/Target/Target.h"

namespace bankfix {

/// Of one processor. Cycles are its clock's; those of an operation are for the
/// lanes of one wave together.
struct Costs {
  double Wavefront; ///< Cycles that shared memory takes for one.
  double Integer;   ///< Cycles of an addition, a shift or a comparison.
  double Float;     ///< Of 32 bits: an addition, product or both together.
  double Double;    ///< The same, of 64 bits.
  double Special;   ///< Roots, quotients, trigonometric functions.
  double Issue;     ///< Cycles of an instruction of any kind.
  double SharedLatency;       ///< Cycles from a load to its value.
  double LatencyPerWavefront; ///< More, for each wavefront beyond the first.
  double OperationLatency;    ///< Cycles from an operation to its value.
  double GlobalLatency;       ///< Cycles of a load that no cache has.
  double MemoryBytes; ///< From and to DRAM in a cycle, this processor's share.
  double CacheBytes;  ///< The same of the last cache before it.
  unsigned Registers; ///< Of the processor, of 32 bits for one lane each.
  unsigned LaneRegisters;   ///< The most that a lane may have of them.
  unsigned RegisterGranule; ///< A wave gets a multiple of so many.
  /// Certain: all figures are the vendor's, or measured. Likely: some are those
  /// of a related chip.
  Confidence Conf;
};

/// Null where too few figures have a source.
const Costs *costsOf(const Target &T);

} // namespace bankfix

#endif // BANKFIX_TARGET_COSTS_H
