//===- SharedAssembly.h - Shared memory in PTX ------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of an asm statement does with shared memory, as the PTX ISA
// (9.7.9 "Data movement", 9.7.14 "Warp-level matrix instructions") describes
// the instructions. Free of Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_SHAREDASSEMBLY_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_SHAREDASSEMBLY_H

#include "bankfix/Target/Target.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// One instruction that accesses shared memory.
struct SharedInstruction {
  std::string Text;
  /// Nothing where the instruction is not known.
  std::optional<AccessOp> Op;
  unsigned Bytes = 4; ///< Per lane.
  /// 0, or the operand that says how many.
  std::string BytesOperand;
  std::string Address; ///< The operand: "1" or a name, without the '%'.
  /// All operands that are addresses in shared memory; empty names stand for
  /// those that are no operands. More than one of a copy, none of what only
  /// asks about addresses.
  std::vector<std::string> Addresses;
  int64_t Offset = 0; ///< Bytes from there.
  /// Lanes whose addresses count: the first so many.
  unsigned Lanes = 32;
  /// The operand that has to be other than zero (or zero) for it to run; empty
  /// where it always does.
  std::string Predicate;
  bool IsNegated = false;
};

struct SharedAssembly {
  std::vector<SharedInstruction> Instructions;
  /// An operand becomes the address of another in shared memory.
  struct Conversion {
    std::string To, From;
  };
  std::optional<Conversion> Converted;
  bool DoesMore = false; ///< Than that, and to declare registers.
  bool Ends = false;     ///< It may be the last that a thread does.
  /// Instructions that find shared memory through descriptors, in operands that
  /// are numbers.
  std::vector<std::string> ByDescriptor;
  /// The special register that it reads and that says how much shared memory a
  /// block has, "%total_smem_size"; empty if none.
  std::string SizeRegister;
};

/// Reads the text as the source has it, with `%0` and `%[name]` for operands.
SharedAssembly readAssembly(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_SHAREDASSEMBLY_H
