//===- AlikeSites.cpp - What need not be weighed twice --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeSites.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool bankfix::areAlike(const SharedArray &A, const SharedArray &B) {
  auto Key = [](const SharedArray &X) {
    return std::tie(X.Dims, X.ElementType, X.ElementBytes, X.Alignment,
                    X.ElementAlignment, X.Space, X.PointersFrom,
                    X.OwnsDeclaration, X.OwnsType, X.OwnsAccesses,
                    X.OwnsStruct, X.IsLocalType, X.IsAlignedType,
                    X.IsPointedTo, X.ViewBytes);
  };
  return Key(A) == Key(B) && !A.Offsets && !B.Offsets;
}

size_t SiteKinds::hashOf(const View &V) {
  llvm::hash_code H =
      llvm::hash_combine(V.Where->Op, V.Where->Bytes, V.Array->bytes(),
                         V.Requests->Groups.size());
  for (const RequestGroup &G : V.Requests->Groups) {
    H = llvm::hash_combine(H, G.Count, G.Alternatives.size());
    if (!G.Alternatives.empty())
      H = llvm::hash_combine(
          H, llvm::hash_combine_range(G.Alternatives.front().Offsets));
  }
  return H;
}

bool SiteKinds::costTheSame(const View &X, const View &Y) {
  auto OfSite = [](const View &V) {
    return std::tie(V.Where->Op, V.Where->Bytes, V.Where->IsUnspecified);
  };
  auto OfRequests = [](const View &V) {
    const SiteRequests &R = *V.Requests;
    return std::tie(R.Groups, R.Merged, R.Reason, R.BoundReason, R.Independent,
                    R.Assumed, R.PerIteration, R.Trips);
  };
  return OfSite(X) == OfSite(Y) && OfRequests(X) == OfRequests(Y) &&
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
