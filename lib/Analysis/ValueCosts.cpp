//===- ValueCosts.cpp - What values of an unknown cost --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/ValueCosts.h"
#include "RequestCosts.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// What a layout can change of the cost of whole accesses, which are issued in
/// parts where the element's type promises no more.
class LaidOutCosts {
public:
  LaidOutCosts(const Site &S, const LaidOut &A, const Target &T)
      : Bytes(S.Bytes), Part(S), Offset(A.Offset),
        Costs(Part, A.Array.Alignment, T) {
    if (A.Array.ElementAlignment)
      Part.Bytes = std::min(Part.Bytes, A.Array.ElementAlignment);
  }

  unsigned payable(const Request &R, bool MayBePartial) {
    if (Part.Bytes >= Bytes)
      return ofPart(R, MayBePartial);
    unsigned Sum = 0;
    Request Moved = R;
    for (unsigned At = 0; At < Bytes; At += Part.Bytes) {
      Sum += ofPart(Moved, MayBePartial);
      for (int64_t &O : Moved.Offsets)
        O += Part.Bytes;
    }
    return Sum;
  }

private:
  unsigned ofPart(const Request &R, bool MayBePartial) {
    const Cost &C = Costs.of(R, MayBePartial, &Offset).Worst;
    return C.Wavefronts - C.Serialization;
  }

  unsigned Bytes;
  Site Part;
  const OffsetMap &Offset;
  RequestCosts Costs;
};

} // namespace

ValueCosts bankfix::valueCosts(const SiteRequests &R, const Site &S,
                               const Target &T, const LaidOut &A) {
  LaidOutCosts Costs(S, A, T);
  ValueCosts Out;
  for (const RequestGroup &G : R.Groups) {
    if (G.Alternatives.size() < 2)
      continue;
    ValueCosts::OfGroup New{&G, {}};
    for (const Request &Each : G.Alternatives)
      if (Each.InBounds)
        New.Payable.push_back(Costs.payable(Each, G.MayBePartial));
    if (!llvm::all_equal(New.Payable))
      Out.Different.push_back(std::move(New));
  }
  return Out;
}

bool bankfix::mayLose(const ValueCosts &Old, const Site &S, const Target &T,
                      const LaidOut &New) {
  LaidOutCosts Costs(S, New, T);
  return llvm::any_of(Old.Different, [&](const ValueCosts::OfGroup &Of) {
    auto Before = Of.Payable.begin();
    return llvm::any_of(Of.Group->Alternatives, [&](const Request &Each) {
      return Each.InBounds &&
             Costs.payable(Each, Of.Group->MayBePartial) > *Before++;
    });
  });
}
