//===- Helpers.cpp - The header that fixes of a project share -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace bankfix;

std::string bankfix::helpersOnDisk(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

std::string bankfix::helperText(const RunOptions &Options) {
  const std::string &Path = Options.Edits.HelperHeader;
  if (Path.empty())
    return "";
  auto It = Options.Project.Texts.find(Path);
  if (It != Options.Project.Texts.end())
    return It->second;
  return helpersOnDisk(Path);
}

void bankfix::addHelpers(RunOptions &Options,
                         llvm::ArrayRef<std::string> Helpers) {
  if (!Helpers.empty())
    Options.Project.Texts[Options.Edits.HelperHeader] =
        withHelpers(helperText(Options), Helpers);
}

bool bankfix::keepsHelpers(const RunOptions &Options) {
  return Options.Command == Mode::Verify ||
         (Options.Command == Mode::Rewrite &&
          Options.Result == Destination::File);
}
