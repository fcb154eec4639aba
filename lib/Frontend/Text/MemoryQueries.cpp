//===- MemoryQueries.cpp - What asks how much memory kernels take ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/MemoryQueries.h"

using namespace bankfix;

llvm::StringRef bankfix::memoryQuery(llvm::StringRef Function) {
  const bool IsOfRuntime = Function.consume_front("cuda") ||
                           Function.consume_front("cu") ||
                           Function.consume_front("hip");
  const bool Asks =
      Function == "FuncGetAttributes" || Function == "FuncGetAttribute" ||
      Function == "KernelGetAttribute" || Function.starts_with("Occupancy") ||
      Function.starts_with("ModuleOccupancy");
  return IsOfRuntime && Asks ? Function : "";
}
