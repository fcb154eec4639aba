//===- LayoutMap.cpp - What follows from where elements go ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   index, apply ──▶ offsets      numbers, for requests and the proof
//                ──▶ subscripts   what the new source lowers to
//                ──▶ change       how it is written
//
//===----------------------------------------------------------------------===//

#include "LinearIndex.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Layout/Plan.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

std::vector<IndexExpr> LayoutMap::index(const SharedArray &A) const {
  std::vector<IndexExpr> Same;
  for (unsigned D = 0; D < A.Dims.size(); ++D)
    Same.push_back(IndexExpr::subscript(D));
  return Same;
}

namespace {

/// From a byte of the old array to one of the new: subscripts apart, each new
/// one, and together again.
class Offsets {
public:
  Offsets(const SharedArray &Old, const SharedArray &New,
          std::vector<IndexExpr> Index)
      : OldDims(Old.Dims), NewDims(New.Dims), OldBytes(Old.ElementBytes),
        NewBytes(New.ElementBytes), Index(std::move(Index)) {}

  int64_t operator()(int64_t Offset) const {
    llvm::SmallVector<int64_t, 4> Old(OldDims.size());
    int64_t Left = Offset / OldBytes, Element = 0;
    for (unsigned D = Old.size(); D-- != 1; Left /= int64_t(OldDims[D]))
      Old[D] = Left % int64_t(OldDims[D]);
    Old[0] = Left; // Of an array whose size the host sets, any.
    for (auto [D, E] : llvm::enumerate(Index))
      Element = Element * (D ? int64_t(NewDims[D]) : 1) + E.evaluate(Old);
    return Element * NewBytes + Offset % OldBytes;
  }

private:
  std::vector<uint64_t> OldDims, NewDims;
  int64_t OldBytes, NewBytes;
  std::vector<IndexExpr> Index;
};

/// The subscript that \p E is written in place of.
unsigned ownOf(const IndexExpr &E) { return E.subscripts().front(); }

/// What is added to a subscript; nothing where \p E is more than that.
std::optional<int64_t> addedBy(const IndexExpr &E) {
  if (E.asSubscript())
    return 0;
  if (!E.is(Op::Add) || !E.left().asSubscript())
    return std::nullopt;
  return E.right().asConstant();
}

/// `n + n / Unit * Added`, which the host's text says without a macro.
std::optional<SourceChange::Growth> growthBy(const IndexExpr &E) {
  if (!E.is(Op::Add) || !E.left().asSubscript())
    return std::nullopt;
  IndexExpr Rest = E.right();
  SourceChange::Growth G{1, 1};
  if (Rest.is(Op::Mul)) {
    G.Added = Rest.right().asConstant().value_or(0);
    Rest = Rest.left();
  }
  if (!Rest.is(Op::Div) || !Rest.left().asSubscript() || G.Added == 0)
    return std::nullopt;
  G.Unit = *Rest.right().asConstant();
  return G;
}

/// `#define Name(i) E`, of one subscript; of several, the first is a column,
/// the others are rows.
IndexHelper macroFor(std::string Name, const IndexExpr &E,
                     llvm::StringRef Alone) {
  std::vector<unsigned> Names = E.subscripts();
  IndexHelper M;
  M.Name = std::move(Name);
  M.Parameters.push_back(Names.size() == 1 ? Alone.str() : "c");
  for (unsigned I = 1; I < Names.size(); ++I)
    M.Parameters.push_back(Names.size() == 2 ? "r"
                                             : "r" + std::to_string(I - 1));
  M.Body = E.text([&](unsigned D) {
    return M.Parameters[llvm::find(Names, D) - Names.begin()];
  });
  return M;
}

/// Writes a map's expressions as a SourceChange.
class ChangeWriter {
public:
  ChangeWriter(const LayoutMap &Map, const SharedArray &Old)
      : Map(Map), Old(Old), New(Map.apply(Old)), Index(Map.index(Old)) {}

