//===- OpenPastes.h - Names that other builds paste -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifndef END
//   #define END x
//   #endif
//   #define CAT(a, b) CAT_(a, b)    // a##b
//   CAT(ra, END)[i]
//
// `-DEND=w` makes `raw` of what is `rax` here. No file spells the piece `w`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H
#define BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H

#include "Builds/BuildMacros.h"

namespace bankfix {

/// A macro that a build may define otherwise, where `##` makes names of it.
struct OpenPaste {
  std::string Macro;
  SourcePlace Place; ///< Where a build decides: see BuildMacros::choice.
  NameSet Pieces;    ///< What else there is to make the name of; none: nothing.
};

class OpenPastes {
public:
  /// \p Texts are the user's files, of which all branches are read.
  OpenPastes(const PointerUnit &U, llvm::ArrayRef<ConditionalText> Texts,
             const BuildMacros &Macros);
  /// The first that may make \p Name, or null.
  const OpenPaste *making(llvm::StringRef Name) const;
  /// The macro \p Name has `##`, or names one that has.
  bool pastes(const std::string &Name) const {
    return Pasting.count(Name) != 0;
  }

private:
  using Words = llvm::ArrayRef<std::string>;

  void addBody(const std::string &Macro, llvm::ArrayRef<std::string> Body);
  void read(clang::FileID File);
  size_t readCall(Words Text, size_t I);
  void add(const NameSet &Spelled);

  const PointerUnit &U;
  const BuildMacros &Macros;
  /// Macros, and the tokens of all their bodies but their parameters.
  std::map<std::string, NameSet> Bodies;
  NameSet Pasting; ///< Those with `##`, and those that name such.
  std::vector<OpenPaste> All;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H
