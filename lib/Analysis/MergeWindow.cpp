//===- MergeWindow.cpp - Accesses that compilers make one of --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeWindow.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace bankfix;

namespace {
/// Groups that are kept open; older ones are not likely to find a neighbour.
constexpr size_t MaxGroups = 8;
/// As far as loops are unrolled, and further than any vector.
constexpr size_t MaxElements = 64;
} // namespace

bool MergeWindow::canMerge(const Site &S) {
  return (S.Op == AccessOp::Load || S.Op == AccessOp::Store) && S.Bytes >= 2 &&
         S.Bytes < WidestVector && !S.IsVolatile;
}

/// How many bytes \p To lies behind \p From in every lane, if that is known.
std::optional<int64_t> MergeWindow::distance(const SymbolicAccess &From,
                                             const SymbolicAccess &To) const {
  const Site &A = K.Sites[From.Site], &B = K.Sites[To.Site];
  if (A.Array != B.Array || A.Bytes != B.Bytes || From.Active != To.Active ||
      From.MayBePartial != To.MayBePartial || From.Iterations != To.Iterations)
    return std::nullopt;
  LaneValue D = subtract(To.Offset, From.Offset);
  if (!D.isConcrete() || !D.Constant.isSame(To.Active))
    return std::nullopt;
  return D.Constant[llvm::countr_zero(To.Active)];
}

void MergeWindow::add(SymbolicAccess A, const Recorder::Recorded *Known,
                      const SymbolTable &Symbols) {
  const Site &S = K.Sites[A.Site];
  if (S.Op != Op)
    close(Symbols);
  Op = S.Op;
  if (!Known)
    return;
  if (!canMerge(S) || A.Arrays > 1)
    return single({std::move(A), Known, 0});
  Sequence.push_back(A.Site);
  if (Op == AccessOp::Store)
    splitAliases(A, Symbols);
  for (size_t I = Groups.size(); I-- != 0;) {
    std::optional<int64_t> D = distance(Groups[I].front().Access, A);
    if (!D)
      continue;
    // The one that was not used for longest goes first.
    std::rotate(Groups.begin() + I, Groups.begin() + I + 1, Groups.end());
    Group &G = Groups.back();
    auto Same =
        llvm::find_if(G, [&](const Element &E) { return E.Delta == *D; });
    if (Same != G.end() && Op == AccessOp::Load &&
        Same->Repeated.size() < MaxElements) {
      Same->Repeated.push_back({A.Site, Known});
      return;
    }
    if (Same != G.end() || G.size() == MaxElements) {
      split(G, Symbols);
      G.clear();
      D = 0;
    }
    G.push_back({std::move(A), Known, *D});
    return;
  }
  if (Groups.size() == MaxGroups) {
    split(Groups.front(), Symbols);
    Groups.erase(Groups.begin());
  }
  Groups.emplace_back();
  Groups.back().push_back({std::move(A), Known, 0});
}

/// A store to an array keeps its earlier stores from being moved past it,
/// unless it is known to go somewhere else.
void MergeWindow::splitAliases(const SymbolicAccess &A,
                               const SymbolTable &Symbols) {
  llvm::erase_if(Groups, [&](Group &G) {
    const SymbolicAccess &First = G.front().Access;
    if (K.Sites[First.Site].Array != K.Sites[A.Site].Array ||
        distance(First, A))
      return false;
    split(G, Symbols);
    return true;
  });
}

void MergeWindow::close(const SymbolTable &Symbols) {
  for (Group &G : Groups)
    split(G, Symbols);
  Groups.clear();
  if (!Sequence.empty())
    Into.noteMerging(std::exchange(Sequence, {}), std::exchange(Result, {}));
}

void MergeWindow::single(const Element &E) {
  Into.recordSingle(E.Access.Site, *E.Known);
  for (auto [Site, Known] : E.Repeated)
    Into.recordSingle(Site, *Known);
}

/// Every value of \p V is a multiple of \p Bytes.
static bool isAligned(const SymbolicAccess &A, unsigned Bytes,
                      const SymbolTable &Symbols) {
  bool Aligned = true;
  forEachLane(A.Active, [&](unsigned L) {
    Aligned &= A.Offset.Constant[L] % Bytes == 0;
    for (const Term &T : A.Offset.Terms) {
      uint64_t Multiple = uint64_t(T.Coefficient[L]);
      for (SymbolId S : T.Symbols)
        Multiple *= Symbols[S].Alignment;
      Aligned &= Multiple % Bytes == 0;
    }
  });
  return Aligned;
}

/// Bytes of the widest vector that begins with the first element.
unsigned MergeWindow::widest(llvm::ArrayRef<Element> From,
                             const SymbolTable &Symbols) const {
  unsigned Bytes = K.Sites[From.front().Access.Site].Bytes;
  unsigned Widest = Into.widestMerge(From.front().Access.Site);
  for (unsigned Width = Widest; Width > Bytes; Width /= 2) {
    size_t Count = Width / Bytes;
    if (From.size() < Count || !isAligned(From.front().Access, Width, Symbols))
      continue;
    bool Adjacent = true;
    for (size_t I = 1; I < Count; ++I)
      Adjacent &= From[I].Delta == From[0].Delta + int64_t(I * Bytes);
    if (Adjacent)
      return Width;
  }
  return Bytes;
}

void MergeWindow::split(Group &G, const SymbolTable &Symbols) {
  llvm::sort(
      G, [](const Element &A, const Element &B) { return A.Delta < B.Delta; });
  for (llvm::ArrayRef<Element> Left = G; !Left.empty();) {
    unsigned Bytes = K.Sites[Left.front().Access.Site].Bytes;
    unsigned Width = widest(Left, Symbols);
    Result.insert(Result.end(), {Left.front().Access.Site, Width});
    for (const Element &E : Left.take_front(Width / Bytes))
      Result.push_back(Width == Bytes ? 0 : E.Delta - Left.front().Delta);
    if (Width == Bytes)
      single(Left.front());
    std::set<unsigned> Sites;
    for (const Element &E : Left.take_front(Width / Bytes)) {
      Sites.insert(E.Access.Site);
      for (unsigned Site : llvm::make_first_range(E.Repeated))
        Sites.insert(Site);
    }
    if (Width != Bytes)
      Into.recordMerged(Sites, Left.front().Access, Width, Symbols);
    Left = Left.drop_front(Width / Bytes);
  }
}
