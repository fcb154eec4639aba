//===- Places.cpp - Where lines and declarations are added ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool Places::mayInsertLine(unsigned Offset) const {
  return llvm::all_of(lineValues(), [&](unsigned V) { return V < Offset; });
}

/// Bytes of the main file that layouts may change: from the first, to the last.
static FileRange edits(const SourceMap &Map) {
  FileRange All{UINT32_MAX, 0};
  auto Add = [&](const FileRange &R) {
    if (R.Begin != R.End)
      All = {std::min(All.Begin, R.Begin), std::max(All.End, R.End)};
  };
  for (const ArraySource &A : Map.Arrays)
    for (const DimensionSource &D : A.Dims)
      Add(D.Range);
  for (const PointerSource &P : Map.Pointers)
    for (const DimensionSource &D : P.Dims)
      Add(D.Range);
  for (const AccessSource &A : Map.Accesses)
    for (const FileRange &R : A.Subscripts)
      Add(R);
  for (const HostSizeSource &S : Map.HostSizes)
    if (S.File == 0)
      Add(S.Whole);
  return All;
}

std::optional<unsigned> Places::forMacros() const {
  unsigned At =
      Number ? Map.Hosts[Number - 1].MacroInsertion : Map.MacroInsertion;
  if (mayInsertLine(At))
    return At;
  if (Number)
    return std::nullopt;
  FileRange Edits = edits(Map);
  for (const DeclarationGap &G : llvm::reverse(Map.Gaps))
    if (G.Line && *G.Line <= Edits.Begin && Edits.End <= G.End &&
        mayInsertLine(*G.Line))
      return *G.Line;
  return std::nullopt;
}

std::optional<unsigned> Places::forFunctions() const {
  std::optional<unsigned> At = forMacros();
  const FileRange Edits = edits(Map);
  bool IsBetween =
      At && Number == 0 && llvm::any_of(Map.Gaps, [&](const DeclarationGap &G) {
        return G.Around.Begin <= *At && *At <= G.Around.End &&
               Edits.End <= G.End;
      });
  return IsBetween ? At : std::nullopt;
}

std::optional<TypePlace> Places::forType(unsigned First, unsigned Last) const {
  for (const DeclarationGap &G : llvm::reverse(Map.Gaps)) {
    if (G.Around.End > First || Last >= G.End)
      continue;
    std::optional<unsigned> Line = G.Line ? G.Line : G.Inline;
    if (Line && mayInsertLine(*Line))
      return TypePlace{*Line, /*IsLine=*/true};
    if (G.Inline)
      return TypePlace{*G.Inline, /*IsLine=*/false,
                       *G.Inline == G.Around.Begin};
  }
  return std::nullopt;
}
