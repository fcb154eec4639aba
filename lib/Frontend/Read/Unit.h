//===- Unit.h - A parsed file -----------------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Clang knows of one file: nothing of it changes once it is read. Each
// room that follows extends it by what it finds, and sees only those before it:
//
//   Unit           Read      the syntax tree
//   ArrayUnit      Arrays    and which shared arrays there are
//   PointerUnit    PointsTo  and which variables lead to them
//   LoweredUnit    Lower     and what lowering the kernels found of each use
//   JudgedUnit     Uses      and what was said of each use
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_UNIT_H
#define BANKFIX_LIB_FRONTEND_READ_UNIT_H

#include "Read/Preprocessing.h"
#include "Read/SourceText.h"

namespace bankfix {

struct Unit {
  Unit(clang::ASTContext &Context, const PreprocessorRecord &Preprocessed,
       ExprPool &Pool, const ParsedFile &Read)
      : Context(Context), Preprocessed(Preprocessed), Source(Context),
        Pool(Pool), Read(Read) {}

  clang::ASTContext &Context;
  const PreprocessorRecord &Preprocessed;
  const SourceText Source;
  ExprPool &Pool; ///< For all expressions that are made.
  /// How it is read, and Clang's messages.
  const ParsedFile &Read;

  /// The main file is for other files to include.
  bool isHeader() const;
  /// Files that are not seen may include the main file.
  bool isOpen() const { return isHeader() && Read.Role != FileRole::InUnit; }
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_UNIT_H
