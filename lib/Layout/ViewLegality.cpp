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
#include "bankfix/Kernel/Multiples.h"
#include "bankfix/Kernel/Walk.h"
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
bool areMultiples(const Request &R, unsigned Bytes) {
  return llvm::all_of(
      R.Offsets, [&](int64_t Offset) { return Offset % int64_t(Bytes) == 0; });
}

/// \p R is at multiples of \p Bytes from the array's start. If \p IsStart is
/// one, so is what only the run knows: no other value is served.
bool isAligned(const SiteRequests &R, unsigned Bytes, bool IsStart) {
  return llvm::all_of(R.Groups, [&](const RequestGroup &G) {
    auto Is = [&](const Request &Each) { return areMultiples(Each, Bytes); };
    return llvm::all_of(G.Alternatives, Is) ||
           (IsStart && llvm::any_of(G.Alternatives, Is));
  });
}

/// \p Site is certainly come to by all lanes that come to \p L, whatever the
/// branches and jumps before it do; nothing where a jump may lead past it.
std::optional<bool> isReached(const StmtList &L, unsigned Site) {
  for (const Stmt &S : L) {
    if (auto *A = std::get_if<Access>(&S.Node); A && A->Site == Site)
      return !A->Only && A->Targets == 1;
    if (auto *In = std::get_if<Scope>(&S.Node)) {
      std::optional<bool> Is = isReached(In->Body, Site);
      if (!Is || *Is)
        return Is;
      continue;
    }
    bool MayLeave = std::holds_alternative<Unsupported>(S.Node);
    forEachStmt({S}, [&](const Stmt &Each) {
      auto *J = std::get_if<Jump>(&Each.Node);
      MayLeave |=
          J && (J->Kind == JumpKind::Return || J->Kind == JumpKind::Leave);
    });
    if (MayLeave)
      return std::nullopt;
  }
  return false;
}

/// Under the shape of \p K, lanes certainly access what lies at multiples of
/// \p Bytes from the array's start.
bool showsStart(const Kernel &Of, const AnalyzedKernel &K, unsigned Site,
                unsigned Bytes) {
  auto Shows = [&](const RequestGroup &G) {
    return G.Alternatives.size() == 1 && !G.isWorstCase() && !G.MayBePartial &&
           G.Arrays == 1 && G.Alternatives[0].Active != 0 &&
           areMultiples(G.Alternatives[0], Bytes);
  };
  return llvm::any_of(K.Requests.Sites[Site].Groups, Shows) &&
         isReached(Of.Body, Site).value_or(false);
}

/// \p E without the constants that are added to it, which \p Added gets.
const Expr *withoutAdded(const Expr *E, int64_t &Added) {
  while (E->kind() == ExprKind::Cast ||
         (E->kind() == ExprKind::Binary && E->op() == Op::Add &&
          (E->operand(0)->isConst() || E->operand(1)->isConst()))) {
    const bool IsFirst =
        E->kind() == ExprKind::Binary && E->operand(0)->isConst();
    if (E->kind() == ExprKind::Binary)
      Added += E->operand(!IsFirst)->value();
    E = E->operand(IsFirst);
  }
  return E;
}

/// The object that \p A, of \p S, is a part of begins where one of its size
/// may, whatever the launch.
bool startsWhole(const Access &A, const Site &S, const SharedArray &Array,
                 const Multiples &Known) {
  int64_t Added = 0;
  const Expr *Place = A.Subscripts.empty() ? A.Offset : A.Subscripts.back();
  const int64_t Unit = A.Subscripts.empty() ? 1 : Array.ElementBytes;
  if (!Place)
    return false;
  Place = withoutAdded(Place, Added);
  const int64_t Whole = S.Part.Bytes;
  return (Place->isConst() ? Place->value() * Unit % Whole == 0
                           : Known.of(*Place) * Unit % Whole == 0) &&
         (Added * Unit + A.MemberOffset - S.Part.Offset) % Whole == 0 &&
         (A.Subscripts.size() < 2 ||
          Array.Dims.back() * Array.ElementBytes % Whole == 0);
}

