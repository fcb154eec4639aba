//===- MemoryQueries.h - What asks how much memory kernels take -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_MEMORYQUERIES_H
#define BANKFIX_FRONTEND_MEMORYQUERIES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace bankfix {

/// What a function of CUDA's or HIP's is called that tells hosts how much
/// shared memory kernels take, without what all such names begin with; empty
/// for other functions.
llvm::StringRef memoryQuery(llvm::StringRef Function);

/// The functions that memoryQuery knows which CUDA 13 and HIP 6 declare.
std::vector<std::string> memoryQueries();

} // namespace bankfix

#endif // BANKFIX_FRONTEND_MEMORYQUERIES_H
