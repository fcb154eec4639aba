//===- WrittenTypes.h - Types as the text has them --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_WRITTENTYPES_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_WRITTENTYPES_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// The type of the pointer \p V as its declaration has it, "const T *", which
/// is right in each instance of a template; empty where that says nothing by
/// itself, as `auto` does.
std::string writtenPointer(const PointerUnit &U, const clang::VarDecl *V);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_WRITTENTYPES_H
