//===- OffsetMacro.h - Macros that spread indices over banks ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
//   s[i + CONFLICT_FREE_OFFSET(i)] = 0;
//
// What an author wrote against conflicts, for some number of banks: element i
// of a flat array lies behind all before it and what the macro leaves out.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_OFFSETMACRO_H
#define BANKFIX_KERNEL_OFFSETMACRO_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// `(i >> Shift) * Times` elements that are left out before element i.
struct OffsetTerm {
  unsigned Shift = 0, Times = 1;
  bool operator==(const OffsetTerm &) const = default;
};
using OffsetTerms = std::vector<OffsetTerm>;

/// Where element \p I, 0 or above, lies: I plus what all terms leave out.
int64_t placeOf(llvm::ArrayRef<OffsetTerm> Terms, int64_t I);

/// The element that lies at \p Place, or the last before it where that is one
/// of those that are left out.
int64_t elementAt(llvm::ArrayRef<OffsetTerm> Terms, int64_t Place);

/// "((n) >> 5) + ((n) >> 10)"
std::string textOf(llvm::ArrayRef<OffsetTerm> Terms, const std::string &N);

/// A macro that every index of an array goes through.
struct OffsetMacro {
  std::string Name, Parameter;
  /// Its value is the place; else only what is to be added to the index.
  bool AddsIndex = false;
  OffsetTerms Terms;       ///< None where the macro never leaves out anything.
  unsigned Operations = 0; ///< Integer operations of its body.
  /// The array's declared size is the place of this element, plus a constant.
  std::optional<uint64_t> SizedFor;
  /// Every text that says how large the array is says it through the macro.
  bool SizesFollow = false;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_OFFSETMACRO_H
