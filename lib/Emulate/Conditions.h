//===- Conditions.h - What a kernel's conditions ask of its inputs --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   module, kernel ──findConditions──▶ inputs that decide where it goes
//   inputs, a way to try them ──searchInputs──▶ values that reach more code
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_CONDITIONS_H
#define BANKFIX_LIB_EMULATE_CONDITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace bankfix {

/// An integer that the host gives: a parameter, or a variable in constant
/// memory, or a part of one.
struct InputPlace {
  int Parameter = -1;   ///< Its number; else Variable.
  std::string Variable; ///< Its symbol.
  unsigned Offset = 0;  ///< Bytes, from the start of the value.

  bool operator<(const InputPlace &Other) const {
    return std::tie(Parameter, Variable, Offset) <
           std::tie(Other.Parameter, Other.Variable, Other.Offset);
  }
  bool operator==(const InputPlace &) const = default;
};

/// Integers of which nothing is known, by place.
using ChosenInputs = std::map<InputPlace, int64_t>;

/// A place that conditions depend on, and the values at which they change.
struct InputCondition {
  InputPlace Place;
  std::vector<int64_t> Values;
};

/// Of \p Kernel and what it calls, after local variables became registers.
std::vector<InputCondition> findConditions(const llvm::Module &M,
                                           llvm::StringRef Kernel);

/// How far a run came.
struct Reached {
  bool Ended = false; ///< Without a fault.
  /// Accesses of the source, and stretches of code without a jump, that were
  /// executed at least once.
  unsigned Accesses = 0, Blocks = 0;
};

/// Looks for values under which a run reaches more accesses than \p Default,
/// what it reaches without any; empty where none are found. \p Accesses: all
/// that there are. \p Usual: values to try at each place besides its own.
/// \p Try: what a run reaches with these.
ChosenInputs
searchInputs(llvm::ArrayRef<InputCondition> Conditions,
             llvm::ArrayRef<int64_t> Usual, Reached Default, unsigned Accesses,
             llvm::function_ref<Reached(const ChosenInputs &)> Try);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_CONDITIONS_H
