//===- Word.h - The word of shared memory -----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_WORD_H
#define BANKFIX_TARGET_WORD_H

namespace bankfix {

/// What one lane of 32 has of a row of banks, on all hardware: layouts pad with
/// words, and what promises no more is aligned to one.
inline constexpr unsigned WordBytes = 4;

} // namespace bankfix

#endif // BANKFIX_TARGET_WORD_H
