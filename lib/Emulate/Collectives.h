//===- Collectives.h - What threads do together -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codes that instrumented code passes to the hooks.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_COLLECTIVES_H
#define BANKFIX_LIB_EMULATE_COLLECTIVES_H

#include <cstdint>

namespace bankfix {

enum class ShuffleKind : uint8_t { Index, Up, Down, Xor };
enum class VoteKind : uint8_t { All, Any, Uniform, Ballot };
enum class ReduceKind : uint8_t { Add, Min, UMin, Max, UMax, And, Or, Xor };
enum class BarrierKind : uint8_t {
  Sync,
  Arrive, ///< Counts, but goes on.
  Count,  ///< These three return something of all threads' predicates.
  And,
  Or,
};
/// OpenCL's functions of an axis, and those of waves, which have none.
enum class WorkItem : uint8_t {
  LocalId,
  LocalSize,
  GroupId,
  Groups,
  GlobalId,
  GlobalSize,
  LaneId,
  WaveSize, ///< Of the last one, fewer than others may have.
  MaxWaveSize,
  WaveId,
  Waves,
};
enum class SpecialRegister : uint8_t {
#define REGISTER(Name, Text) Name,
#include "SpecialRegisters.def"
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_COLLECTIVES_H
