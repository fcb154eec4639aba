//===- Refusal.h - The texts of Refusals.def --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_REFUSAL_H
#define BANKFIX_LIB_LAYOUT_REFUSAL_H

#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace bankfix {

enum class Refusal : uint8_t {
#define REFUSAL(Name, Text) Name,
#include "Refusals.def"
};

/// The text of \p R, its placeholders filled with \p Details.
template <typename... Ts> std::string text(Refusal R, Ts &&...Details) {
  static constexpr const char *Texts[] = {
#define REFUSAL(Name, Text) Text,
#include "Refusals.def"
  };
  return llvm::formatv(Texts[unsigned(R)], std::forward<Ts>(Details)...).str();
}

/// "12.5", of one eighth.
inline std::string percent(double Fraction) {
  return llvm::formatv("{0:F1}", 100 * Fraction).str();
}

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_REFUSAL_H
