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
  unsigned Depth = 0; // Of conditionals.
  size_t Comment = 0; // Where one ends that goes on over lines.
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    const size_t At = Line.data() - Text.data();
    if (At < Comment)
      continue;
    if (size_t Open = Line.find("/*"); Open < Line.find("//"))
      Comment = Text.find("*/", At + Open);
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    Depth += Line.starts_with("if");
    Depth -= Line.starts_with("endif") && Depth;
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim(" \t<\"");
    if (Line.starts_with("cuda"))
      return false;
    IsHip |= Depth == 0 && Line.starts_with("hip/");
  }
  return IsHip;
}
