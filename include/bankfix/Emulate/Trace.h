//===- Trace.h - What a run on the CPU showed -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of what a kernel did, as opposed to what the analysis says that it
// will do. Plain data.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_EMULATE_TRACE_H
#define BANKFIX_EMULATE_TRACE_H

#include "bankfix/Kernel/SourcePlace.h"
#include "bankfix/Target/Target.h"
#include <array>

namespace bankfix {

/// x, y, z.
using Index3 = std::array<unsigned, 3>;

/// An access of the source to shared memory.
struct TracedSite {
  SourcePlace Place;    ///< Where Frontend places it.
  std::string Function; ///< The function whose code it is, demangled.
  std::string Array;    ///< The shared variable that the first lane touched.
  AccessOp Op = AccessOp::Load;
  unsigned Bytes = 4; ///< Per lane.

  bool operator==(const TracedSite &) const = default;
};

/// What the requests of one site cost, all waves and iterations of a block (or
/// of several, added up).
struct TracedCounts {
  uint64_t Requests = 0; ///< As Cost::Requests.
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  uint64_t Serialization = 0; ///< Part of Wavefronts, but not of excess().
  uint64_t Lanes = 0;         ///< Active ones, over all requests.
  Confidence Conf = Confidence::Certain; ///< The weakest of any request.
  double MinDegree = 0, MaxDegree = 0;   ///< Of one request, as Verdict's.

  uint64_t excess() const { return Wavefronts - Ideal - Serialization; }
  double meanDegree() const {
    return Ideal ? double(Wavefronts - Serialization) / Ideal : 0;
  }
  void add(const TracedCounts &Other);
  bool operator==(const TracedCounts &) const = default;
};

struct TracedAccess {
  TracedSite Site;
  TracedCounts Counts;
  /// Active lanes / (requests x lanes of a wave).
  double lanesActive(unsigned WaveSize) const {
    return Counts.Requests
               ? double(Counts.Lanes) / (double(Counts.Requests) * WaveSize)
               : 0;
  }
};

/// Two waves used one byte of shared memory with no barrier between.
struct TracedRace {
  TracedSite First, Second;
  Index3 Block = {};
  std::string text() const;
  bool operator==(const TracedRace &) const = default;
};

/// A subscript that was outside of its dimension, which is undefined; the first
/// of its place.
struct OutsideSubscript {
  SourcePlace Place;
  int64_t Index = 0;
  std::string Type; ///< Of what it is a subscript of: "float[32]".
  Index3 Block = {}, Thread = {};
  std::string text() const;
};

/// Why a run ended early. The texts are in FaultDiagnostics.def.
enum class FaultKind : uint8_t {
#define FAULT(Name, Text) Name,
#include "bankfix/Emulate/FaultDiagnostics.def"
};

struct Fault {
  FaultKind Kind;
  SourcePlace Place; ///< Line 0 where it is not known.
  Index3 Block = {}, Thread = {};
  std::string Detail; ///< What fills the text's placeholder.

  /// One sentence, with block and thread.
  std::string text() const;
  /// The kernel did nothing wrong: bankfix cannot run it.
  bool isRefusal() const { return Kind == FaultKind::Unsupported; }
};

} // namespace bankfix

#endif // BANKFIX_EMULATE_TRACE_H
