//===- NaiveCost.h - A second, slow count of wavefronts ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Written from the description of the hardware, with sets and maps, sharing no
// code or table with the library, so that each checks the other.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_TARGET_NAIVECOST_H
#define BANKFIX_TEST_UNIT_TARGET_NAIVECOST_H

#include "Wave.h"

namespace bankfix::test {

/// The counts of `cost`; its confidence is left at Certain.
Cost naiveCost(const Target &T, AccessOp Op, unsigned Bytes, const Wave &Lanes);

} // namespace bankfix::test

#endif // BANKFIX_TEST_UNIT_TARGET_NAIVECOST_H
