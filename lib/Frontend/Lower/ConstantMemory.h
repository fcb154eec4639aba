//===- ConstantMemory.h - Constant memory -----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_CONSTANTMEMORY_H
#define BANKFIX_LIB_FRONTEND_LOWER_CONSTANTMEMORY_H

#include "Lower/Values.h"

namespace bankfix {

class Lowering;

/// Somewhere in constant memory: a name for what the source goes through on the
/// way, and the indices.
struct ConstantPlace {
  std::string Name;
  llvm::SmallVector<const Expr *, 3> At;
};

/// What is read from constant memory: see LowerConstants.cpp.
class ConstantMemory {
public:
  explicit ConstantMemory(Lowering &L) : L(L) {}
  ConstantMemory(const ConstantMemory &) = delete;

  /// The value of \p E, from memory that is not shared.
  const Expr *value(const clang::Expr *E);
  /// Where the pointer \p E leads, if that is in constant memory.
  std::optional<ConstantPlace> pointer(const clang::Expr *E);
  /// \p V, which nothing changes, leads to \p P.
  void bind(const clang::VarDecl *V, std::optional<ConstantPlace> P);

private:
  const Expr *element(const clang::APValue &Table, const clang::Expr *E,
                      IntType T);
  std::optional<ConstantPlace> at(std::optional<ConstantPlace> In,
                                  llvm::StringRef Way,
                                  const clang::Expr *Index);
  std::optional<ConstantPlace> place(const clang::Expr *E);
  std::optional<ConstantPlace> parameter(const clang::ParmVarDecl *P,
                                         const clang::Expr *Use);

  Lowering &L;
  /// By parameters.
  llvm::DenseMap<const void *, ConstantPlace> Bound;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_CONSTANTMEMORY_H
