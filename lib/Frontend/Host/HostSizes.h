//===- HostSizes.h - Where host code gives an array its bytes ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

struct HostSizes {
  /// The arrays of other units' kernels that are followed to here: they come
  /// behind those of this file, and are numbered so.
  std::vector<SharedArray> Outside;
  std::vector<HostSizeSource> Sources; ///< As in SourceMap.
  /// The expression of each, for all instances of a template, by its array.
  llvm::DenseMap<const clang::Expr *, unsigned> Bytes;
  std::vector<ArrayObstacle> Obstacles;
};

/// The sizes of arrays in dynamic memory in the code that launches \p Kernels,
/// or why they cannot be changed there; and those of kernels of other units
/// that \p Options follow.
HostSizes locateHostSizes(const LoweredUnit &U, llvm::ArrayRef<Kernel> Kernels,
                          const ParseOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H
