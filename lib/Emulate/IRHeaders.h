//===- IRHeaders.h - Precompiled for the emulator ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_IRHEADERS_H
#define BANKFIX_LIB_EMULATE_IRHEADERS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#endif // BANKFIX_LIB_EMULATE_IRHEADERS_H
