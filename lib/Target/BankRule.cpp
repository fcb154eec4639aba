//===- BankRule.cpp - Which rule serves an access -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace bankfix;
using llvm::ArrayRef;

static const BankRule *find(const Target &T, AccessOp Op, unsigned Bytes) {
  const unsigned OpBit = 1U << static_cast<unsigned>(Op);
  const unsigned Width = widthBit(Bytes);
  for (const BankRule &R : T.Rules)
    if ((R.Ops & OpBit) && (R.Widths & Width))
      return &R;
  // Of most hardware nothing more is known than of any atomic function.
  return isAtomic(Op) && Op != AccessOp::Atomic
             ? find(T, AccessOp::Atomic, Bytes)
             : nullptr;
}

BankRule bankfix::ruleFor(const Target &T, AccessOp Op, unsigned Bytes) {
  if (const BankRule *R = find(T, Op, Bytes))
    return *R;
  // No such instruction here, or no evidence: the nearest that there is.
  const bool Reads = Op == AccessOp::Load || Op == AccessOp::LoadMatrix;
  const AccessOp Plain = isAtomic(Op) ? AccessOp::Atomic
                         : Reads      ? AccessOp::Load
                                      : AccessOp::Store;
  const BankRule *Whole = find(T, Plain, Bytes);
  const BankRule *Near = Whole ? Whole : find(T, Plain, 4);
  assert(Near && "every target has rules for 4 bytes");
  BankRule R = *Near;
  if (!Whole)
    R.PartBytes = 4;
  R.Merge = std::nullopt;
  R.Contiguous = std::nullopt;
  R.Conf = Confidence::Unknown;
  return R;
}

bool bankfix::serveAlike(const Target &A, const Target &B, AccessOp Op,
                         unsigned Bytes) {
  return A.WaveSize == B.WaveSize && A.Banks == B.Banks &&
         A.BankWidth == B.BankWidth &&
         llvm::all_of(AccessWidths, [&](unsigned Width) {
           return Width > Bytes ||
                  ruleFor(A, Op, Width) == ruleFor(B, Op, Width);
         });
}

bool bankfix::neighboursShareAddresses(ArrayRef<LaneAccess> Lanes) {
  // At most three entries lie between a lane and its partner.
  const auto Agrees = [&](unsigned Toggle) {
    for (size_t I = 0; I != Lanes.size(); ++I)
      for (size_t J = I + 1; J != Lanes.size(); ++J) {
        if (Lanes[J].Lane > Lanes[I].Lane + Toggle)
          break;
        if (Lanes[J].Lane == (Lanes[I].Lane ^ Toggle) &&
            Lanes[J].Address != Lanes[I].Address)
          return false;
      }
    return true;
  };
  return Agrees(1) || Agrees(2);
}

unsigned bankfix::shiftPeriod(const Target &T, AccessOp Op, unsigned Bytes,
                              unsigned Step) {
  const BankRule R = ruleFor(T, Op, Bytes);
  if (Step == 0 || R.Shares == Sharing::Unbanked)
    return 0;
  // Moving by whole banks renames them and keeps equal words equal; where a row
  // holds one word of each bank, no other relation between lanes matters. A
  // longer row (Kepler's 4-byte mode) pairs words by their position in it.
  const unsigned BankBytes = 1U << R.BankShift;
  const unsigned RowBytes = 1U << R.RowShift;
  const unsigned Period = RowBytes > BankBytes * R.Banks ? RowBytes : BankBytes;
  // Moves are multiples of Step and keep the access aligned.
  const unsigned Alignment = llvm::has_single_bit(Bytes) ? Bytes : 4;
  const unsigned Move = std::max(Step & -Step, Alignment);
  return Move % Period == 0 ? 0 : Period;
}
