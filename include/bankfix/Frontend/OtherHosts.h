//===- OtherHosts.h - Host sources that nobody named ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_OTHERHOSTS_H
#define BANKFIX_FRONTEND_OTHERHOSTS_H

#include "bankfix/Frontend/Frontend.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// \p Host creates a kernel whose name \p Source, an OpenCL source, has.
bool isHostOf(const HostSource &Host, llvm::StringRef Source);

/// Leaves alone the sizes of those arrays of \p F, read from \p Path with the
/// hosts \p Given, that the host sets in \p Others, which were not given; where
/// no host was given, of all that it sets. \p Strangers may set them, too, and
/// cannot be given.
void leaveHostSizes(ParsedFile &F, llvm::StringRef Path,
                    llvm::ArrayRef<HostSource> Given,
                    llvm::ArrayRef<HostSource> Others,
                    llvm::ArrayRef<HostSource> Strangers);

/// Leaves alone the sizes of all arrays of \p F where one of \p Others or of \p
/// Strangers may ask how much local memory a kernel of \p F takes.
void leaveAskedSizes(ParsedFile &F, llvm::ArrayRef<HostSource> Others,
                     llvm::ArrayRef<HostSource> Strangers);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_OTHERHOSTS_H
