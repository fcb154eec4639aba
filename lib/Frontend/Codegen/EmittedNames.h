//===- EmittedNames.h - Declarations behind generated code ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_CODEGEN_EMITTEDNAMES_H
#define BANKFIX_LIB_FRONTEND_CODEGEN_EMITTEDNAMES_H

#include "Read/Unit.h"
#include "bankfix/Frontend/Codegen.h"

namespace clang {
class CodeGenerator;
} // namespace clang
namespace llvm {
class Module;
} // namespace llvm

namespace bankfix {

/// The attribute of functions that the user did not write.
inline constexpr llvm::StringLiteral HeaderAttribute = "bankfix-header";

/// Adds to \p Out the kernels whose code is in \p M, and where accesses stand.
/// Marks functions of system headers.
void describe(clang::ASTContext &Context, clang::CodeGenerator &Gen,
              llvm::Module &M, EmittedCode &Out);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_CODEGEN_EMITTEDNAMES_H
