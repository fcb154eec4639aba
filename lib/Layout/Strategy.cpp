//===- Strategy.cpp - The strategies by name ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Layout/Plan.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {
constexpr StrategyKind Kinds[] = {
#define STRATEGY(Id, Name) StrategyKind::Id,
#include "bankfix/Layout/Strategies.def"
};

constexpr llvm::StringLiteral Names[] = {
#define STRATEGY(Id, Name) Name,
#include "bankfix/Layout/Strategies.def"
};
} // namespace

llvm::StringRef bankfix::name(StrategyKind S) { return Names[unsigned(S)]; }

std::optional<StrategyKind> bankfix::findStrategy(llvm::StringRef Name) {
  const auto *Found = llvm::find(Names, Name);
  if (Found == std::end(Names))
    return std::nullopt;
  return Kinds[Found - std::begin(Names)];
}

llvm::ArrayRef<StrategyKind> bankfix::allStrategies() { return Kinds; }

SourceChange SourceChange::none(unsigned NumDims) {
  SourceChange Change;
  for (unsigned D = 0; D < NumDims; ++D)
    Change.Dims.push_back({D});
  Change.Subscripts = Change.Dims;
  return Change;
}

bool SourceChange::isBlockedBy(const Obstacle &O) const {
  if (O.Kind == ObstacleKind::ElementSize)
    return padsElements();
  // Which is for other layouts.
  if (O.Kind == ObstacleKind::ElementType && padsElements())
    return false;
  if (!O.blocksDeclaration() || keepsDeclaration())
    return false;
  if (!O.Dims || padsElements() || Rows || Offsets || HostGrowth)
    return true;
  for (auto [D, Text] : llvm::enumerate(none(Dims.size()).Dims))
    if (O.Dims >> D & 1 && Dims[D] != Text)
      return true;
  return false;
}

bool bankfix::keepsLimit(const LayoutMap &Map, const SharedArray &A,
                         const Obstacle &O) {
  if (O.Kind != ObstacleKind::SizeLimit || !O.Limit)
    return false;
  std::optional<IndexExpr> Bytes = Map.hostBytes(A);
  return Bytes && Bytes->neverFalls() &&
         uint64_t(Bytes->evaluate(int64_t(O.Limit))) <= O.Limit;
}

bool SourceChange::keepsDeclaration() const {
  SourceChange Only = none(Dims.size());
  Only.Subscripts = Subscripts;
  Only.Flat = Flat;
  Only.Macros = Macros;
  Only.Offsets = Offsets;
  return *this == Only;
}
