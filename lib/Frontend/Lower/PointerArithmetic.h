//===- PointerArithmetic.h - Where pointers lead once they are moved *- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a pointer leads is a byte offset, and subscripts as long as arithmetic
// keeps to the array's rows and elements.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_POINTERARITHMETIC_H
#define BANKFIX_LIB_FRONTEND_LOWER_POINTERARITHMETIC_H

#include "Lower/LocalVariables.h"

namespace bankfix {

class PointerArithmetic : public LocalVariables {
public:
  using LocalVariables::LocalVariables;

  /// \p P, \p Index elements further (or back).
  Pointer moved(Pointer P, const Expr *Index, clang::QualType Pointee,
                bool Back = false);
  /// What lies so many bytes behind the start of what \p P leads to, in it.
  Pointer into(Pointer P, int64_t Bytes);
  Pointer choose(const Expr *Cond, const Pointer &A, const Pointer &B);

private:
  std::optional<Pointer> movedSubscript(const Pointer &P, const Expr *Index,
                                        int64_t Bytes, bool Back);
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_POINTERARITHMETIC_H
