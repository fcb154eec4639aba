//===- TypeMacros.h - Macros that name an integer type ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   -Dindex_t=int    int, unsigned, and those of 8 bytes, are proved
//                    static_assert(sizeof(index_t) == 4 || ...)
//
// What indices and counts are computed in is one of few types. An assertion
// tells those apart by size and sign, so that one is admitted with all its
// spellings proved: overloads tell `long` from `long long`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_TYPEMACROS_H
#define BANKFIX_LIB_DRIVER_TYPEMACROS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// Integer types that an assertion cannot tell apart.
struct IntegerTypes {
  llvm::ArrayRef<llvm::StringLiteral> Spellings;
  unsigned Bytes;
  bool IsSigned;
};

/// Those with 4 and 8 bytes.
llvm::ArrayRef<IntegerTypes> integerTypes();

/// Those that \p Spelling is one of; null: it is none, or not known as such.
const IntegerTypes *integerTypesOf(llvm::StringRef Spelling);

/// Holds where \p Macro names a type of \p Admitted, and for no other integer,
/// nor for a floating-point number.
std::string typeCondition(const std::string &Macro,
                          llvm::ArrayRef<const IntegerTypes *> Admitted);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_TYPEMACROS_H
