//===- Copies.h - Functions that arrays get for themselves ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   text ──copyFunctions──▶ text with copies ──rewrite──▶ text that is written
//     └───────────── composed: one list of edits ─────────────┘
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REWRITE_COPIES_H
#define BANKFIX_REWRITE_COPIES_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Kernel/SourceEdit.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// What puts \p Copies, some of \p Map's, into \p Text, and has their calls
/// call them, by offset. With \p Comments, each says what it is a copy of. An
/// error says where that cannot be.
llvm::Expected<std::vector<SourceEdit>>
copyFunctions(llvm::StringRef Text, const SourceMap &Map,
              llvm::ArrayRef<CopySource> Copies, bool Comments);

/// \p Text with \p Edits, none of which names a file.
std::string edited(llvm::StringRef Text, llvm::ArrayRef<SourceEdit> Edits);

/// \p First, and \p Second to what that makes, as one list. Those that name a
/// file stay as they are.
std::vector<SourceEdit> composed(llvm::ArrayRef<SourceEdit> First,
                                 llvm::ArrayRef<SourceEdit> Second);

/// The line of \p Text, from 1, that line \p Line is once \p Edits are made; of
/// what these put there, the line that it follows.
unsigned lineBefore(llvm::StringRef Text, llvm::ArrayRef<SourceEdit> Edits,
                    unsigned Line);

} // namespace bankfix

#endif // BANKFIX_REWRITE_COPIES_H
