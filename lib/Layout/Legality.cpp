//===- Legality.cpp - Which arrays may be laid out anew -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool PlanInput::uses(const AnalyzedKernel &K, ArrayGroup Arrays) const {
  return llvm::any_of(sites(K), [&](const Site &S) {
    return llvm::is_contained(Arrays, S.Array);
  });
}

void PlanInput::forEachSite(
    ArrayGroup Arrays,
    llvm::function_ref<void(const AnalyzedKernel &, unsigned)> F) const {
  llvm::BitVector In(P.Arrays.size()); // Some templates have many instances.
  for (unsigned Array : Arrays)
    In.set(Array);
  for (const AnalyzedKernel &K : Kernels)
    for (auto [I, S] : llvm::enumerate(sites(K)))
      if (In.test(S.Array))
        F(K, I);
}

static std::string refuseDeclaration(const SharedArray &A, const Strategy &S) {
  auto Blocks = [&](const Obstacle &O) {
    return !(O.Kind == ObstacleKind::ElementType && S.TakesAnyElement) &&
           ((O.blocksDeclaration() && !S.MayKeepDeclaration) ||
            (S.ChangesSubscripts && O.blocksSubscripts()));
  };
  for (const Obstacle &O : A.Obstacles)
    if (Blocks(O))
      return O.text();
  if (A.hasKnownSize())
    return "";
  if (A.Space == MemorySpace::Static)
    return text(Refusal::UnknownSize);
  for (const Obstacle &O : A.Obstacles)
    if (O.blocksDeclaration())
      return O.text();
  return text(Refusal::HostSizeUnknown);
}

/// More than any block has: no launch can be, so nothing that is done for each
/// of its words is worth it.
static std::string refuseSize(const SharedArray &A, const Target &T) {
  constexpr uint64_t MostOfAny = 1 << 20;
  uint64_t Limit =
      T.Memory.SharedPerBlock ? T.Memory.SharedPerBlock : MostOfAny;
  return A.bytes() > Limit ? text(Refusal::TooLarge, A.bytes(), Limit) : "";
}

/// Macros upon macros would be nobody's choice, and no end of them; nor is
/// there one of rows padded where they were permuted.
static bool isIndexedAlready(const Site &S) {
  return llvm::StringRef(S.Text).contains(("[" + MacroPrefix).str());
}

/// What a layout costs in a request over several arrays depends on where these
/// lie.
static bool hasSharedRequest(const SiteRequests &R) {
  return llvm::any_of(R.Groups,
                      [](const RequestGroup &G) { return G.Arrays > 1; });
}

std::string bankfix::refuseUses(const PlanInput &In, ArrayGroup Arrays,
                                const Strategy &S) {
  std::string Why;
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = refuseDeclaration(In.P.Arrays[I], S);
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = refuseSize(In.P.Arrays[I], In.T);
  for (unsigned I : Arrays)
    if (Why.empty() &&
        In.P.Arrays[I].Dims.size() != In.P.Arrays[Arrays[0]].Dims.size())
      Why = text(Refusal::GroupDisagrees, In.P.Arrays[Arrays[0]].typeText(),
                 In.P.Arrays[I].typeText());
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    if (!Why.empty())
      return;
    const Verdict &V = K.Verdicts[I];
    unsigned Line = In.sites(K)[I].Place.Line;
    if (V.Sure == Certainty::Unknown)
      Why = text(Refusal::UnknownAccess, Line, V.Reason);
    else if (V.Conf == Confidence::Unknown)
      Why = text(Refusal::NoEvidence);
    else if (isIndexedAlready(In.sites(K)[I]))
      Why = text(Refusal::IndexedAlready, Line, In.sites(K)[I].Text);
    else if (hasSharedRequest(K.Requests.Sites[I]))
      Why = text(Refusal::SharedRequest, Line, In.sites(K)[I].Text);
  });
  return Why;
}

