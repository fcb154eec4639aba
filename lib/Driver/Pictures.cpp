//===- Pictures.cpp - A request as the banks see it -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pictures.h"
#include "bankfix/Target/BankRule.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace bankfix;

/// A multiple of every row of banks: offsets before the array's start become
/// addresses.
static constexpr int64_t Base = 1 << 24;

static std::vector<LaneAccess> lanesOf(const Request &R, const OffsetMap *Map) {
  std::vector<LaneAccess> Out;
  uint64_t Left = R.Active;
  for (int64_t Offset : R.Offsets) {
    Out.push_back({unsigned(llvm::countr_zero(Left)),
                   uint64_t(Base + (Map ? (*Map)(Offset) : Offset))});
    Left &= Left - 1;
  }
  return Out;
}

/// The bytes of one lane that are served at once.
static unsigned partBytes(const Site &S, const SharedArray &A) {
  return A.ElementAlignment && A.ElementAlignment < S.Bytes ? A.ElementAlignment
                                                            : S.Bytes;
}

static RequestPicture draw(const Request &R, const Site &S,
                           const SharedArray &A, const Target &T,
                           const OffsetMap *Map) {
  const unsigned Bytes = partBytes(S, A);
  const BankRule Rule = ruleFor(T, S.Op, Bytes);
  std::vector<LaneAccess> Lanes = lanesOf(R, Map);
  RequestPicture P;
  P.Banks = Rule.Banks;
  P.BankBytes = 1u << Rule.BankShift;
  P.LaneBanks = std::clamp(Bytes / P.BankBytes, 1u, P.Banks);
  Cost C = cost(T, S.Op, Bytes, Lanes);
  P.Wavefronts = C.Wavefronts;
  P.Ideal = C.Ideal;
  for (const LaneAccess &L : Lanes)
    P.Lanes.push_back({L.Lane, int64_t(L.Address) - Base, Rule.phase(L.Lane),
                       Rule.bank(L.Address), Rule.row(L.Address)});
  return P;
}

std::optional<AccessPicture>
bankfix::pictureOf(const SiteRequests &R, const Site &S, const SharedArray &A,
                   const Target &T, const LayoutMap *Map) {
  const Request *Worst = nullptr;
  unsigned Most = 0;
  for (const RequestGroup &G : R.Groups)
    for (const Request &Each : G.Alternatives) {
      if (Each.Offsets.empty() || (Map && !Each.InBounds))
        continue;
      Cost C = cost(T, S.Op, partBytes(S, A), lanesOf(Each, nullptr));
      if (!Worst || C.excess() > Most) {
        Worst = &Each;
        Most = C.excess();
      }
    }
  if (!Worst)
    return std::nullopt;
  AccessPicture P;
  P.Before = draw(*Worst, S, A, T, nullptr);
  if (Map) {
    OffsetMap To = Map->offsets(A);
    P.After = draw(*Worst, S, Map->apply(A), T, &To);
  }
  return P;
}

std::optional<ArrayPicture> bankfix::pictureOf(const SharedArray &A,
                                               const Target &T,
                                               const LayoutMap *Map) {
  constexpr uint64_t MostRows = 32, MostColumns = 40;
  if (!A.hasKnownSize() || !A.ElementBytes)
    return std::nullopt;
  const BankRule Rule = ruleFor(T, AccessOp::Load, WordBytes);
  const bool IsFlat = A.Dims.size() == 1;
  const uint64_t Length = IsFlat ? Rule.Banks : A.Dims.back();
  std::optional<OffsetMap> To;
  if (Map)
    To = Map->offsets(A);
  ArrayPicture P;
  P.Banks = Rule.Banks;
  P.Columns = std::min(Length, MostColumns);
  auto BankOf = [&](int64_t Offset) { return Rule.bank(Base + Offset); };
  for (uint64_t Row = 0; Row < MostRows && Row * Length < A.elements(); ++Row)
    for (uint64_t Column = 0; Column < P.Columns; ++Column) {
      uint64_t Index = Row * Length + Column;
      if (Index >= A.elements())
        break;
      ElementPicture E;
      E.Before = E.After = Index * A.ElementBytes;
      if (To && Map->isUsed(A, Index))
        E.After = (*To)(E.Before);
      E.BankBefore = BankOf(E.Before);
      E.BankAfter = BankOf(E.After);
      P.Elements.push_back(E);
    }
  return P;
}
