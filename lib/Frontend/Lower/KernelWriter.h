//===- KernelWriter.h - The statements of a kernel --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is lowered is made of parts, each with what it alone knows; it sees
// those before it:
//
//   KernelWriter       where statements go, and values that only the text tells
//   AddressNumbers     numbers that are addresses of arrays
//   LocalVariables     what is in local variables
//   PointerArithmetic  where pointers lead once they are moved
//   SharedSites        accesses, and pointers that nobody follows any more
//   Lowering           what expressions and statements do
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_KERNELWRITER_H
#define BANKFIX_LIB_FRONTEND_LOWER_KERNELWRITER_H

#include "Lower/Values.h"

namespace bankfix {

class KernelWriter {
public:
  /// Statements and variables go to \p K; null: nothing is emitted.
  KernelWriter(LoweredUnit &U, Kernel *K) : U(U), K(K), Pool(U.Pool) {}

  LoweredUnit &U;
  Kernel *const K;
  ExprPool &Pool;

  void emit(Stmt S);
  /// Runs \p F with its statements going to the returned list.
  template <typename Fn> StmtList collect(Fn F) {
    StmtList Inner, *Outer = std::exchange(Emit, K ? &Inner : nullptr);
    F();
    Emit = Outer;
    return Inner;
  }
  bool isEmitting() const { return K && Emit; }
  void emitWork(Work W);
  void append(StmtList Effects);
  /// There is more than work.
  static bool hasEffects(const StmtList &L);
  void unsupported(std::string What);
  unsigned newVariable(std::string Name, IntType T);

  std::string textOf(const clang::Expr *E) const;
  /// A value of which only the text is known; null for what is no integer.
  const Expr *unknown(const clang::Expr *E);
  /// The value of a constant expression; else null.
  const Expr *constantOf(const clang::Expr *E);
  /// `threadIdx.x` and its like; else null.
  const Expr *builtinValue(const clang::Expr *E);
  const Expr *toType(const Expr *V, clang::QualType T);
  const Expr *linearThread();
  const Expr *blockThreads();
  const Expr *laneOfWarp();

  std::string RangeText; ///< Of the range-based `for` around.

protected:
  StmtList *Emit = nullptr;
  unsigned Statements = 0; ///< Emitted so far.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_KERNELWRITER_H
