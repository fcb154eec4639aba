//===- IndexExpr.h - Where an element goes, as an expression ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   i + (i >> 5)     one subscript of the new array, of the old subscripts
//     ──evaluate──▶  a number, for the requests and the proof
//     ──lower──▶     what the source's text lowers to, for the proof
//     ──text──▶      the body of the macro that indices go through
//     ──operations─▶ what it costs
//
// A layout map says where elements go once, as such an expression; all else is
// derived from it (LayoutMap.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LAYOUT_INDEXEXPR_H
#define BANKFIX_LAYOUT_INDEXEXPR_H

#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace bankfix {

/// An integer expression over the subscripts of an element (or, of a size that
/// a host sets, over its bytes as subscript 0). Immutable; copies share.
class IndexExpr {
public:
  static IndexExpr subscript(unsigned Dim);
  static IndexExpr constant(int64_t Value);
  /// `A O B` for an \p O that works on integers, without what changes nothing:
  /// `A * 1`, `A + 0`, `A >> 0`.
  static IndexExpr binary(Op O, IndexExpr A, IndexExpr B);

  /// The subscript or the constant that it is.
  std::optional<unsigned> asSubscript() const;
  std::optional<int64_t> asConstant() const;
  /// It is `left() O right()`.
  bool is(Op O) const;
  IndexExpr left() const;
  IndexExpr right() const;

  int64_t evaluate(llvm::ArrayRef<int64_t> Subscripts) const;
  /// What its text lowers to, the conversions of C included.
  const Expr *lower(ExprPool &Pool,
                    llvm::ArrayRef<const Expr *> Subscripts) const;
  /// As C writes it with these in place of the subscripts, each in parentheses
  /// of its own: "((i) + ((i) >> 5) * 2)".
  std::string text(llvm::function_ref<std::string(unsigned)> Name) const;
  /// With these in place of the subscripts.
  IndexExpr substitute(llvm::ArrayRef<IndexExpr> Subscripts) const;

  /// The subscripts that it names, in the order of the first mention.
  std::vector<unsigned> subscripts() const;
  /// Integer operations, as instructions of a GPU.
  unsigned operations() const;
  /// Where an element goes depends on the subscripts, not on their bits. (A
  /// division by the length of a flat array's rows tells row from column.)
  bool isAffine() const;
  /// A subscript and what is added to it, which a larger subscript, from 0 on,
  /// never makes less: what it makes of a size is a size for all below.
  bool isGrowing() const;
  /// What it makes of nothing negative is never less for more.
  bool neverFalls() const;

private:
  struct Node;
  explicit IndexExpr(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  std::string part(llvm::function_ref<std::string(unsigned)> Name) const;
  static bool isFused(Op Outer, const IndexExpr &Inner);

  std::shared_ptr<const Node> N;
};

inline IndexExpr operator+(IndexExpr A, int64_t B) {
  return IndexExpr::binary(Op::Add, std::move(A), IndexExpr::constant(B));
}
inline IndexExpr operator+(IndexExpr A, IndexExpr B) {
  return IndexExpr::binary(Op::Add, std::move(A), std::move(B));
}
inline IndexExpr operator-(IndexExpr A, IndexExpr B) {
  return IndexExpr::binary(Op::Sub, std::move(A), std::move(B));
}
inline IndexExpr operator*(IndexExpr A, int64_t B) {
  return IndexExpr::binary(Op::Mul, std::move(A), IndexExpr::constant(B));
}
inline IndexExpr operator/(IndexExpr A, int64_t B) {
  return IndexExpr::binary(Op::Div, std::move(A), IndexExpr::constant(B));
}
inline IndexExpr operator>>(IndexExpr A, unsigned Bits) {
  return IndexExpr::binary(Op::Shr, std::move(A), IndexExpr::constant(Bits));
}
inline IndexExpr operator<<(IndexExpr A, unsigned Bits) {
  return IndexExpr::binary(Op::Shl, std::move(A), IndexExpr::constant(Bits));
}
inline IndexExpr operator&(IndexExpr A, uint64_t Mask) {
  return IndexExpr::binary(Op::And, std::move(A),
                           IndexExpr::constant(int64_t(Mask)));
}
inline IndexExpr operator^(IndexExpr A, IndexExpr B) {
  return IndexExpr::binary(Op::Xor, std::move(A), std::move(B));
}

} // namespace bankfix

#endif // BANKFIX_LAYOUT_INDEXEXPR_H
