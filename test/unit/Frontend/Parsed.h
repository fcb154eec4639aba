//===- Parsed.h - A syntax tree for the tests of a room ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_FRONTEND_PARSED_H
#define BANKFIX_TEST_UNIT_FRONTEND_PARSED_H

#include "Read/Unit.h"
#include "clang/Tooling/Tooling.h"

namespace bankfix {

/// Device code with nothing around it: \p U is a room's unit.
template <class U> struct Parsed {
  explicit Parsed(const std::string &Code)
      : Tree(clang::tooling::buildASTFromCodeWithArgs(
            "#define __global__ __attribute__((global))\n"
            "#define __device__ __attribute__((device))\n"
            "#define __shared__ __attribute__((shared))\n" +
                Code,
            {"-xcuda", "--cuda-device-only", "-nocudainc", "-nocudalib",
             "-std=c++17", "-Wno-everything"},
            "test.cu")),
        Of(Tree->getASTContext(), Record, Pool, File) {}

  /// The first declaration of that name, wherever it stands.
  template <class D> const D *find(llvm::StringRef Name) const {
    return findIn<D>(Of.Context.getTranslationUnitDecl(), Name);
  }

  PreprocessorRecord Record;
  ExprPool Pool;
  ParsedFile File;
  std::unique_ptr<clang::ASTUnit> Tree;
  U Of;

private:
  template <class D>
  static const D *findIn(const clang::DeclContext *In, llvm::StringRef Name) {
    for (const clang::Decl *Each : In->decls()) {
      auto *Found = llvm::dyn_cast<D>(Each);
      if (Found && Found->getNameAsString() == Name)
        return Found;
      if (auto *Inner = llvm::dyn_cast<clang::DeclContext>(Each))
        if (const D *Below = findIn<D>(Inner, Name))
          return Below;
    }
    return nullptr;
  }
};

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_FRONTEND_PARSED_H