/// An access through all rows of \p Array can be written so, and as those of
/// the others of its group.
static std::string refuseFlat(const PlanInput &In, ArrayGroup Arrays,
                              unsigned Array, const SourceChange &Change) {
  const SharedArray &A = In.P.Arrays[Array];
  auto Subscripts = SourceChange::none(A.Dims.size()).Subscripts;
  if (!Change.Wrap && Change.Subscripts == Subscripts)
    return "";
  bool IsSame = A.Dims.size() == 1 || llvm::all_of(Arrays, [&](unsigned I) {
                  return llvm::equal(llvm::drop_begin(In.P.Arrays[I].Dims),
                                     llvm::drop_begin(A.Dims));
                });
  for (const Kernel &K : In.P.Kernels)
    for (const Site &S : K.Sites)
      if (S.IsFlat && S.Array == Array && !(Change.Flat && IsSame))
        return text(Refusal::FlatAccess, S.Place.Line, S.Text);
  return "";
}

std::string bankfix::refuseDeclared(const PlanInput &In, ArrayGroup Arrays,
                                    const LayoutMap &Map) {
  for (unsigned I : Arrays) {
    SourceChange Change = Map.change(In.P.Arrays[I]);
    for (const Obstacle &O : In.P.Arrays[I].Obstacles)
      if (O.blocksDeclaration() && !Change.keepsDeclaration() &&
          !(O.Kind == ObstacleKind::ElementType && Change.padsElements()))
        return O.text();
    if (std::string Why = refuseFlat(In, Arrays, I, Change); !Why.empty())
      return Why;
  }
  return "";
}

bool bankfix::hasFailed(const PlanInput &In, ArrayGroup Arrays,
                        const LayoutMap &Map) {
  return llvm::any_of(In.Options.Failed, [&](const FailedLayout &F) {
    return F.IsMember && F.Strategy == Map.strategy() &&
           llvm::is_contained(Arrays, F.Array) &&
           Map.change(In.P.Arrays[F.Array]).MemberBytes;
  });
}

/// Every value of the subscript lies inside the dimension, whatever the launch.
static bool isBounded(const SubscriptRange &R, uint64_t Dim,
                      const LaunchShape &Shape) {
  // Not reached; under another block shape it may be.
  if (R.Low > R.High)
    return Shape.isCertain();
  return R.Low >= 0 && uint64_t(R.High) < Dim;
}

std::string bankfix::refuseMap(const Program &P,
                               llvm::ArrayRef<AnalyzedKernel> Kernels,
                               const Target &T, const PlanOptions &Options,
                               unsigned Array, const LayoutMap &Map,
                               const SharedArray &Planned) {
  const PlanInput In{P, Kernels, T, Options};
  const SharedArray &A = P.Arrays[Array];
  const Strategy &S = strategyOf(Map.strategy());
  const SourceChange None = SourceChange::none(A.Dims.size());
  if (Planned.Dims.size() != A.Dims.size())
    return text(Refusal::OtherDimensions, A.typeText());
  if (std::string Why = refuseUses(In, Array, S); !Why.empty())
    return Why;
  if (!Map.isFor(A))
    return text(Refusal::NotForSizes, A.typeText());
  const bool Reindexes = Map.change(A).Subscripts != None.Subscripts;
  std::string Why = Reindexes ? refuseUnaligned(In, Array) : "";
  if (Why.empty() && Map.needsBoundedSubscripts())
    Why = refuseUnbounded(In, Array, Reindexes);
  if (Why.empty())
    Why = refuseDeclared(In, Array, Map);
  return Why.empty() ? refuseViews(In, Array, Map) : Why;
}

std::string bankfix::refuseUnbounded(const PlanInput &In, ArrayGroup Arrays,
                                     bool IsFlatFollowed) {
  std::string Why;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const Site &S = In.sites(K)[I];
    if (S.IsFlat && IsFlatFollowed)
      return;
    const SharedArray &A = In.P.Arrays[S.Array];
    llvm::ArrayRef<SubscriptRange> Ranges = K.Requests.Sites[I].Subscripts;
    for (unsigned D = 1; D < A.Dims.size() && Why.empty(); ++D)
      if (!isBounded(Ranges[D], A.Dims[D], K.Shape))
        Why = text(K.Shape.Origin == ShapeOrigin::Assumed
                       ? Refusal::UnboundedShape
                   : K.Shape.OthersPossible ? Refusal::UnboundedLaunches
                                            : Refusal::Unbounded,
                   S.Place.Line, S.Text, D + 1, A.Dims[D] - 1);
  });
  return Why;
}
