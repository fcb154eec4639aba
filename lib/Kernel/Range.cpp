//===- Range.cpp - What an expression can be, whatever the launch ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Expr.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace bankfix;

namespace {

ValueRange full(IntType T) { return {T.min(), T.max()}; }

ValueRange launchRange(const Expr &E) {
  switch (E.launchValue()) {
  case LaunchValue::ThreadIdx:
    return {0, LastThreadIndex};
  case LaunchValue::BlockDim:
    return {1, LastThreadIndex + 1};
  case LaunchValue::BlockIdx:
    return {0, E.type().max()};
  case LaunchValue::GridDim:
    return {1, E.type().max()};
  }
  return full(E.type());
}

/// The hull of the operator on all four corners, if none of them overflows.
ValueRange corners(Op O, IntType T, ValueRange A, ValueRange B) {
  int64_t Low = INT64_MAX, High = INT64_MIN;
  for (int64_t X : {A.Low, A.High})
    for (int64_t Y : {B.Low, B.High}) {
      int64_t R = 0;
      bool Overflow = O == Op::Add   ? llvm::AddOverflow(X, Y, R)
                      : O == Op::Sub ? llvm::SubOverflow(X, Y, R)
                                     : llvm::MulOverflow(X, Y, R);
      if (Overflow || T.wrap(R) != R)
        return full(T);
      Low = std::min(Low, R);
      High = std::max(High, R);
    }
  return {Low, High};
}

/// A range holds no larger values of 64 unsigned bits, though there are some.
bool isCut(IntType T, ValueRange A) {
  return T.Bits == 64 && !T.Signed && A.High == INT64_MAX;
}

/// A shift by less than nothing or by all bits is undefined.
ValueRange shifted(IntType T, ValueRange A, ValueRange B) {
  int64_t Least = std::max<int64_t>(B.Low, 0);
  int64_t Most = std::min<int64_t>(B.High, T.Bits - 1);
  if (Least > Most)
    return full(T);
  if (isCut(T, A))
    return {A.Low >> Most,
            Least == 0 ? INT64_MAX : int64_t(UINT64_MAX >> Least)};
  return {A.Low >> (A.Low < 0 ? Least : Most),
          A.High >> (A.High < 0 ? Most : Least)};
}

/// The largest distance of \p A from zero, as far as an int64_t holds it.
int64_t magnitude(ValueRange A) {
  int64_t Low = A.Low == INT64_MIN ? INT64_MAX : std::abs(A.Low);
  return std::max(Low, A.High < 0 ? 0 : A.High);
}

/// Nothing grows by a division; division by zero is undefined.
ValueRange divided(IntType T, ValueRange A, ValueRange B) {
  if (B.Low == 0 && B.High > 0)
    B.Low = 1;
  if (B.Low < 1) {
    if (A.Low == T.min() && T.Signed)
      return full(T); // -x is beyond the type.
    return {T.Signed ? -magnitude(A) : 0, magnitude(A)};
  }
  if (isCut(T, A))
    return {A.Low / B.High,
            B.Low == 1 ? INT64_MAX : int64_t(UINT64_MAX / uint64_t(B.Low))};
  int64_t Corner[] = {A.Low / B.Low, A.Low / B.High, A.High / B.Low,
                      A.High / B.High};
  return {*std::min_element(Corner, Corner + 4),
          *std::max_element(Corner, Corner + 4)};
}

/// Has the sign of \p A, and is smaller than both.
ValueRange remainder(ValueRange A, ValueRange B) {
  int64_t Most = std::max<int64_t>(magnitude(B), 1) - 1;
  int64_t High = A.High < 0 ? 0 : std::min(A.High, Most);
  int64_t Low = A.Low >= 0 ? 0 : std::max(A.Low, -Most);
  return {Low, High};
}

ValueRange masked(Op O, IntType T, ValueRange A, ValueRange B) {
  if (O == Op::And && (A.Low >= 0 || B.Low >= 0)) {
    int64_t High = A.Low >= 0 && B.Low >= 0 ? std::min(A.High, B.High)
                   : A.Low >= 0             ? A.High
                                            : B.High;
    return {0, High};
  }
  if (!T.Signed && (A.Low < 0 || B.Low < 0))
    return full(T);
  // All bits from the first that tells a value from its sign.
  auto BitsOf = [](int64_t V) {
    return int64_t(llvm::maskTrailingOnes<uint64_t>(
        llvm::bit_width(uint64_t(V < 0 ? ~V : V))));
  };
  if (A.Low < 0 && B.Low < 0) {
    int64_t Most =
        BitsOf(A.Low) | BitsOf(A.High) | BitsOf(B.Low) | BitsOf(B.High);
    return {~Most, Most};
  }
  // The smaller one changes no more than the bits that it has.
  if (B.Low < 0 || (A.Low >= 0 && A.High < B.High))
    std::swap(A, B);
  int64_t Mask = BitsOf(B.High);
  int64_t Low = A.Low & ~Mask;
  if (O == Op::Or)
    Low = A.Low < 0 ? A.Low : std::max(A.Low, B.Low);
  return {Low, A.High | Mask};
}

/// Of a function of one value's bits.
ValueRange bitFunction(Op O, IntType T, ValueRange A) {
  if (O == Op::ReverseBits)
    return full(T);
  if (A.Low < 0 || isCut(T, A))
    return {0, T.Bits};
  if (O == Op::PopCount)
    return {A.Low > 0, T.Bits - *fold(Op::LeadingZeros, T, A.High, 0)};
  return {*fold(O, T, A.High, 0), *fold(O, T, A.Low, 0)};
}

ValueRange highProduct(IntType T, ValueRange A, ValueRange B) {
  if (A.Low < 0 || B.Low < 0 || isCut(T, A) || isCut(T, B))
    return full(T);
  return {*fold(Op::MulHigh, T, A.Low, B.Low),
          *fold(Op::MulHigh, T, A.High, B.High)};
}

} // namespace

