//===- Rewrite.h - From a plan to new source text ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   plan + SourceMap ──rewrite──▶ source'
//
// Edits are composed from ranges that the frontend found; text is never
// searched. No byte outside them changes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REWRITE_REWRITE_H
#define BANKFIX_REWRITE_REWRITE_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Kernel/SourceEdit.h"
#include "bankfix/Layout/Plan.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// \p Text with every plan of \p Plans carried out (those without a map are
/// left out). An error says which edits do not fit together.
llvm::Expected<std::string> rewrite(llvm::StringRef Text,
                                    const ParsedFile &Parsed,
                                    llvm::ArrayRef<ArrayPlan> Plans);

/// What rewrite() and rewriteHost() change in \p Text of file number \p File,
/// by offset; their files are not named.
llvm::Expected<std::vector<SourceEdit>>
editsOf(llvm::StringRef Text, unsigned File, const ParsedFile &Parsed,
        llvm::ArrayRef<ArrayPlan> Plans);

/// \p Text of file \p File (see HostSizeSource) with the sizes that the host
/// gives the planned arrays.
llvm::Expected<std::string> rewriteHost(llvm::StringRef Text, unsigned File,
                                        const ParsedFile &Parsed,
                                        llvm::ArrayRef<ArrayPlan> Plans);

} // namespace bankfix

#endif // BANKFIX_REWRITE_REWRITE_H
