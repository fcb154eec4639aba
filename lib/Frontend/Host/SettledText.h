//===- SettledText.h - What every build has alike ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one walk over a host function finds is true of this build. It is of all,
// where no directive stands in the function and each macro in it is defined
// once, and under no condition.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_SETTLEDTEXT_H
#define BANKFIX_LIB_FRONTEND_HOST_SETTLEDTEXT_H

#include "Lower/LoweredUnit.h"
#include "Text/Conditionals.h"

namespace bankfix {

class SettledText {
public:
  explicit SettledText(const LoweredUnit &U) : U(U) {}

  /// Every build has the text of \p F that this one has.
  bool isWhole(const clang::FunctionDecl *F);

  /// No build declares another function by the name of \p F: none includes a
  /// header of the user's, or defines a macro that names it, under a condition.
  bool isOnlyOne(const clang::FunctionDecl *F);

private:
  const std::vector<ConditionalText> &texts();
  bool isFixed(const std::string &Macro, unsigned Depth = 0);

  const LoweredUnit &U;
  std::vector<ConditionalText> Texts; ///< Once texts() was asked for.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_SETTLEDTEXT_H
