//===- ViewLegality.cpp - What accesses of several elements need ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `*(float4 *)&a[i]` reads the four elements from a[i] on: a layout has to
// leave them side by side, and at a multiple of 16 bytes. It does so for all i
// once it does for multiples of four, as the hardware serves no other address,
// if the array starts at such an address itself. That it does is promised by
// its declaration, or shown by an access whose place in the array is known.
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// The map is defined on the element at byte \p Offset.
bool isMapped(const LayoutMap &Map, const SharedArray &A,
              llvm::ArrayRef<uint64_t> Domain, uint64_t Offset) {
  uint64_t Element = Offset / A.ElementBytes;
  for (unsigned D = 0; D < Domain.size(); ++D)
    if (Element / A.stride(D) % A.Dims[D] >= Domain[D])
      return false;
  return Map.isUsed(A, int64_t(Element));
}

/// \p Bytes from \p Offset on stay together, and aligned.
bool staysWhole(const LayoutMap &Map, const OffsetMap &Place,
                const SharedArray &A, llvm::ArrayRef<uint64_t> Domain,
                uint64_t Offset, uint64_t Bytes) {
  for (uint64_t At = Offset; At < Offset + Bytes; At += A.ElementBytes)
    if (!isMapped(Map, A, Domain, At))
      return true; // Nor is it accessed.
  int64_t New = Place(int64_t(Offset));
  if (New % int64_t(Bytes) != 0)
    return false;
  for (uint64_t At = 0; At < Bytes; At += A.ElementBytes)
    if (Place(int64_t(Offset + At)) != New + int64_t(At))
      return false;
  return true;
}

/// Places are read as \p Bytes from the array's start.
bool isAligned(const SiteRequests &R, unsigned Bytes) {
  return llvm::all_of(R.Groups, [&](const RequestGroup &G) {
    return llvm::all_of(G.Alternatives, [&](const Request &Each) {
      return llvm::all_of(Each.Offsets, [&](int64_t Offset) {
        return Offset % int64_t(Bytes) == 0;
      });
    });
  });
}

bool isKnown(const SiteRequests &R) {
  return !R.Groups.empty() && !R.Groups.front().Alternatives.empty();
}

} // namespace

unsigned bankfix::widestAccess(const Program &P, unsigned Array) {
  unsigned Widest = 0;
  for (const Kernel &K : P.Kernels)
    for (const Site &S : K.Sites)
      if (S.Array == Array)
        Widest = std::max(Widest, S.Bytes);
  return Widest;
}

bool bankfix::keepsViews(const LayoutMap &Map, const SharedArray &A,
                         unsigned WidestBytes) {
  uint64_t Most = A.ViewBytes;
  // An element that is packed is accessed in parts.
  if (WidestBytes > A.ElementBytes && !Map.change(A).padsElements())
    Most = std::max<uint64_t>(Most, WidestBytes);
  if (Most == 0)
    return true;
  std::vector<uint64_t> Domain = Map.domain(A);
  const OffsetMap Place = Map.offsets(A);
  for (uint64_t Bytes = std::min<uint64_t>(A.ElementBytes, Most); Bytes <= Most;
       Bytes *= 2)
    for (uint64_t Offset = 0; Offset + Bytes <= A.bytes(); Offset += Bytes)
      if (!staysWhole(Map, Place, A, Domain, Offset, Bytes))
        return false;
  return true;
}

/// \p Map makes rows longer and nothing else, so that those of a fragment which
/// begins in row number N * \p Rows stay as aligned as matrices have to be: the
/// guide asks for a pitch of whole 16 bytes, and for a first row at 32 bytes
/// ("CUDA C++ Programming Guide", "Warp Matrix Functions"). So does what lies
/// behind the array.
static bool keepsFragments(const LayoutMap &Map, const SharedArray &A,
                           unsigned Rows) {
  constexpr int64_t Pitch = 16, Start = 32;
  if (Map.change(A).padsElements())
    return false;
  const SharedArray New = Map.apply(A);
  int64_t Added = int64_t(New.Dims.back() - A.Dims.back()) * A.ElementBytes;
  int64_t Grown = int64_t(New.bytes() - A.bytes());
  return llvm::ArrayRef(New.Dims).drop_back() ==
             llvm::ArrayRef(A.Dims).drop_back() &&
         int64_t(New.Dims.back() * A.ElementBytes) % Pitch == 0 &&
         Added * Rows % Start == 0 && Grown % Start == 0;
}

static std::string refuseFragments(const PlanInput &In, ArrayGroup Arrays,
                                   const LayoutMap &Map) {
  std::string Why;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned Number) {
    const Site &S = In.sites(K)[Number];
    if (Why.empty() && S.FragmentRows &&
        !keepsFragments(Map, In.P.Arrays[S.Array], S.FragmentRows))
      Why = text(Refusal::FragmentsParted, S.Place.Line, S.Text);
  });
  return Why;
}

std::string bankfix::refuseViews(const PlanInput &In, ArrayGroup Arrays,
                                 const LayoutMap &Map) {
  if (std::string Why = refuseFragments(In, Arrays, Map); !Why.empty())
    return Why;
  for (unsigned I : Arrays)
    if (unsigned Bytes = widestAccess(In.P, I);
        !keepsViews(Map, In.P.Arrays[I], Bytes))
      return text(Refusal::ViewsParted,
                  std::max(Bytes, In.P.Arrays[I].ViewBytes));
  return "";
}

std::string bankfix::refuseUnaligned(const PlanInput &In, ArrayGroup Arrays) {
  for (unsigned I : Arrays) {
    const SharedArray &A = In.P.Arrays[I];
    bool IsShown = A.ViewBytes <= A.Alignment;
    std::string Why;
    In.forEachSite(I, [&](const AnalyzedKernel &K, unsigned Number) {
      const Site &S = In.sites(K)[Number];
      const SiteRequests &R = K.Requests.Sites[Number];
      if (S.Bytes > A.Alignment && A.ViewBytes && !isAligned(R, S.Bytes))
        Why = text(Refusal::ViewUnaligned, S.Place.Line, S.Text, S.Bytes);
      IsShown |= S.Bytes >= A.ViewBytes && isKnown(R);
    });
    if (!Why.empty())
      return Why;
    if (!IsShown)
      return text(Refusal::ViewStart, A.ViewBytes);
  }
  return "";
}
