//===- LowerFunctions.cpp - Functions of integers -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compilers' integer functions compute, as expressions. A few need
// operators of their own; the others come down to those of C.
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Lower/Lowering.h"

using namespace bankfix;

namespace {

constexpr IntType UInt64{64, false};

class FunctionBuilder {
public:
  FunctionBuilder(ExprPool &Pool, llvm::ArrayRef<const Expr *> Args)
      : Pool(Pool), A(Args), T(Args[0]->type()) {}

  /// Null where it is not known.
  const Expr *build(LaneFunction F);

private:
  const Expr *number(int64_t V) { return Pool.constant(V, T); }
  const Expr *as(const Expr *V, IntType To) { return Pool.cast(V, To); }
  const Expr *binary(Op O, const Expr *X, const Expr *Y) {
    return Pool.binary(O, X, Y);
  }
  const Expr *notBelow(const Expr *X, const Expr *Y) {
    return binary(Op::Sub, binary(Op::Max, X, Y), binary(Op::Min, X, Y));
  }
  /// The bits up to the lowest that is set in \p X: all in 0.
  const Expr *belowLowest(const Expr *X) {
    const Expr *Lowest = binary(Op::And, X, Pool.unary(Op::Neg, X));
    return binary(Op::Sub, Lowest, number(1));
  }
  const Expr *rotated();
  const Expr *permutedBytes();
  const Expr *funnel(bool Left);

  ExprPool &Pool;
  llvm::ArrayRef<const Expr *> A;
  IntType T;
};

} // namespace

/// Modulo the width.
const Expr *FunctionBuilder::rotated() {
  IntType U{T.Bits, false};
  const Expr *V = as(A[0], U), *Mask = Pool.constant(T.Bits - 1, U);
  const Expr *By = binary(Op::And, as(A[1], U), Mask);
  const Expr *Rest = binary(Op::And, Pool.unary(Op::Neg, By), Mask);
  return as(binary(Op::Or, binary(Op::Shl, V, By), binary(Op::Shr, V, Rest)),
            T);
}

/// Four bytes of eight, by the digits of a constant.
const Expr *FunctionBuilder::permutedBytes() {
  if (!A[2]->isConst())
    return nullptr;
  const Expr *Out = Pool.constant(0, UInt32);
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Digit = uint64_t(A[2]->value()) >> (4 * I) & 15;
    if (Digit & 8)
      return nullptr; // Spreads the byte's sign.
    const Expr *Byte = binary(Op::And,
                              binary(Op::Shr, as(A[Digit / 4], UInt32),
                                     Pool.constant(Digit % 4 * 8, UInt32)),
                              Pool.constant(255, UInt32));
    Out = binary(Op::Or, Out,
                 binary(Op::Shl, Byte, Pool.constant(8 * I, UInt32)));
  }
  return Out;
}

/// The upper or lower word of two that are shifted together, modulo 32.
const Expr *FunctionBuilder::funnel(bool Left) {
  const Expr *Both = binary(
      Op::Or,
      binary(Op::Shl, as(as(A[1], UInt32), UInt64), Pool.constant(32, UInt64)),
      as(as(A[0], UInt32), UInt64));
  const Expr *By = binary(Op::And, as(A[2], UInt64), Pool.constant(31, UInt64));
  const Expr *V = binary(Left ? Op::Shl : Op::Shr, Both, By);
  return as(Left ? binary(Op::Shr, V, Pool.constant(32, UInt64)) : V, UInt32);
}

const Expr *FunctionBuilder::build(LaneFunction F) {
  switch (F) {
  case LaneFunction::PopCount:
    return Pool.unary(Op::PopCount, A[0]);
  case LaneFunction::LeadingZeros:
    return Pool.unary(Op::LeadingZeros, A[0]);
  case LaneFunction::TrailingZeros:
    return Pool.unary(Op::PopCount, belowLowest(A[0]));
  case LaneFunction::FirstSet: // 1 is the lowest; 0 if there is none.
    return binary(Op::Sub, number(T.Bits),
                  Pool.unary(Op::LeadingZeros,
                             binary(Op::And, A[0], Pool.unary(Op::Neg, A[0]))));
  case LaneFunction::Reverse:
    return Pool.unary(Op::ReverseBits, A[0]);
  case LaneFunction::MultiplyHigh:
    return binary(Op::MulHigh, A[0], A[1]);
  case LaneFunction::MultiplyHighAdd:
    return Pool.add(binary(Op::MulHigh, A[0], A[1]), A[2]);
  case LaneFunction::HalfSum:
    return Pool.add(binary(Op::And, A[0], A[1]),
                    binary(Op::Shr, binary(Op::Xor, A[0], A[1]), number(1)));
  case LaneFunction::HalfSumUp:
    return binary(Op::Sub, binary(Op::Or, A[0], A[1]),
                  binary(Op::Shr, binary(Op::Xor, A[0], A[1]), number(1)));
  case LaneFunction::Rotate:
    return rotated();
  case LaneFunction::Distance:
    return notBelow(A[0], A[1]);
  case LaneFunction::DistanceAdd:
    return Pool.add(as(notBelow(A[0], A[1]), A[2]->type()), A[2]);
  case LaneFunction::Select:
    return Pool.select(binary(Op::Ne, A[2], Pool.constant(0, A[2]->type())),
                       A[1], A[0]);
  case LaneFunction::BitSelect:
    return binary(Op::Or, binary(Op::And, A[0], Pool.unary(Op::BitNot, A[2])),
                  binary(Op::And, A[1], A[2]));
  case LaneFunction::BytePermute:
    return permutedBytes();
  case LaneFunction::FunnelLeft:
  case LaneFunction::FunnelRight:
    return funnel(F == LaneFunction::FunnelLeft);
  case LaneFunction::Convert:
    return A[0];
  case LaneFunction::None:
    break;
  }
  return nullptr;
}

const Expr *Lowering::functionValue(const clang::CallExpr *E) {
  llvm::SmallVector<const Expr *, 3> Args;
  for (const clang::Expr *A : E->arguments()) {
    const Expr *V = value(A);
    bool IsInteger = integerType(U.Context, A->getType()).has_value();
    Args.push_back(IsInteger ? V : nullptr);
  }
  bool Known = integerType(U.Context, E->getType()) && K &&
               llvm::all_of(Args, [](const Expr *A) { return A != nullptr; });
  // Those of one operator read it once.
  for (const Expr *&A : Args)
    if (Known && Args.size() > 1)
      A = stable(A);
  const Expr *V =
      Known ? FunctionBuilder(Pool, Args).build(laneFunction(*E)) : nullptr;
  V = toType(V, E->getType());
  return V ? V : unknown(E);
}
