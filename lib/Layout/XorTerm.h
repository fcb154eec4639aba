//===- XorTerm.h - What a swizzle XORs into a subscript ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OffsetBits     where the bits of the subscripts lie in a byte offset
//   BitMatrix      a linear map over F2 on byte offsets
//   XorTerm        a part of one that is cheap to write: ((r >> 1) & 7)
//
//   BitMatrix ──toTerms──▶ XorTerms ──toMatrix──▶ BitMatrix
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_XORTERM_H
#define BANKFIX_LIB_LAYOUT_XORTERM_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Layout/IndexExpr.h"

namespace bankfix {

/// Where the bits of each subscript lie in the byte offset. Only for arrays of
/// which all dimensions but the first, and the elements, are powers of two.
struct OffsetBits {
  std::vector<unsigned> First; ///< Per dimension: where its bit 0 lies.
  std::vector<unsigned> Width; ///< Bits that the subscript can have.
  unsigned Count = 0;          ///< Bits that an offset can have.
  /// The array consists of whole blocks of 1 << Closed bytes: what is XORed
  /// into the bits below stays inside.
  unsigned Closed = 0;

  static std::optional<OffsetBits> of(const SharedArray &A);
};

/// A linear map over F2: what each bit of a byte offset becomes.
struct BitMatrix {
  std::vector<uint64_t> Columns;

  static BitMatrix identity(unsigned Bits);
  /// Bits beyond the columns stay: those of a group's larger arrays.
  uint64_t apply(uint64_t Offset) const;
  bool isInvertible() const;
};

/// `To ^= ((From >> Shift) & Mask) * Factor`, or with a negative shift
/// `To ^= (From & Mask) << -Shift`.
struct XorTerm {
  unsigned From = 0, To = 0; ///< Dimensions; both values are the old ones.
  int Shift = 0;
  uint64_t Mask = 0;
  bool Masked = true; ///< False where no other bits can be there.
  uint64_t Factor = 1;

  bool operator==(const XorTerm &) const = default;

  int64_t value(int64_t Subscript) const;
  /// Bits that it may change.
  uint64_t targets() const;
  /// Integer operations, the XOR included.
  unsigned operations() const;
  /// What is XORed into To, of From.
  IndexExpr expression(IndexExpr Subscript) const;
};

BitMatrix toMatrix(const OffsetBits &Bits, llvm::ArrayRef<XorTerm> Terms);

/// The cheapest terms found whose matrix is \p M. A mask is left out only where
/// the subscript is one of several.
std::vector<XorTerm> toTerms(const OffsetBits &Bits, const BitMatrix &M);

/// The terms of subscripts that are XORs of such; nothing where some are not.
std::optional<std::vector<XorTerm>> xorTerms(llvm::ArrayRef<IndexExpr> Index);

/// "SWIZZLE_5_31", of one subscript, or "XOR_1_7", of several: a name for such
/// a subscript that says its terms.
std::string xorName(const IndexExpr &E);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_XORTERM_H
