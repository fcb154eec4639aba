//===- SimilarNames.h - What somebody may have meant ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_SIMILARNAMES_H
#define BANKFIX_KERNEL_SIMILARNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// "; did you mean 'a' or 'b'?": those of \p Names that are like \p Name, in
/// any case, the nearest first and \p Most at most; empty if none is.
std::string didYouMean(llvm::StringRef Name,
                       llvm::ArrayRef<llvm::StringRef> Names, size_t Most = 3);

} // namespace bankfix

#endif // BANKFIX_KERNEL_SIMILARNAMES_H