ValueRange bankfix::rangeOf(Op O, IntType T, ValueRange A, ValueRange B) {
  switch (O) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
    return corners(O, T, A, B);
  case Op::Shl:
    if (B.Low >= 0 && B.High < 31)
      return corners(Op::Mul, T, A,
                     {int64_t(1) << B.Low, int64_t(1) << B.High});
    return full(T);
  case Op::Shr:
    return shifted(T, A, B);
  case Op::Div:
    return divided(T, A, B);
  case Op::Rem:
    return remainder(A, B);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return masked(O, T, A, B);
  case Op::Min:
    return {std::min(A.Low, B.Low), std::min(A.High, B.High)};
  case Op::Max:
    return {std::max(A.Low, B.Low), std::max(A.High, B.High)};
  case Op::PopCount:
  case Op::LeadingZeros:
  case Op::ReverseBits:
    return bitFunction(O, T, A);
  case Op::MulHigh:
    return highProduct(T, A, B);
  default:
    return {0, 1};
  }
}

ValueRange bankfix::rangeOf(const Expr &E) {
  return rangeOf(E, [](const Expr &) { return std::nullopt; });
}

ValueRange bankfix::rangeOf(
    const Expr &E,
    llvm::function_ref<std::optional<ValueRange>(const Expr &)> Known) {
  if (std::optional<ValueRange> R = Known(E))
    return *R;
  auto Operand = [&](unsigned I) { return rangeOf(*E.operand(I), Known); };
  switch (E.kind()) {
  case ExprKind::Const:
    return {E.value(), E.value()};
  case ExprKind::LaunchValue:
    return launchRange(E);
  case ExprKind::Param:
  case ExprKind::Var:
    return full(E.type());
  case ExprKind::Opaque:
    return {E.low(), E.high()};
  case ExprKind::Unary:
    if (E.op() == Op::LogNot)
      return {0, 1};
    if (E.op() == Op::Neg)
      return corners(Op::Sub, E.type(), {0, 0}, Operand(0));
    if (isBitFunction(E.op()))
      return bitFunction(E.op(), E.type(), Operand(0));
    return full(E.type());
  case ExprKind::Binary:
    return rangeOf(E.op(), E.type(), Operand(0), Operand(1));
  case ExprKind::Select: {
    ValueRange A = Operand(1), B = Operand(2);
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  case ExprKind::Cast: {
    ValueRange A = Operand(0);
    bool Fits = !isCut(E.operand(0)->type(), A) &&
                E.type().wrap(A.Low) == A.Low &&
                E.type().wrap(A.High) == A.High;
    return Fits ? A : full(E.type());
  }
  }
  return full(E.type());
}
