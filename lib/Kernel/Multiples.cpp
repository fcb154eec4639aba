//===- Multiples.cpp - What values are multiples of -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Multiples.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

static constexpr unsigned MostZeros = llvm::ConstantLog2<Multiples::Most>();

static unsigned zerosOfNumber(int64_t V) {
  return std::min<unsigned>(MostZeros, llvm::countr_zero(uint64_t(V)));
}

/// Variables hold whatever is assigned to them: first all of them are taken for
/// zero, and then as little as the assignments leave of that. A loop's variable
/// is a multiple of its start and of its step that way.
Multiples::Multiples(const Kernel &K) : Variables(K.Variables.size(), 0) {
  // What nothing is assigned to may be anything.
  forEachNode<Assign>(K.Body,
                      [&](const Assign &A) { Variables[A.Var] = MostZeros; });
  for (bool Changed = true; std::exchange(Changed, false);)
    forEachNode<Assign>(K.Body, [&](const Assign &A) {
      unsigned New = std::min(Variables[A.Var], zerosOf(*A.Value));
      Changed |= std::exchange(Variables[A.Var], New) != New;
    });
}

unsigned Multiples::zerosOf(const Expr &E) const {
  switch (E.kind()) {
  case ExprKind::Const:
    return zerosOfNumber(E.value());
  case ExprKind::Var:
    return E.index() < Variables.size() ? Variables[E.index()] : 0;
  case ExprKind::Cast:
    return zerosOf(*E.operand(0));
  case ExprKind::Select:
    return std::min(zerosOf(*E.operand(1)), zerosOf(*E.operand(2)));
  case ExprKind::Unary:
    return E.op() == Op::Neg ? zerosOf(*E.operand(0)) : 0;
  case ExprKind::Binary:
    return zerosOfBinary(E);
  case ExprKind::LaunchValue:
  case ExprKind::Param:
  case ExprKind::Opaque:
    return 0;
  }
  llvm_unreachable("a kind of expression that nobody thought of");
}

unsigned Multiples::zerosOfBinary(const Expr &E) const {
  const Expr &B = *E.operand(1);
  unsigned Left = zerosOf(*E.operand(0)), Right = zerosOf(B);
  switch (E.op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Or:
  case Op::Xor:
  case Op::Min:
  case Op::Max:
  case Op::Rem: // What is taken off is a multiple of the divisor.
    return std::min(Left, Right);
  case Op::And:
    return std::max(Left, Right);
  case Op::Mul:
    return std::min(Left + Right, MostZeros);
  case Op::Shl: // Of fewer bits than the type has, or undefined.
    return B.isConst() && B.value() >= 0
               ? unsigned(std::min<int64_t>(Left + B.value(), MostZeros))
               : Left;
  case Op::Shr:
    return B.isConst() && B.value() >= 0 && B.value() < Left
               ? Left - unsigned(B.value())
               : 0;
  case Op::Div:
    return B.isConst() && B.value() > 0 && llvm::isPowerOf2_64(B.value()) &&
                   Right < Left
               ? Left - Right
               : 0;
  default: // 0 or 1, or bits that come from elsewhere.
    return 0;
  }
}
