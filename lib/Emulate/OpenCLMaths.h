//===- OpenCLMaths.h - Values of OpenCL's functions -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_OPENCLMATHS_H
#define BANKFIX_LIB_EMULATE_OPENCLMATHS_H

#include "llvm/IR/IRBuilder.h"

namespace bankfix {

/// A function of OpenCL C, by its mangled name.
struct OpenCLName {
  llvm::StringRef Name;  ///< "convert_float4".
  llvm::StringRef Types; ///< Of the parameters, mangled.
  bool Signed = false;   ///< The first parameter's element (or pointee).
  unsigned Bytes = 0;    ///< Of the first parameter (or pointee); 0: not known.

  static std::optional<OpenCLName> parse(llvm::StringRef Symbol);
};

/// The value of a function that works on each element of its arguments, for one
/// element; null where it is none of these.
llvm::Value *elementValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                          llvm::Type *Result,
                          llvm::ArrayRef<llvm::Value *> Arguments);

/// The same of the convert_ functions alone.
llvm::Value *convertedValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                            llvm::Type *Result, llvm::Value *Argument);

/// The value of a function of whole vectors (dot, length, any); null where it
/// is none of these.
llvm::Value *vectorValue(llvm::IRBuilder<> &B, const OpenCLName &F,
                         llvm::Type *Result,
                         llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_OPENCLMATHS_H
