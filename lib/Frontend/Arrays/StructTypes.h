//===- StructTypes.h - Types that a struct is a part of ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_STRUCTTYPES_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_STRUCTTYPES_H

#include "ClangHeaders.h"

namespace bankfix {

/// Where the struct of an array's elements is part of another type, which
/// depends on its size: `S *`, `S[4]`, `pair<S, int>`.
class StructTypes {
public:
  explicit StructTypes(const clang::RecordDecl *R) : R(R) {}

  /// \p T, which may be null, is the struct, whatever its qualifiers.
  bool isIt(clang::QualType T) const;
  /// It is named in \p T: of pointers, references, arrays, functions and
  /// templates, but not of members.
  bool involve(clang::QualType T) const;
  bool involve(llvm::ArrayRef<clang::TemplateArgument> Args) const;

private:
  bool isSame(const clang::RecordDecl *D) const;

  const clang::RecordDecl *R;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_STRUCTTYPES_H
