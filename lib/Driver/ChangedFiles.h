//===- ChangedFiles.h - What a run has changed and not yet written - C++ --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_CHANGEDFILES_H
#define BANKFIX_LIB_DRIVER_CHANGEDFILES_H

#include "FileResult.h"

namespace bankfix {

/// Has \p Project, a header's, see what a file becomes: its text, and the line
/// where it includes the header.
void seeChange(ProjectBuilds &Project, const NewFile &New);

/// \p Path as it is once all that \p Project sees is written: its text is that
/// before a change. \p StdinName is as for readSource.
llvm::Expected<NewFile> asChanged(const std::string &Path,
                                  const ProjectBuilds &Project,
                                  llvm::StringRef StdinName = "");

/// Has \p Project, a header's, see what became of \p Others: their texts, and
/// the lines where they include it.
void seeChanges(ProjectBuilds &Project, llvm::ArrayRef<FileResult> Others);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_CHANGEDFILES_H
