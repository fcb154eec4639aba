//===- AccessNumbers.h - Which access of the text it is ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_ACCESSNUMBERS_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_ACCESSNUMBERS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace bankfix {

/// One number for each name of an array, or of a variable that leads to one. It
/// is given where the name is first met, and stays: whatever is known of an
/// access is kept under the number of the name in it.
class AccessNumbers {
public:
  unsigned number(const clang::Expr *Name) {
    return Numbers.try_emplace(Name, Numbers.size()).first->second;
  }
  std::optional<unsigned> find(const clang::Expr *Name) const {
    auto It = Numbers.find(Name);
    return It == Numbers.end() ? std::nullopt : std::optional(It->second);
  }

private:
  llvm::DenseMap<const clang::Expr *, unsigned> Numbers;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_ACCESSNUMBERS_H
