//===- AddressCosts.cpp - What layouts add to addresses -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

llvm::ArrayRef<KnownMap> bankfix::knownMaps() {
  static constexpr KnownMap Maps[] = {
#define MAP(Text, First, Inner, Outer, Whole)                                  \
  {Text, {First, Inner, Outer, Whole}},
#include "MapOperations.def"
  };
  return Maps;
}

std::string bankfix::mapKind(llvm::StringRef Text) {
  std::string Kind;
  for (char C : Text)
    if (!llvm::isDigit(C))
      Kind += C;
    else if (Kind.empty() || Kind.back() != '#')
      Kind += '#';
  return Kind;
}

/// Those of \p Index that take operations.
static llvm::SmallVector<IndexExpr, 2>
withOperations(llvm::ArrayRef<IndexExpr> Index) {
  llvm::SmallVector<IndexExpr, 2> Out;
  llvm::copy_if(Index, std::back_inserter(Out),
                [](const IndexExpr &E) { return E.operations() != 0; });
  return Out;
}

/// As MapOperations.def has it; empty where there are no names for it.
static std::string macroText(const IndexExpr &E) {
  const std::vector<unsigned> Names = E.subscripts();
  if (Names.size() > 2)
    return "";
  return E.text([&](unsigned D) {
    return Names.size() == 1 ? "i" : D == Names.front() ? "c" : "r";
  });
}

static const MapOperations *find(llvm::StringRef Text) {
  static const llvm::StringMap<MapOperations> Kinds = [] {
    llvm::StringMap<MapOperations> All;
    for (const KnownMap &M : knownMaps())
      All.try_emplace(mapKind(M.Text), M.Of);
    return All;
  }();
  auto It = Kinds.find(mapKind(Text));
  return It == Kinds.end() ? nullptr : &It->second;
}

/// The bits of subscript \p D that \p E looks at end below this one; 64: all
/// may count.
static unsigned endOfBits(const IndexExpr &E, unsigned D) {
  constexpr unsigned All = 64;
  if (E.asConstant())
    return 0;
  if (std::optional<unsigned> Is = E.asSubscript())
    return Is == D ? All : 0;
  const IndexExpr Of = E.left(), By = E.right();
  const unsigned End = std::max(endOfBits(Of, D), endOfBits(By, D));
  if (!E.is(Op::And) || !By.asConstant() || End == 0)
    return End;
  const unsigned Width = llvm::bit_width(uint64_t(*By.asConstant()));
  if (Of.asSubscript())
    return Width;
  const bool IsShifted =
      Of.is(Op::Shr) && Of.left().asSubscript() && Of.right().asConstant();
  return IsShifted ? Width + unsigned(*Of.right().asConstant()) : All;
}

AddressCosts::AddressCosts(const LayoutMap &Map, const SharedArray &A)
    : ElementBytes(std::max(A.ElementBytes, 1U)) {
  const unsigned Operations = Map.arithmetic(A);
  if (!Operations)
    return;
  Of = {Operations, Operations + 1, Operations + 1, Operations + 1};
  for (uint64_t D : A.Dims)
    Looks.push_back({std::max<uint64_t>(D, 1)});
  lookAt(withOperations(Map.index(A)));
}

/// At what the map says where elements go; one that says nothing looks at all.
void AddressCosts::lookAt(llvm::ArrayRef<IndexExpr> Index) {
  for (auto [D, Each] : llvm::enumerate(Looks))
    Each.Counts = Index.empty() || llvm::any_of(Index, [&](const IndexExpr &E) {
                    return llvm::is_contained(E.subscripts(), D);
                  });
  if (Index.size() != 1)
    return;
  const IndexExpr &E = Index.front();
  const unsigned Own = E.subscripts().front();
  const MapOperations *Known = find(macroText(E));
  if (!Known)
    return;
  Of = *Known;
  for (auto [D, Each] : llvm::enumerate(Looks)) {
    const unsigned End = D == Own ? 64 : endOfBits(E, D);
    if (Of.Whole == 0 && End > 0 && End < 32)
      Each.Period = int64_t(1) << End;
  }
}

AddressCosts::Class AddressCosts::classOf(int64_t Distance) const {
  // An element's parts are as far from another's as the whole one is.
  int64_t Left = llvm::divideFloorSigned(Distance, int64_t(ElementBytes));
  Class Out(Looks.size());
  for (unsigned D = Looks.size(); D-- != 0;) {
    const Look &Each = Looks[D];
    int64_t Here = Left;
    if (D != 0) {
      Left = llvm::divideFloorSigned(Here, int64_t(Each.Elements));
      Here -= Left * int64_t(Each.Elements);
    }
    if (Each.Period)
      Here = Here % Each.Period;
    Out[D] = Each.Counts ? Here : 0;
  }
  return Out;
}
