//===- MemoryQueries.cpp - What asks how much memory kernels take ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/MemoryQueries.h"

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

std::vector<std::string> bankfix::memoryQueries() {
  std::vector<std::string> Out;
  for (llvm::StringRef Library : {"cuda", "cu", "hip"})
    for (llvm::StringRef Name :
         {"FuncGetAttributes", "FuncGetAttribute", "KernelGetAttribute",
          "OccupancyAvailableDynamicSMemPerBlock",
          "OccupancyMaxActiveBlocksPerMultiprocessor",
          "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
          "OccupancyMaxActiveClusters", "OccupancyMaxPotentialBlockSize",
          "OccupancyMaxPotentialBlockSizeVariableSMem",
          "OccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
          "OccupancyMaxPotentialBlockSizeWithFlags",
          "OccupancyMaxPotentialClusterSize",
          "ModuleOccupancyMaxActiveBlocksPerMultiprocessor",
          "ModuleOccupancyMaxPotentialBlockSize"})
      Out.push_back((Library + Name).str());
  return Out;
}
