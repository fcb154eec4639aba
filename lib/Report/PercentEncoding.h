//===- PercentEncoding.h - Bytes as a percent sign and digits ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_PERCENTENCODING_H
#define BANKFIX_LIB_REPORT_PERCENTENCODING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace bankfix {

/// \p Text with each byte that is not \p IsPlain as `%` and two digits:
/// "a%20b".
inline std::string percentEncoded(llvm::StringRef Text,
                                  llvm::function_ref<bool(char)> IsPlain) {
  std::string Out;
  for (char C : Text)
    if (IsPlain(C))
      Out += C;
    else
      Out += "%" + llvm::utohexstr((unsigned char)C, false, 2);
  return Out;
}

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_PERCENTENCODING_H
