//===- HeaderReports.h - Each finding is told of its own file ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header that is looked at as a file has a report of its own: what its units
// say of it goes there, once.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_HEADERREPORTS_H
#define BANKFIX_LIB_DRIVER_HEADERREPORTS_H

#include "FileResult.h"

namespace bankfix {

/// Adds kernels of the reports of other units for the same GPU to the header's
/// own: those that differ from what is there.
void joinUnits(FileResult &Header);

/// Takes the kernels of \p Header out of the report of a source that includes
/// it; what is left says of its arrays what \p Header's report says.
void leaveToHeader(FileReport &Source, const FileReport &Header);

/// Says of the arrays that \p Source finds in \p Header why that file stays as
/// it is.
void refuseHeader(FileReport &Source, llvm::StringRef Header,
                  const std::string &Why);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_HEADERREPORTS_H
