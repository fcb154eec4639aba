//===- LoadedKernels.h - Launches of kernels by their names -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   load(&f, module, "scan");                                see KernelLoads.h
//   cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, n);
//   cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, n, 0, args, 0);     launches scan
//
// A name in a text may be put to any use. It is followed where one call alone
// loads the kernel, into a variable or a member that no other unit can name,
// and every place that names this is such a call, a launch, a setting for
// launches, or a comparison with null: in all builds.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LOADEDKERNELS_H
#define BANKFIX_LIB_FRONTEND_HOST_LOADEDKERNELS_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

class LoadedKernels {
public:
  explicit LoadedKernels(const LoweredUnit &U);

  /// The name by which the kernel was loaded that \p Kernel, of a launch or of
  /// a setting, names; null where that is not known.
  const std::string *nameOf(const clang::Expr *Kernel) const;

  /// The kernel that the unit defines or declares and linkers call \p Name.
  const clang::FunctionDecl *kernel(llvm::StringRef Name) const {
    return Kernels.lookup(Name);
  }

  /// UnitLaunches::Loads.
  const std::map<std::string, std::vector<unsigned>> &texts() const {
    return Texts;
  }

private:
  std::map<const clang::ValueDecl *, std::string> Names; ///< By handle.
  llvm::StringMap<const clang::FunctionDecl *> Kernels;
  std::map<std::string, std::vector<unsigned>> Texts;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LOADEDKERNELS_H
