//===- OffsetMacros.cpp - Macros of the author's with another definition --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structure shows that every expansion stands where it stood and gets what
// it got, and that nothing but places and sizes depends on it, before and
// after. So what is left is that the definition is the planned one, that the
// map is what it makes of the old one, and that there is room.
//
//===----------------------------------------------------------------------===//

#include "OffsetMacros.h"

using namespace bankfix;

static bool isKnown(const SharedArray &A) {
  return A.Offsets && !A.OffsetsStay;
}

Failure bankfix::offsetMacro(const SharedArray &Old, const SharedArray &New,
                             const LayoutMap *Map) {
  auto Change = Map ? Map->change(Old).Offsets : std::nullopt;
  if (!isKnown(Old) && !Change)
    return std::nullopt; // Its expansions are compared as they are.
  if (!isKnown(Old) || !isKnown(New) ||
      Old.Offsets->Name != New.Offsets->Name ||
      Old.Offsets->AddsIndex != New.Offsets->AddsIndex ||
      Old.Offsets->SizesFollow != New.Offsets->SizesFollow)
    return "'" + Old.Name + "' is indexed in another way";
  const OffsetTerms &Wanted = Change ? Change->Terms : Old.Offsets->Terms;
  if (New.Offsets->Terms != Wanted)
    return "the macro '" + New.Offsets->Name + "' is not the planned one";
  if (!Change)
    return std::nullopt;
  // Every element, as far as the array can reach.
  constexpr int64_t MostElements = 1 << 18;
  int64_t Size = Old.ElementBytes;
  const OffsetMap Place = Map->offsets(Old);
  for (int64_t I = 0; I < MostElements; ++I) {
    int64_t Before = placeOf(Old.Offsets->Terms, I);
    if (Old.hasKnownSize() && Before >= int64_t(Old.elements()))
      break;
    if (int64_t Used = Map->domain(Old).front(); Used && Before >= Used)
      break;
    if (!Map->isUsed(Old, Before) ||
        Place(Before * Size) != placeOf(New.Offsets->Terms, I) * Size)
      return "the macro '" + New.Offsets->Name +
             "' does not place the elements of '" + Old.Name +
             "' where the layout has them";
  }
  return std::nullopt;
}

/// A size that is written as the place of N, or as N and what is left out
/// before N - 1, holds the N first elements under any definition. Any other
/// stays as it is: either nothing moves up, or what is used has room.
Failure bankfix::movedSizes(const SharedArray &Declared, const SharedArray &Old,
                            const LayoutMap &Map,
                            llvm::ArrayRef<UsedElements> Used) {
  if (Declared.Offsets && Declared.Offsets->SizesFollow)
    return std::nullopt;
  auto NewPlace = [&, Place = Map.offsets(Old)](int64_t I) {
    return Place(I * Old.ElementBytes) / Old.ElementBytes;
  };
  bool HasRoom =
      !Used.empty() && llvm::all_of(Used, [&](const UsedElements &U) {
        return NewPlace(U.Last) < U.Size;
      });
  for (uint64_t I = 0; I < Old.elements() && !HasRoom; ++I)
    if (Map.isUsed(Old, int64_t(I)) && NewPlace(int64_t(I)) > int64_t(I))
      return "the host gives '" + Old.Name + "' too little";
  return std::nullopt;
}
