//===- LowerOpenCL.cpp - OpenCL's functions -------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

void bankfix::lowerOpenCL(llvm::Module &M) { (void)M; }
