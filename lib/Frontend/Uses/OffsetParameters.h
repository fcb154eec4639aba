//===- OffsetParameters.h - What a macro gives, given on --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between functions, what a macro gives goes through parameters, together with
// the index that it is for:
//
//   void load(int *s, int &a, int &ao) { a = ..; ao = OFFSET(a); s[a + ao] .. }
//   void store(int *s, int a, int ao) { .. s[a + ao] }
//
//   int a, ao;  load(s, a, ao);  store(s, a, ao);
//
// That holds in a function where it holds in all of its calls.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_OFFSETPARAMETERS_H
#define BANKFIX_LIB_FRONTEND_USES_OFFSETPARAMETERS_H

#include "Uses/OffsetIndices.h"

namespace bankfix {

/// A function with a body, and where what macros give ends up in it.
struct FunctionOffsets {
  const clang::FunctionDecl *F;
  OffsetExpansions All;
  OffsetIndices Indices;

  FunctionOffsets(JudgedUnit &U, const clang::FunctionDecl *F,
                  OffsetExpansions Here)
      : F(F), All(std::move(Here)), Indices(U, All, F) {}
};

/// Lets \p Functions know what their parameters hold.
void passOffsets(const CallGraph &Calls,
                 llvm::ArrayRef<std::unique_ptr<FunctionOffsets>> Functions);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_OFFSETPARAMETERS_H
