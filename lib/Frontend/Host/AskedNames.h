//===- AskedNames.h - What a source may ask its build for --------- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_ASKEDNAMES_H
#define BANKFIX_LIB_FRONTEND_HOST_ASKEDNAMES_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace bankfix {

/// What the preprocessor may ask builds for.
struct AskedNames {
  /// Adds those of \p Text, which a zero byte follows. Of a header, what guards
  /// it is nobody's option.
  void add(llvm::StringRef Text, bool IsHeader);

  /// It is spelled, or pasted of what is.
  bool mayName(const std::string &Name) const {
    return Pastes || Spelled.count(Name);
  }
  /// The same in a condition.
  bool mayTest(const std::string &Name) const {
    return Tested.count(Name) || (Pastes && !Tested.empty());
  }

  std::string Plain; ///< The text without comments.
  std::set<std::string> Spelled;
  std::set<std::string> Included; ///< Headers; "" for what a macro names.
  /// In conditions, or in a macro's body, which may stand in one.
  std::set<std::string> Tested;
  bool Pastes = false;

private:
  std::set<std::string> InBodies; ///< Of macros.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_ASKEDNAMES_H
