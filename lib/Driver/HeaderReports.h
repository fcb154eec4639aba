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
#include <set>

namespace bankfix {

/// Those in \p Header that \p Source has accesses with conflicts to.
ArrayPlaces arraysWithConflicts(const FileResult &Source,
                                llvm::StringRef Header);

/// Has \p Header say what \p Tried, the same in the text of another unit, says
/// of arrays at \p Places.
void takeRefusals(FileResult &Header, FileResult &Tried,
                  const ArrayPlaces &Places);

/// Has \p Header say of its arrays at \p Places what \p Turn, the same in the
/// text of another unit, says of them, where both that and \p Both, which has
/// the fixes of \p Header in its text already, fix them. False where there is
/// none.
bool takeFixes(FileResult &Header, FileResult &Turn, FileResult &Both,
               const ArrayPlaces &Places);

/// Has \p Header say first of its arrays at \p Places that they stay, and why.
void refuseArrays(FileResult &Header, const ArrayPlaces &Places,
                  const std::string &Why);

/// Makes one report for each GPU of those of all units, with what is the same
/// once; FileResult::InOtherUnits tells some apart.
void joinUnits(FileResult &Header);

/// The first error that made \p Header fail, in any unit.
std::string whyFailed(FileResult &Header);

/// Takes the kernels of \p Header out of the reports of sources that include
/// it, and those of sources out of its own: each is told where it stands. What
/// sources say of its arrays is what \p Header says. What was said of other
/// files that they all include is not said again.
void tellOnce(FileResult &Header, llvm::MutableArrayRef<FileResult> Sources);

/// Says of the arrays that \p Source finds in \p Header why that file stays as
/// it is.
void refuseHeader(FileResult &Source, llvm::StringRef Header,
                  const std::string &Why);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_HEADERREPORTS_H
