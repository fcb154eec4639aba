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
#include "llvm/ADT/Sequence.h"

using namespace bankfix;

bool PlanInput::uses(const AnalyzedKernel &K, ArrayGroup Arrays) const {
  return llvm::any_of(sites(K), [&](const Site &S) {
    return llvm::is_contained(Arrays, S.Array);
  });
}

void PlanInput::forEachSite(
    ArrayGroup Arrays,
    llvm::function_ref<void(const AnalyzedKernel &, unsigned)> F) const {
  if (SitesOf.empty()) {
    SitesOf.resize(P.Arrays.size());
    for (auto [N, K] : llvm::enumerate(Kernels))
      for (auto [I, S] : llvm::enumerate(sites(K)))
        SitesOf[S.Array].push_back({N, I});
  }
  if (Arrays.size() == 1) {
    for (auto [K, I] : SitesOf[Arrays.front()])
      F(Kernels[K], I);
    return;
  }
  std::vector<std::pair<unsigned, unsigned>> All;
  for (unsigned Array : Arrays)
    llvm::append_range(All, SitesOf[Array]);
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  for (auto [K, I] : All)
    F(Kernels[K], I);
}

static std::string refuseDeclaration(const SharedArray &A, const Strategy &S) {
  auto Blocks = [&](const Obstacle &O) {
    return !(O.Kind == ObstacleKind::ElementType && S.TakesAnyElement) &&
           ((O.blocksDeclaration() && !O.Dims && !S.MayKeepDeclaration) ||
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
/// of its words is worth it. Of what is guessed from a block that is assumed,
/// that only says that the launches have smaller ones.
static std::string refuseSize(const PlanInput &In, unsigned Array) {
  constexpr uint64_t MostOfAny = 1 << 20;
  const unsigned PerBlock = In.T.Memory.SharedPerBlock;
  const uint64_t Limit =
      PerBlock && !In.isGuessed(Array) ? PerBlock : MostOfAny;
  const uint64_t Bytes = In.P.Arrays[Array].bytes();
  return Bytes > Limit ? text(Refusal::TooLarge, Bytes, Limit) : "";
}

/// Macros upon macros would be nobody's choice, and no end of them; nor is
/// there one of rows padded where they were permuted.
static bool isIndexedAlready(const Site &S) {
  return hasFixMacroSubscript(S.Text);
}

/// What a layout costs in a request over several arrays depends on where these
/// lie.
static bool hasSharedRequest(const SiteRequests &R) {
  return llvm::any_of(R.Groups,
                      [](const RequestGroup &G) { return G.Arrays > 1; });
}

std::string bankfix::refuseObstacles(const PlanInput &In, ArrayGroup Arrays,
                                     const Strategy &S) {
  std::string Why;
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = refuseDeclaration(In.P.Arrays[I], S);
  return Why;
}

std::string bankfix::refuseUses(const PlanInput &In, ArrayGroup Arrays,
                                const Strategy &S) {
  std::string Why = refuseObstacles(In, Arrays, S);
  return Why.empty() ? refuseAccesses(In, Arrays) : Why;
}

std::string bankfix::refuseAccesses(const PlanInput &In, ArrayGroup Arrays) {
  std::string Why;
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = refuseSize(In, I);
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

/// An access that has its last subscript alone can be written so.
static std::string refuseRows(const PlanInput &In, unsigned Array,
                              const SourceChange &Change) {
  auto Subscripts = SourceChange::none(Change.Subscripts.size()).Subscripts;
  if (Subscripts.empty())
    return "";
  const IndexText &Last = Change.Subscripts.back();
  const bool IsAlone = Last.From == Subscripts.back().From &&
                       Last.Also.empty() &&
                       llvm::equal(llvm::drop_end(Change.Subscripts),
                                   llvm::drop_end(Subscripts));
  for (const Kernel &K : In.P.Kernels)
    for (const Site &S : K.Sites)
      if (S.IsRow && S.Array == Array && (!IsAlone || Change.Wrap))
        return text(Refusal::RowAccess, S.Place.Line, S.Text);
  return "";
}

std::string bankfix::refuseDeclared(const PlanInput &In, ArrayGroup Arrays,
                                    const LayoutMap &Map) {
  for (unsigned I : Arrays) {
    SourceChange Change = Map.change(In.P.Arrays[I]);
    for (const Obstacle &O : In.P.Arrays[I].Obstacles)
      if (Change.isBlockedBy(O) && !keepsLimit(Map, In.P.Arrays[I], O))
        return O.text();
    if (std::string Why = refuseFlat(In, Arrays, I, Change); !Why.empty())
      return Why;
    if (std::string Why = refuseRows(In, I, Change); !Why.empty())
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

namespace {

/// How a subscript keeps inside its dimension.
enum class Keeps : uint8_t {
  Proved,  ///< Whatever the launch.
  Defined, ///< Nothing shows that it leaves it, which would be undefined.
  Open,    ///< It is not proved to, and may be meant to leave it.
  Leaves,  ///< Some lane leaves it, or its bound is that of the whole array.
};

bool isWithin(int64_t Low, int64_t High, uint64_t Dim) {
  return Low >= 0 && High < int64_t(Dim);
}

/// \p A is accessed from the start of its first row, in dimension \p D, as
/// whoever walks through all rows accesses it.
bool isFromStart(llvm::ArrayRef<SubscriptRange> Ranges, const SharedArray &A,
                 unsigned D) {
  return llvm::all_of(llvm::seq(D), [&](unsigned I) {
    return A.Dims[I] == 1 || (Ranges[I].Low == 0 && Ranges[I].High == 0);
  });
}

/// Where each lane accesses the array is known, under the shape that is looked
/// at.
bool isKnown(const SiteRequests &R) {
  return llvm::all_of(R.Groups, [](const RequestGroup &G) {
    return G.Alternatives.size() == 1 && G.Choices.empty() && !G.UpperBounds &&
           !G.LacksValues;
  });
}

/// What \p Site says of dimension \p D, the kernel says of other rows, too: of
/// two tiles, `s[0][i]` fills the first before a loop, and `s[k & 1][i]`
/// either.
bool isOfAnyRow(const PlanInput &In, const AnalyzedKernel &K, unsigned Site,
                unsigned D) {
  const bankfix::Site &S = In.sites(K)[Site];
  const SharedArray &A = In.P.Arrays[S.Array];
  return llvm::any_of(
      llvm::zip_equal(In.sites(K), K.Requests.Sites), [&](const auto &Each) {
        const auto &[Other, Requests] = Each;
        return Other.Array == S.Array && D < Other.Subscripts.size() &&
               Other.Subscripts[D] == S.Subscripts[D] &&
               !isFromStart(Requests.Subscripts, A, D);
      });
}

/// Under some other launch of the kernel that was analysed.
bool isReachedElsewhere(const PlanInput &In, const AnalyzedKernel &K,
                        unsigned Site, unsigned D) {
  return llvm::any_of(In.Kernels, [&](const AnalyzedKernel &Other) {
    return Other.Kernel == K.Kernel &&
           Other.Requests.Sites[Site].Subscripts[D].isReached();
  });
}

Keeps keeps(const PlanInput &In, const AnalyzedKernel &K, unsigned Site,
            unsigned D) {
  const bankfix::Site &S = In.sites(K)[Site];
  const SharedArray &A = In.P.Arrays[S.Array];
  llvm::ArrayRef<SubscriptRange> Ranges = K.Requests.Sites[Site].Subscripts;
  const SubscriptRange &R = Ranges[D];
  // Not reached; under another block shape it may be.
  if (R.isReached() ? isWithin(R.Low, R.High, A.Dims[D]) : K.Shape.isCertain())
    return Keeps::Proved;
  // What is reached nowhere shows nothing of what it is for.
  if (!R.isReached())
    return isReachedElsewhere(In, K, Site, D) ? Keeps::Proved : Keeps::Open;
  if (!isWithin(std::min<int64_t>(R.ShownLow, 0),
                std::max<int64_t>(R.ShownHigh, 0), A.Dims[D]))
    return Keeps::Leaves;
  if (In.Options.StrictBounds || K.HasUnreadShapes || S.Subscripts.empty() ||
      (isFromStart(Ranges, A, D) &&
       !(isKnown(K.Requests.Sites[Site]) && isOfAnyRow(In, K, Site, D))))
    return Keeps::Open;
  return Keeps::Defined;
}

/// Why a subscript is none to rely on; empty if it is.
std::string refuseSubscript(const PlanInput &In, const AnalyzedKernel &K,
                            unsigned Site, unsigned D) {
  const bankfix::Site &S = In.sites(K)[Site];
  const unsigned Line = S.Place.Line;
  const uint64_t Last = In.P.Arrays[S.Array].Dims[D] - 1;
  const bool IsAssumed = K.Shape.Origin == ShapeOrigin::Assumed;
  switch (keeps(In, K, Site, D)) {
  case Keeps::Proved:
  case Keeps::Defined:
    return "";
  case Keeps::Leaves:
    if (IsAssumed)
      return text(Refusal::LeavesRowInShape, Line, S.Text, D + 1, Last,
                  blockText(K.Shape.Block));
    return text(Refusal::LeavesRow, Line, S.Text, D + 1, Last);
  case Keeps::Open:
    if (!IsAssumed && !K.OpenReason.empty())
      return text(Refusal::OpenedLaunches, Line, S.Text, D + 1, Last,
                  K.OpenReason);
    return text(IsAssumed                ? Refusal::UnboundedShape
                : K.Shape.OthersPossible ? Refusal::UnboundedLaunches
                                         : Refusal::Unbounded,
                Line, S.Text, D + 1, Last);
  }
  llvm_unreachable("a way to keep inside without a word");
}

} // namespace

/// Calls \p F with each inner subscript of \p Arrays: kernel, site, dimension.
static void forEachInner(
    const PlanInput &In, ArrayGroup Arrays, bool IsFlatFollowed,
    llvm::function_ref<void(const AnalyzedKernel &, unsigned, unsigned)> F) {
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const Site &S = In.sites(K)[I];
    if (S.IsFlat && IsFlatFollowed)
      return;
    for (unsigned D = 1; D < In.P.Arrays[S.Array].Dims.size(); ++D)
      F(K, I, D);
  });
}

bool bankfix::reindexes(const LayoutMap &Map, const SharedArray &A) {
  return Map.change(A).Subscripts !=
         SourceChange::none(A.Dims.size()).Subscripts;
}

std::string bankfix::refuseMap(const EditableProgram &P,
                               llvm::ArrayRef<AnalyzedKernel> Kernels,
                               const Target &T, const PlanOptions &Options,
                               unsigned Array, const LayoutMap &Map,
                               const SharedArray &Planned) {
  const SizedProgram Sized(P.P, Kernels, T);
  const PlanInput In = inputOf(Sized, Kernels, T, Options, P.Rights);
  const SharedArray &A = Sized.P.Arrays[Array];
  const Strategy &S = strategyOf(Map.strategy());
  if (Planned.Dims.size() != A.Dims.size())
    return text(Refusal::OtherDimensions, A.typeText());
  if (std::string Why = refuseUses(In, Array, S); !Why.empty())
    return Why;
  if (!Map.isFor(A) || !Map.isAllowed(P.Rights[Array]) ||
      !keepsUsed(Map, Sized.P, Kernels, Array))
    return text(Refusal::NotForSizes, A.typeText());
  std::string Why = reindexes(Map, A) ? refuseUnaligned(In, Array) : "";
  if (Why.empty() && Map.needsBoundedSubscripts())
    Why = refuseUnbounded(In, Array, reindexes(Map, A));
  if (Why.empty())
    Why = refuseDeclared(In, Array, Map);
  if (Why.empty())
    Why = refuseViews(In, Array, Map);
  return Why.empty() ? MemoryBudget(In).refuseOpen(Array, Map) : Why;
}

std::string bankfix::refuseUnbounded(const PlanInput &In, ArrayGroup Arrays,
                                     bool IsFlatFollowed) {
  std::string Why;
  forEachInner(In, Arrays, IsFlatFollowed,
               [&](const AnalyzedKernel &K, unsigned Site, unsigned D) {
                 if (Why.empty())
                   Why = refuseSubscript(In, K, Site, D);
               });
  return Why;
}

/// "threadIdx.x < 32", of a subscript with \p Text and \p Behind more elements
/// that are accessed behind it.
static std::string insideText(std::string Text, const SubscriptRange &R,
                              uint64_t Dim, uint64_t Behind) {
  if (llvm::StringRef(Text).find_first_of("?:&|^<>=,") != llvm::StringRef::npos)
    Text = "(" + Text + ")";
  bool MayBeLess = R.Low < 0, MayBeMore = R.High >= int64_t(Dim);
  if (MayBeLess && !MayBeMore)
    return Text + " >= 0";
  return (MayBeLess ? "0 <= " : "") + Text + " < " +
         std::to_string(Dim - std::min(Behind, Dim));
}

std::vector<Reliance> bankfix::reliances(const PlanInput &In, unsigned Array,
                                         bool IsFlatFollowed) {
  std::vector<Reliance> Out;
  forEachInner(
      In, Array, IsFlatFollowed,
      [&](const AnalyzedKernel &K, unsigned Site, unsigned D) {
        if (keeps(In, K, Site, D) != Keeps::Defined)
          return;
        const bankfix::Site &S = In.sites(K)[Site];
        const SharedArray &A = In.P.Arrays[Array];
        bool IsLast = D + 1 == A.Dims.size();
        uint64_t Behind =
            IsLast && A.ElementBytes ? (S.Bytes - 1) / A.ElementBytes : 0;
        Reliance New{S.Place, insideText(S.Subscripts[D],
                                         K.Requests.Sites[Site].Subscripts[D],
                                         A.Dims[D], Behind)};
        if (llvm::none_of(Out, [&](const Reliance &Known) {
              return Known.Condition == New.Condition;
            }))
          Out.push_back(std::move(New));
      });
  return Out;
}
