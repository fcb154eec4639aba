//===- MergedCount.cpp - What merged accesses cost ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedCount.h"

using namespace bankfix;

namespace {

/// Elements of \p Bytes from \p First on lie side by side under \p Map, and
/// aligned, in pieces of \p Width.
bool staysTogether(int64_t First, unsigned Whole, unsigned Width,
                   unsigned Bytes, const OffsetMap &Map) {
  for (unsigned Piece = 0; Piece < Whole; Piece += Width) {
    int64_t Start = Map(First + Piece);
    if (Start % Width != 0)
      return false;
    for (unsigned I = Bytes; I < Width; I += Bytes)
      if (Map(First + Piece + I) != Start + I)
        return false;
  }
  return true;
}

/// The widest access that \p Q can become under \p Map: compilers decide for
/// all lanes and times at once.
unsigned widthUnder(const MergedRequests &Q, unsigned Bytes,
                    const OffsetMap &Map) {
  auto Holds = [&](unsigned Width) {
    auto Together = [&](int64_t First) {
      return staysTogether(First, Q.Bytes, Width, Bytes, Map);
    };
    for (const RequestGroup &G : Q.Groups) {
      for (const Request &R : G.Alternatives)
        if (R.InBounds && !llvm::all_of(R.Offsets, Together))
          return false;
      if (G.BoundedChoices)
        for (const auto &List : G.BoundedChoices->Lists)
          if (!llvm::all_of(List.offsets(), Together))
            return false;
    }
    return true;
  };
  unsigned Width = Q.Bytes;
  while (Width > Bytes && !Holds(Width))
    Width /= 2;
  return Width;
}

} // namespace

/// \p G, \p By bytes further on.
static RequestGroup moved(RequestGroup G, int64_t By) {
  for (Request &R : G.Alternatives)
    for (int64_t &At : R.Offsets)
      At += By;
  for (ChoiceRequest &C : G.Choices)
    for (OffsetList &List : C.Lists)
      List.move(By);
  if (G.BoundedChoices)
    for (OffsetList &List : G.BoundedChoices->Lists)
      List.move(By);
  return G;
}

std::vector<RequestGroup> bankfix::split(llvm::ArrayRef<RequestGroup> Groups,
                                         unsigned Bytes, unsigned Part) {
  std::vector<RequestGroup> Out;
  for (unsigned At = 0; At < Bytes; At += Part)
    for (const RequestGroup &G : Groups)
      Out.push_back(moved(G, At));
  return Out;
}

void bankfix::addMergedCount(Verdict &V, const SiteRequests &R, const Site &S,
                             const SharedArray &A, const Target &T,
                             const OffsetMap *Map) {
  if (R.Merged.empty())
    return;
  MergedCount M;
  for (const MergedRequests &Q : R.Merged) {
    Site Wide = S;
    Wide.Bytes = Map ? widthUnder(Q, S.Bytes, *Map) : Q.Bytes;
    // As compilers see to it.
    Alignments Aligned{std::max(A.Alignment, Wide.Bytes), A.ElementAlignment};
    SiteRequests Alone; // But for its groups, nothing is known of it.
    Alone.Independent = false;
    std::vector<RequestGroup> Parts;
    if (Wide.Bytes != Q.Bytes)
      Parts = split(Q.Groups, Q.Bytes, Wide.Bytes);
    Verdict Of = judgeGroups(Parts.empty() ? Q.Groups : Parts, Alone, Wide,
                             Aligned, T, Map, /*WithRandom=*/false);
    if (Of.Sure == Certainty::Unknown)
      return;
    M.Bytes = std::max(M.Bytes, Wide.Bytes);
    M.Requests += Of.Requests;
    M.Wavefronts += Of.payable();
    M.Ideal += Of.Ideal;
    M.OwnRequests += Q.AreShared ? 0 : Of.Requests;
    M.OwnWavefronts += Q.AreShared ? 0 : Of.payable();
    V.MinDegree = std::min(V.MinDegree, Of.MinDegree);
    V.MaxDegree = std::max(V.MaxDegree, Of.MaxDegree);
  }
  V.Merged = M;
  V.Sure = std::max(V.Sure, Certainty::Bounded);
}
