//===- EditRights.cpp - What of an array's text may change ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/JudgedUnit.h"

using namespace bankfix;

static EditRights rightsOf(const JudgedUnit &U, unsigned Array) {
  const SharedArray &A = U.SharedArrays[Array];
  const ArraySource &Source = U.ArraySources[Array];
  EditRights R;
  R.OwnsType = Source.ElementType.Begin != Source.ElementType.End &&
               !U.Buffers.count(Array);
  R.OwnsDeclaration = A.Space == MemorySpace::Argument
                          ? R.OwnsType
                          : Source.AlignAt.has_value();
  R.OwnsAccesses = !U.EndInMacros.count(Array);
  R.OwnsStruct = Source.Member.has_value();
  R.IsLocalType = Source.IsLocalType;
  R.IsAlignedType = Source.IsAlignedType;
  R.IsPointedTo = Source.IsPointedTo || A.ViewBytes != 0;
  R.PointersFrom = Source.PointersFrom;
  R.TellsRows = llvm::any_of(U.PitchSources, [&](const PitchSource &P) {
    return P.IsFlat && P.Array == Array;
  });
  return R;
}

std::vector<EditRights> bankfix::editRights(const JudgedUnit &U) {
  std::vector<EditRights> Out;
  for (unsigned I = 0; I < U.SharedArrays.size(); ++I)
    Out.push_back(rightsOf(U, I));
  return Out;
}
