//===- Unit.cpp - What a parsed file is -----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Unit.h"
#include "bankfix/Kernel/SourceKind.h"

using namespace bankfix;

bool Unit::isHeader() const {
  const clang::SourceManager &SM = Source.manager();
  auto File = SM.getFileEntryRefForID(SM.getMainFileID());
  llvm::StringRef Name = File ? File->getName() : "";
  return Read.Role == FileRole::Part ||
         (!Name.empty() && isIncludedAlone(Name));
}
