//===- JsonText.h - Text of sources in JSON ---------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_JSONTEXT_H
#define BANKFIX_LIB_REPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace bankfix {

/// Sources and paths are bytes, JSON is Unicode.
inline void text(llvm::json::OStream &J, llvm::StringRef Key,
                 llvm::StringRef Value) {
  J.attribute(Key, llvm::json::fixUTF8(Value));
}

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_JSONTEXT_H
