//===- Reason.h - The texts of Reasons.def ----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_REASON_H
#define BANKFIX_LIB_ANALYSIS_REASON_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// Why no more is known of an access: the texts are in Reasons.def.
enum class Reason : uint8_t {
#define REASON(Name, Text) Name,
#include "Reasons.def"
};

/// The text of \p R, its placeholder filled with \p Detail.
inline std::string text(Reason R, llvm::StringRef Detail = "") {
  static constexpr llvm::StringLiteral Texts[] = {
#define REASON(Name, Text) Text,
#include "Reasons.def"
  };
  llvm::StringRef Text = Texts[unsigned(R)];
  auto [Before, After] = Text.split("{0}");
  return Text.contains("{0}") ? Before.str() + Detail.str() + After.str()
                              : Before.str();
}

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_REASON_H
