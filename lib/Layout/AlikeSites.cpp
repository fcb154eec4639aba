//===- AlikeSites.cpp - What need not be weighed twice --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template with hundreds of instances has few different requests; what one
// costs under a map is then found once.
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <unordered_map>

using namespace bankfix;

namespace {

/// One site, and the array that it accesses.
struct SiteView {
  const Site *Where;
  const SiteRequests *Requests;
  const SharedArray *Array;
  unsigned Number;
};

size_t hashOf(const SiteView &V) {
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

bool costTheSame(const SiteView &X, const SiteView &Y) {
  auto OfSite = [](const SiteView &V) {
    return std::tie(V.Where->Op, V.Where->Bytes, V.Where->IsUnspecified);
  };
  auto OfRequests = [](const SiteView &V) {
    const SiteRequests &R = *V.Requests;
    return std::tie(R.Groups, R.Merged, R.Reason, R.BoundReason, R.Independent,
                    R.Assumed, R.PerIteration);
  };
  return OfSite(X) == OfSite(Y) && OfRequests(X) == OfRequests(Y) &&
         (X.Where->Array == Y.Where->Array || areAlike(*X.Array, *Y.Array));
}

} // namespace

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

SiteNumbers bankfix::alikeSites(const Program &P,
                                llvm::ArrayRef<AnalyzedKernel> Kernels) {
  SiteNumbers Out;
  std::unordered_map<size_t, std::vector<SiteView>> Known;
  unsigned Next = 0;
  for (const AnalyzedKernel &K : Kernels) {
    Out.emplace_back();
    for (auto [S, R] :
         llvm::zip_equal(P.Kernels[K.Kernel].Sites, K.Requests.Sites)) {
      SiteView New{&S, &R, &P.Arrays[S.Array], Next};
      std::vector<SiteView> &Same = Known[hashOf(New)];
      auto Old = llvm::find_if(
          Same, [&](const SiteView &V) { return costTheSame(V, New); });
      Out.back().push_back(Old == Same.end() ? Next++ : Old->Number);
      if (Old == Same.end())
        Same.push_back(New);
    }
  }
  return Out;
}
