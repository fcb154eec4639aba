//===- Directives.cpp - What a text includes ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/Directives.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/DependencyDirectivesScanner.h"

using namespace bankfix;
using llvm::StringRef;
namespace scan = clang::dependency_directives_scan;

static std::optional<SourceDirective::Kind> kindOf(scan::DirectiveKind Kind) {
  switch (Kind) {
  case scan::pp_include:
  case scan::pp_include_next:
  case scan::pp_import:
  case scan::pp___include_macros:
    return SourceDirective::Kind::Include;
  case scan::pp_define:
    return SourceDirective::Kind::Define;
  default:
    return std::nullopt;
  }
}

std::vector<SourceDirective> bankfix::directivesOf(StringRef Text) {
  llvm::SmallVector<scan::Token, 64> Tokens;
  llvm::SmallVector<scan::Directive, 64> All;
  // It fails for imports of modules that do not end, with what is before them.
  clang::scanSourceForDependencyDirectives(Text, Tokens, All);
  std::vector<SourceDirective> Out;
  for (const scan::Directive &D : All) {
    std::optional<SourceDirective::Kind> Kind = kindOf(D.Kind);
    llvm::ArrayRef<scan::Token> Line = D.Tokens;
    while (!Line.empty() && Line.back().is(clang::tok::eod))
      Line = Line.drop_back();
    if (!Kind || Line.size() < 3) // `#`, the name, and something.
      continue;
    Out.push_back({*Kind, Line[0].Offset,
                   Text.slice(Line[2].Offset, Line.back().getEnd())});
  }
  return Out;
}

StringRef bankfix::headerName(StringRef Operand) {
  char Close = Operand.starts_with("<") ? '>' : '"';
  if (!Operand.consume_front("\"") && !Operand.consume_front("<"))
    return "";
  return Operand.take_until([&](char C) { return C == Close; });
}
