//===- HeadersTried.cpp - One way to find headers against another ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/HeadersTried.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <array>

using namespace bankfix;

llvm::StringRef bankfix::missingHeader(const FileDiagnostic &D) {
  // Of all other warnings, Clang's among them, none is kept with a subject.
  return D.Level == Severity::Warning ? llvm::StringRef(D.Subject) : "";
}

bool bankfix::hasHeader(llvm::StringRef Toolkit, llvm::StringRef Header) {
  return llvm::any_of(std::array{"/include/", "/include/cccl/"},
                      [&](llvm::StringRef Folder) {
                        return llvm::sys::fs::exists(Toolkit + Folder + Header);
                      });
}

bool bankfix::isBetter(const ParsedFile &New, const ParsedFile &Old) {
  return New.Ok && (!Old.Ok || New.Diagnostics.size() < Old.Diagnostics.size());
}

bool bankfix::isCloser(const ParsedFile &New, const ParsedFile &Old) {
  bool IsPart = llvm::all_of(New.Diagnostics, [&](const FileDiagnostic &D) {
    return llvm::is_contained(Old.Diagnostics, D);
  });
  return !New.Ok && !Old.Ok && IsPart &&
         New.Diagnostics.size() < Old.Diagnostics.size();
}

/// What keeps \p F from being read with all its headers; null if nothing is
/// known to. Not the headers that \p Other lacks, too.
static const FileDiagnostic *firstCause(const ParsedFile &F,
                                        const ParsedFile &Other) {
  for (const FileDiagnostic &D : F.Diagnostics)
    if (D.Level == Severity::Error)
      return &D;
  for (const FileDiagnostic &D : F.Diagnostics)
    if (!missingHeader(D).empty() && !llvm::is_contained(Other.Diagnostics, D))
      return &D;
  return nullptr;
}

/// "a.h:12: MESSAGE", without what is not known.
static std::string placed(const FileDiagnostic &D, llvm::StringRef Main) {
  if (!D.Place.Line)
    return D.Message;
  return (D.Place.File.empty() ? Main.str() : D.Place.File) + ":" +
         std::to_string(D.Place.Line) + ": " + D.Message;
}

void bankfix::blameFirstCause(ParsedFile &Kept, const ParsedFile &WithToolkit,
                              llvm::StringRef Toolkit, llvm::StringRef Path) {
  const FileDiagnostic *Cause = firstCause(WithToolkit, Kept);
  for (FileDiagnostic &D : Kept.Diagnostics) {
    std::string Name = missingHeader(D).str();
    if (!Cause || Name.empty() || !hasHeader(Toolkit, Name))
      continue;
    std::string Text =
        "'" + Name + "' is only in '" + Toolkit.str() +
        "', with which the file does not compile: " + placed(*Cause, Path);
    for (SharedArray &A : Kept.Prog.Arrays)
      for (Obstacle &O : A.Obstacles)
        if (O.Kind == ObstacleKind::MissingHeader && O.Detail == D.Message)
          O.Detail = Text;
    D.Message = std::move(Text);
  }
}