/// A part of a group that may begin anywhere: hardware serves it all the same,
/// and groups that are moved tear it from its place.
std::string refuseParts(const PlanInput &In, unsigned Array) {
  std::string Why;
  for (const Kernel &K : In.P.Kernels) {
    std::optional<Multiples> Known;
    forEachNode<Access>(K.Body, [&](const Access &A) {
      const Site &S = K.Sites[A.Site];
      if (S.Array != Array || !S.Part || !Why.empty())
        return;
      if (!Known)
        Known.emplace(K);
      if (!startsWhole(A, S, In.P.Arrays[Array], *Known))
        Why = text(Refusal::ViewUnaligned, S.Place.Line, S.Text, S.Part.Bytes);
    });
  }
  return Why;
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

/// What the guide asks of a fragment: a pitch of whole 16 bytes, and a first row
/// at 32 bytes ("CUDA C++ Programming Guide", "Warp Matrix Functions").
constexpr int64_t FragmentPitch = 16, FragmentStart = 32;

/// \p Map makes rows longer and nothing else, so that those of \p F stay as
/// aligned as matrices have to be. So does what lies behind the array.
static bool keepsRows(const LayoutMap &Map, const SharedArray &A,
                      const FragmentRows &F) {
  const SharedArray New = Map.apply(A);
  int64_t Added = int64_t(New.Dims.back() - A.Dims.back()) * A.ElementBytes;
  return llvm::ArrayRef(New.Dims).drop_back() ==
             llvm::ArrayRef(A.Dims).drop_back() &&
         int64_t(New.Dims.back() * A.ElementBytes) % FragmentPitch == 0 &&
         Added * F.First % FragmentStart == 0;
}

/// Where \p Map puts the elements of \p A, by their numbers.
static std::vector<int64_t> newElements(const LayoutMap &Map,
                                        const SharedArray &A) {
  const OffsetMap Place = Map.offsets(A);
  std::vector<int64_t> New(A.elements());
  for (auto [Old, Each] : llvm::enumerate(New))
    Each = Place(int64_t(Old * A.ElementBytes)) / A.ElementBytes;
  return New;
}

/// Wherever \p F may begin, its elements are told by \p Pitch, the new one: \p
/// New has their places.
static bool keepsPitch(llvm::ArrayRef<int64_t> New, const FragmentRows &F,
                       int64_t Pitch) {
  for (size_t First = 0; First < New.size(); First += F.First)
    for (unsigned Row = 0; Row < F.Rows; ++Row)
      for (unsigned Column = 0; Column < F.Columns; ++Column) {
        const size_t Old = First + Row * F.Pitch + Column;
        if (Old < New.size() &&
            New[Old] != New[First] + Row * Pitch + Column)
          return false;
      }
  return true;
}

/// All addresses of the requests are known, for each launch.
static bool isCertain(const AnalyzedKernel &K, const SiteRequests &R) {
  return K.Shape.Origin != ShapeOrigin::Assumed && !R.Groups.empty() &&
         llvm::all_of(R.Groups, [](const RequestGroup &G) {
           return !G.Alternatives.empty() && !G.isWorstCase() && !G.LacksValues;
         });
}

/// Each fragment begins as far from 32 bytes as it did; where that is not
/// known, each that there may be, or that rows of the pitch have. Lane 0 has
/// one of each eight rows, and of each eight columns, which are as far from
/// there as the first.
static bool keepsStarts(const LayoutMap &Map, const SharedArray &A,
                        const FragmentRows &F, const SiteRequests &R,
                        bool IsCertain) {
  const OffsetMap Place = Map.offsets(A);
  auto Keeps = [&](int64_t Old) {
    return (Place(Old) - Old) % FragmentStart == 0;
  };
  if (IsCertain)
    return llvm::all_of(R.Groups, [&](const RequestGroup &G) {
      return llvm::all_of(G.Alternatives, [&](const Request &Each) {
        return (Each.Active & 1) && Keeps(Each.Offsets.front());
      });
    });
  if (std::optional<RowChange> Rows = Map.change(A).Rows)
    return Rows->Elements == F.Pitch &&
           Rows->Added * A.ElementBytes * F.FirstRow % FragmentStart == 0;
  for (uint64_t First = 0; First < A.elements(); First += F.First)
    if (!Keeps(int64_t(First * A.ElementBytes)))
      return false;
  return true;
}

int64_t bankfix::plannedPitch(const LayoutMap &Map, const SharedArray &A,
                              int64_t Old) {
  std::vector<int64_t> Subscripts(A.Dims.size());
  Subscripts.back() = Old;
  return Map.index(A).back().evaluate(Subscripts);
}

bool bankfix::keepsFragment(const LayoutMap &Map, const SharedArray &A,
                            const FragmentRows &F, const AnalyzedKernel &K,
                            unsigned Site) {
  const int64_t Grown = int64_t(Map.apply(A).bytes() - A.bytes());
  if (Map.change(A).padsElements() || Grown % FragmentStart != 0)
    return false;
  if (!F.Pitch)
    return keepsRows(Map, A, F);
  const int64_t Pitch = plannedPitch(Map, A, F.Pitch);
  const SiteRequests &R = K.Requests.Sites[Site];
  return Pitch * A.ElementBytes % FragmentPitch == 0 &&
         keepsPitch(newElements(Map, A), F, Pitch) &&
         keepsStarts(Map, A, F, R, isCertain(K, R));
}

static std::string refuseFragments(const PlanInput &In, ArrayGroup Arrays,
                                   const LayoutMap &Map) {
  std::string Why;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned Number) {
    const Site &S = In.sites(K)[Number];
    if (Why.empty() && S.Fragment &&
        !keepsFragment(Map, In.P.Arrays[S.Array], S.Fragment, K, Number))
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
    // By kernel: where the array starts in one, says nothing of another.
    std::map<const AnalyzedKernel *, unsigned> Starts;
    In.forEachSite(I, [&](const AnalyzedKernel &K, unsigned Number) {
      const unsigned Bytes = In.sites(K)[Number].Bytes;
      unsigned &Start = Starts[&K];
      if (Bytes > Start && showsStart(In.P.Kernels[K.Kernel], K, Number, Bytes))
        Start = Bytes;
    });
    In.forEachSite(I, [&](const AnalyzedKernel &K, unsigned Number) {
      const Site &S = In.sites(K)[Number];
      const SiteRequests &R = K.Requests.Sites[Number];
      if (S.Bytes > A.Alignment && A.ViewBytes &&
          !isAligned(R, S.Bytes, S.Bytes <= Starts[&K]))
        Why = text(Refusal::ViewUnaligned, S.Place.Line, S.Text, S.Bytes);
      IsShown |= S.Bytes >= A.ViewBytes && isKnown(R);
    });
    if (Why.empty())
      Why = refuseParts(In, I);
    if (!Why.empty())
      return Why;
    if (!IsShown)
      return text(Refusal::ViewStart, A.ViewBytes);
  }
  return "";
}
