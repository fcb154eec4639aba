//===- SourceKind.cpp - What the name of a file says of it ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/SourceKind.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

std::optional<SourceKind> bankfix::sourceKind(llvm::StringRef Path) {
  using Kind = std::optional<SourceKind>;
  return llvm::StringSwitch<Kind>(llvm::sys::path::extension(Path))
#define SOURCE(Extension, Language, Role)                                      \
  .CaseLower(Extension, SourceKind{SourceLanguage::Language, SourceRole::Role})
#include "bankfix/Kernel/SourceKinds.def"
      .Default(std::nullopt);
}

bool bankfix::isUnitOf(llvm::StringRef Path, SourceLanguage Language) {
  return sourceKind(Path) == SourceKind{Language, SourceRole::Unit};
}

bool bankfix::isIncludedAlone(llvm::StringRef Path) {
  std::optional<SourceKind> Kind = sourceKind(Path);
  return !Kind || Kind->Role != SourceRole::Unit;
}

bool bankfix::includesHip(llvm::StringRef Text) {
  bool IsHip = false;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim(" \t<\"");
    if (Line.starts_with("cuda"))
      return false;
    IsHip |= Line.starts_with("hip/");
  }
  return IsHip;
}
