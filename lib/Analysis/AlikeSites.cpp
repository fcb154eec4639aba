//===- AlikeSites.cpp - What need not be weighed twice --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeSites.h"
#include "ArrayParts.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool bankfix::areAlike(const SharedArray &A, const SharedArray &B) {
  auto PartsA = partsOf(A), PartsB = partsOf(B);
  const auto &[ElementType, Space, Parameter] = PartsA.Values;
  const auto &[TypeOfB, SpaceOfB, ParameterOfB] = PartsB.Values;
  // The host sets the size of each parameter, wherever it stands.
  return PartsA.Shape == PartsB.Shape && PartsA.Layout == PartsB.Layout &&
         ElementType == TypeOfB && Space == SpaceOfB && !A.Offsets &&
         !B.Offsets;
}

size_t SiteKinds::hashOf(const View &V) {
  llvm::hash_code H = llvm::hash_combine(
      V.Where->Op, V.Where->Bytes, V.Array->bytes(), V.Requests->Groups.size());
  for (const RequestGroup &G : V.Requests->Groups) {
    H = llvm::hash_combine(H, G.Count, G.Alternatives.size());
    if (!G.Alternatives.empty())
      H = llvm::hash_combine(
          H, llvm::hash_combine_range(G.Alternatives.front().Offsets));
  }
  return H;
}

/// What a verdict looks at of a site; a member that nobody thought of does not
/// compile.
static auto costKeyOf(const Site &S) {
  const auto &[Array, Op, Bytes, Place, Text, IndexText, Subscripts, Path,
               IsUnspecified, IsFlat, IsRow, IsVolatile, Fragment, Part,
               Number] = S;
  // Left out: how it is written, and what the requests have in them already.
  return std::tie(Op, Bytes, IsUnspecified);
}

/// The same of its requests.
static auto costKeyOf(const SiteRequests &R) {
  const auto &[Groups, Merged, Subscripts, Flat, Reason, BoundReason,
               Independent, Assumed, PerIteration, Trips] = R;
  // Left out: ranges, which say where layouts are defined, and not what
  // requests cost.
  return std::tie(Groups, Merged, Reason, BoundReason, Independent, Assumed,
                  PerIteration, Trips);
}

bool SiteKinds::costTheSame(const View &X, const View &Y) {
  return costKeyOf(*X.Where) == costKeyOf(*Y.Where) &&
         costKeyOf(*X.Requests) == costKeyOf(*Y.Requests) &&
         (X.Where->Array == Y.Where->Array || areAlike(*X.Array, *Y.Array));
}

unsigned SiteKinds::numberOf(const Site &S, const SiteRequests &R,
                             const SharedArray &A) {
  View New{&S, &R, &A, Next};
  std::vector<View> &Same = Known[hashOf(New)];
  auto Old =
      llvm::find_if(Same, [&](const View &V) { return costTheSame(V, New); });
  if (Old != Same.end())
    return Old->Number;
  Same.push_back(New);
  return Next++;
}

std::vector<Verdict> bankfix::judgeAll(const Kernel &K, const Program &P,
                                       const KernelRequests &R,
                                       const Target &T) {
  SiteKinds Kinds;
  std::vector<Verdict> OfKind, Out;
  for (auto [S, Of] : llvm::zip_equal(K.Sites, R.Sites)) {
    const SharedArray &A = P.Arrays[S.Array];
    unsigned Kind = Kinds.numberOf(S, Of, A);
    if (Kind == OfKind.size())
      OfKind.push_back(judge(Of, S, A, T));
    Out.push_back(OfKind[Kind]);
  }
  return Out;
}

bool bankfix::costAlike(const Kernel &K, const KernelRequests &R,
                        const Target &A, const Target &B) {
  return llvm::all_of(llvm::zip_equal(K.Sites, R.Sites), [&](const auto &Each) {
    const auto &[S, Of] = Each;
    unsigned Widest = S.Bytes;
    for (const MergedRequests &M : Of.Merged) // By compilers.
      Widest = std::max(Widest, M.Bytes);
    return serveAlike(A, B, S.Op, Widest) &&
           (!S.IsUnspecified || confidenceInLanes(A) == confidenceInLanes(B));
  });
}
