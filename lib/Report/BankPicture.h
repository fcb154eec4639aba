//===- BankPicture.h - Lanes against banks ----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_BANKPICTURE_H
#define BANKFIX_LIB_REPORT_BANKPICTURE_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// In which turn each lane of \p R is served by its bank, from 1, one per lane:
/// lanes of one phase that want the same row of a bank share a turn. Where the
/// hardware serves phases together, the turns are those of each by itself.
std::vector<unsigned> turnsOf(const RequestPicture &R);

/// A bank that lanes of one phase want several rows of.
struct BusyBank {
  unsigned Bank = 0;
  unsigned Rows = 0;         ///< Different ones.
  std::vector<size_t> Lanes; ///< Of RequestPicture::Lanes.
};

/// The bank with the most turns; nothing where no two lanes collide.
std::optional<BusyBank> busiestBank(const RequestPicture &R);

/// "0-3, 8, 12": lanes, in order.
std::string laneList(const RequestPicture &R, llvm::ArrayRef<size_t> Lanes);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_BANKPICTURE_H
