//===- Mentions.h - Names of arrays where no use is -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no statement that was compiled does with an array, other text may do:
// code that the preprocessor skipped, and places that merely spell its name.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_MENTIONS_H
#define BANKFIX_LIB_FRONTEND_USES_MENTIONS_H

#include "Uses/UseKind.h"

namespace bankfix {

/// The function in whose body the array is declared, or null.
const clang::FunctionDecl *owner(const clang::VarDecl *V);

/// Names in types, and in other operands that are not evaluated. Once all
/// statements are judged.
void checkUnevaluated(JudgedUnit &U);

/// Code that was not compiled may use the array, too. \p Kernels: as lowered.
void checkSkipped(JudgedUnit &U, llvm::ArrayRef<Kernel> Kernels,
                  const clang::VarDecl *V, const std::set<unsigned> &Arrays);

/// The same of what names \p F, which returns them.
void checkSkipped(JudgedUnit &U, const clang::FunctionDecl *F,
                  const std::set<unsigned> &Arrays);

/// Checks the places that spell a name.
class NameChecker {
public:
  explicit NameChecker(JudgedUnit &U) : U(U) {}

  /// The array's name may stand where no statement is: in a type, an
  /// enumerator, a member's initialiser. So every place that spells it has to
  /// be understood.
  void check(const clang::VarDecl *V, const std::set<unsigned> &Arrays);

  /// The same of \p F, which says where the arrays are: what spells its name,
  /// and is no use that is seen, may use them in another build.
  void check(const clang::FunctionDecl *F, const std::set<unsigned> &Arrays);

private:
  const std::set<unsigned> &named(const clang::FunctionDecl *Owner);
  const std::set<unsigned> &declared();
  std::vector<const clang::FunctionDecl *>
  reaching(const std::set<unsigned> &Arrays);
  bool isApart(unsigned Offset, const std::set<unsigned> &Arrays);

  JudgedUnit &U;
  std::optional<std::vector<FileRange>> Templates; ///< Without instances.
  /// By where a function stands; by nothing, for all functions.
  std::map<clang::SourceLocation, std::set<unsigned>> Named;
  /// Where functions and classes are declared, and types named that code has.
  std::set<unsigned> Declared;
  /// All functions by where they stand, once one is asked for.
  std::multimap<clang::SourceLocation, const clang::FunctionDecl *> Functions;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_MENTIONS_H
