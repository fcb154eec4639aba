//===- FindHosts.h - The host programs of OpenCL sources --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FINDHOSTS_H
#define BANKFIX_LIB_DRIVER_FINDHOSTS_H

#include "bankfix/Project/RepositoryFiles.h"
#include "bankfix/Settings/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// The C and C++ programs that may launch the kernels of an OpenCL source.
struct FoundHosts {
  std::vector<HostSource> Hosts;
  /// What is no source that can be named with the kernels: headers that none of
  /// the hosts includes, and files in other languages that speak of OpenCL.
  std::vector<HostSource> Strangers;
  bool IsComplete = true; ///< Every folder was looked through.
};

/// C and C++ sources that set arguments of kernels, themselves or in headers:
/// those in the folder of \p Path, an OpenCL source, and those in its
/// repository, or where there is none, in the folders within, that name the
/// file or one that includes it; nearest first. Those of \p Given are left out.
FoundHosts findHosts(llvm::StringRef Path, llvm::ArrayRef<HostSource> Given,
                     const RunOptions &Options, RepositoryFiles &Repositories);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FINDHOSTS_H