  SourceChange run() {
    for (const IndexExpr &E : Index)
      Out.Subscripts.push_back(subscript(E));
    for (unsigned D = 0; D < Index.size(); ++D)
      Out.Dims.push_back(size(D));
    if (Old.Space != MemorySpace::Static)
      hostSize();
    if (std::optional<IndexExpr> Linear = Map.linear(Old))
      Out.Flat = macroFor(name(*Linear), *Linear, "i");
    Map.amend(Old, Out);
    return std::move(Out);
  }

private:
  std::string name(const IndexExpr &E) const {
    std::string Name = Map.macroName(E);
    return Name.empty() ? "" : MacroPrefix.str() + Name;
  }

  IndexText subscript(const IndexExpr &E) {
    IndexText T;
    T.From = ownOf(E);
    if (std::optional<int64_t> Added = addedBy(E)) {
      T.Added = *Added;
      return T;
    }
    T.Macro = name(E);
    if (T.Macro.empty())
      return T;
    llvm::append_range(T.Also, llvm::drop_begin(E.subscripts()));
    Out.Macros.push_back(macroFor(T.Macro, E, "i"));
    return T;
  }

  /// Written through the macro of its subscripts, where that says it, too.
  IndexText size(unsigned D) const {
    IndexText T;
    T.From = Out.Subscripts[D].From;
    if (!Out.Subscripts[D].Macro.empty() && Index[D].isGrowing())
      T.Macro = Out.Subscripts[D].Macro;
    else
      T.Added = int64_t(New.Dims[D]) - int64_t(Old.Dims[T.From]);
    return T;
  }

  void hostSize() {
    std::optional<IndexExpr> Bytes = Map.hostBytes(Old);
    if (!Bytes || Bytes->asSubscript())
      return;
    if (!Out.Dims.front().Macro.empty())
      return;
    Out.HostGrowth = growthBy(*Bytes);
    if (Out.HostGrowth)
      return;
    Out.Dims.front() = {0, name(*Bytes)};
    Out.Macros.push_back(macroFor(Out.Dims.front().Macro, *Bytes, "n"));
  }

  const LayoutMap &Map;
  const SharedArray &Old;
  SharedArray New;
  std::vector<IndexExpr> Index;
  SourceChange Out;
};

} // namespace

OffsetMap LayoutMap::offsets(const SharedArray &A) const {
  return Offsets(A, apply(A), index(A));
}

llvm::SmallVector<const Expr *, 2>
LayoutMap::subscripts(ExprPool &Pool, const SharedArray &A,
                      llvm::ArrayRef<const Expr *> Old) const {
  llvm::SmallVector<const Expr *, 2> New;
  for (const IndexExpr &E : index(A))
    New.push_back(E.lower(Pool, Old));
  return New;
}

SourceChange LayoutMap::change(const SharedArray &A) const {
  return ChangeWriter(*this, A).run();
}

std::optional<IndexExpr> LayoutMap::linear(const SharedArray &A) const {
  if (A.Space != MemorySpace::Static || !isFor(A) || apply(A).Dims != A.Dims)
    return std::nullopt;
  std::optional<IndexExpr> E = linearIndex(A, index(A));
  return E && !macroName(*E).empty() ? E : std::nullopt;
}

const Expr *LayoutMap::hostSize(ExprPool &Pool, const SharedArray &A,
                                const Expr *Old) const {
  std::optional<IndexExpr> Bytes = hostBytes(A);
  return Bytes ? Bytes->lower(Pool, Old) : nullptr;
}

unsigned LayoutMap::arithmetic(const SharedArray &A) const {
  unsigned Sum = 0;
  for (const IndexExpr &E : index(A))
    Sum += E.operations();
  return Sum;
}

bool LayoutMap::isAffine(const SharedArray &A) const {
  return llvm::all_of(index(A),
                      [](const IndexExpr &E) { return E.isAffine(); });
}

bool LayoutMap::reorders(const SharedArray &A) const {
  for (auto [D, E] : llvm::enumerate(index(A)))
    if (ownOf(E) != D)
      return true;
  return false;
}
