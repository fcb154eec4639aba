//===- OtherPrograms.h - What else a host may build -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host may build one source with several options, and several sources. Which
// of these a launch is of is not followed: where they may not be the same to a
// kernel, none of its launches is known to be of what was read.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_OTHERPROGRAMS_H
#define BANKFIX_LIB_FRONTEND_HOST_OTHERPROGRAMS_H

#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// What was read of an OpenCL program.
struct ReadProgram {
  llvm::StringRef Path;              ///< Of the source.
  llvm::StringRef Text;              ///< Its text.
  llvm::ArrayRef<std::string> Files; ///< Others that it includes.
  std::set<std::string> Kernels = {}; ///< Their names.
};

/// Not all of \p Builds compile \p P alike, as far as is known. \p Hosts make
/// them.
bool mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
               llvm::ArrayRef<HostSource> Hosts);

/// Takes no launch of \p F, which is \p P, for one of what was read that may be
/// of another program, or of another one of \p Builds, all that \p Hosts make.
void leaveToOtherPrograms(ParsedFile &F, llvm::ArrayRef<HostBuild> Builds,
                          ReadProgram P, llvm::ArrayRef<HostSource> Hosts);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_OTHERPROGRAMS_H
