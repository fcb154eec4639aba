//===- FunctionCopies.h - Functions that arrays want for themselves -*- C++
//-*-//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   util.cuh    __device__ void swap(int *a, int i, int j) { .. a[i] .. }
//   sort.cu     swap(s, i, j);      a layout of s has to change a[i] ..
//               swap(data, i, j);   .. which is for global memory, too
//
// With a copy of `swap` in sort.cu, which only `s` is given to, a layout can
// change the copy.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_FUNCTIONCOPIES_H
#define BANKFIX_LIB_FRONTEND_USES_FUNCTIONCOPIES_H

#include "Uses/JudgedUnit.h"

namespace bankfix {

/// The copies that may help: of each function that an obstacle of an array
/// stands in, and that another file has, or that is given other memory, too;
/// one for each set of parameters that get arrays. A copy would be the same
/// function. \p Made are there already.
std::vector<CopySource> functionCopies(const JudgedUnit &U,
                                       llvm::ArrayRef<FunctionCopy> Made);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_FUNCTIONCOPIES_H
