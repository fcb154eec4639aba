//===- LaneValue.cpp - Polynomials over lanes and unknowns ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneValue.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>
#include <set>

using namespace bankfix;

namespace {

constexpr LaneMask AllLanes = ~LaneMask(0);

/// Of a derived symbol, one on the other: more than indices are made of.
constexpr unsigned MaxOperators = 40;

int64_t wrapAdd(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
int64_t wrapSub(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) - uint64_t(B));
}
int64_t wrapMul(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

/// Merges the terms of both, combining coefficients of equal products: \p F
/// adds or subtracts.
template <typename Fn>
TermList mergeTerms(const LaneValue &A, const LaneValue &B, Fn F) {
  if (B.Terms.empty())
    return A.Terms;
  TermVector Out;
  Out.reserve(A.Terms.size() + B.Terms.size());
  auto Keep = [&](const llvm::SmallVector<SymbolId, 2> &Symbols, LaneVector C) {
    if (!C.isZero(AllLanes))
      Out.push_back({Symbols, std::move(C)});
  };
  auto I = A.Terms.begin(), J = B.Terms.begin();
  while (I != A.Terms.end() || J != B.Terms.end()) {
    bool TakeA =
        J == B.Terms.end() || (I != A.Terms.end() && I->Symbols <= J->Symbols);
    bool TakeB =
        I == A.Terms.end() || (J != B.Terms.end() && J->Symbols <= I->Symbols);
    Keep(TakeA ? I->Symbols : J->Symbols,
         zip(TakeA ? I->Coefficient : LaneVector(0),
             TakeB ? J->Coefficient : LaneVector(0), F));
    I += TakeA;
    J += TakeB;
  }
  return TermList(std::move(Out));
}

LaneValue scale(const LaneValue &A, const LaneVector &By) {
  if (By.isSame() && By[0] == 1)
    return A;
  LaneValue R(zip(A.Constant, By, wrapMul));
  TermVector Out;
  for (const Term &T : A.Terms) {
    LaneVector C = zip(T.Coefficient, By, wrapMul);
    if (!C.isZero(AllLanes))
      Out.push_back({T.Symbols, std::move(C)});
  }
  R.Terms = std::move(Out);
  return R;
}

LaneVector blendLanes(const LaneVector &Old, const LaneVector &New,
                      LaneMask Mask) {
  return LaneVector::perLane(
      [&](unsigned L) { return Mask >> L & 1 ? New[L] : Old[L]; });
}

} // namespace

bool LaneVector::isSame(LaneMask Mask) const {
  if (!Each || !Mask)
    return true;
  int64_t First = Each->Of[llvm::countr_zero(Mask)];
  bool Equal = true;
  forEachLane(Mask, [&](unsigned L) { Equal &= Each->Of[L] == First; });
  return Equal;
}

bool LaneVector::isZero(LaneMask Mask) const {
  if (!Each)
    return All == 0;
  bool Zero = true;
  forEachLane(Mask, [&](unsigned L) { Zero &= Each->Of[L] == 0; });
  return Zero;
}

bool LaneVector::equals(const LaneVector &O, LaneMask Mask) const {
  if (Each == O.Each)
    return Each || All == O.All;
  bool Equal = true;
  forEachLane(Mask, [&](unsigned L) { Equal &= (*this)[L] == O[L]; });
  return Equal;
}

bool LaneValue::equals(const LaneValue &O, LaneMask Mask) const {
  if (Terms.isSharedWith(O.Terms))
    return Constant.isSharedWith(O.Constant) ||
           Constant.equals(O.Constant, Mask);
  LaneValue D = subtract(*this, O);
  return D.Constant.isZero(Mask) && llvm::all_of(D.Terms, [&](const Term &T) {
           return T.Coefficient.isZero(Mask);
         });
}

LaneValue bankfix::add(const LaneValue &A, const LaneValue &B) {
  LaneValue R(zip(A.Constant, B.Constant, wrapAdd));
  R.Terms = mergeTerms(A, B, wrapAdd);
  return R;
}

LaneValue bankfix::subtract(const LaneValue &A, const LaneValue &B) {
  LaneValue R(zip(A.Constant, B.Constant, wrapSub));
  R.Terms = mergeTerms(A, B, wrapSub);
  return R;
}

LaneValue bankfix::multiply(const LaneValue &A, const LaneValue &B) {
  LaneValue R = scale(A, B.Constant);
  for (const Term &T : B.Terms) {
    LaneValue Part = scale(A, T.Coefficient);
    LaneValue Product;
    if (!Part.Constant.isZero(AllLanes))
      Product.Terms.push_back({T.Symbols, Part.Constant});
    for (const Term &U : Part.Terms) {
      llvm::SmallVector<SymbolId, 2> Symbols(T.Symbols);
      Symbols.append(U.Symbols.begin(), U.Symbols.end());
      llvm::sort(Symbols);
      LaneValue One;
      One.Terms.push_back({std::move(Symbols), U.Coefficient});
      Product = add(Product, One);
    }
    R = add(R, Product);
  }
  return R;
}

LaneValue bankfix::blend(const LaneValue &Old, const LaneValue &New,
                         LaneMask Mask) {
  LaneValue R(blendLanes(Old.Constant, New.Constant, Mask));
  LaneVector In =
      LaneVector::perLane([&](unsigned L) { return int64_t(Mask >> L & 1); });
  LaneVector Out =
      LaneVector::perLane([&](unsigned L) { return int64_t(~Mask >> L & 1); });
  R.Terms = mergeTerms(scale(Old, Out), scale(New, In), wrapAdd);
  return R;
}

LaneValue bankfix::spread(const LaneValue &V, LaneMask From) {
  unsigned First = llvm::countr_zero(From);
  auto Spread = [&](const LaneVector &Of) {
    if (Of.isSame(From))
      return LaneVector(Of[First]);
    return LaneVector::perLane(
        [&](unsigned L) { return Of[From >> L & 1 ? L : First]; });
  };
  LaneValue R(Spread(V.Constant));
  TermVector Out;
  for (const Term &T : V.Terms)
    if (!T.Coefficient.isZero(From))
      Out.push_back({T.Symbols, Spread(T.Coefficient)});
  R.Terms = std::move(Out);
  return R;
}

SymbolId SymbolTable::stable(llvm::StringRef Name, int64_t Low, int64_t High,
                             llvm::StringRef Text) {
  auto [It, New] = ByName.try_emplace(Name.str(), Symbols.size());
  if (New)
    Symbols[fresh(SymbolKind::Uniform, Text.empty() ? Name : Text, Low, High)]
        .Stable = true;
  return It->second;
}

SymbolId SymbolTable::fresh(SymbolKind Kind, llvm::StringRef Name, int64_t Low,
                            int64_t High) {
  Symbol S;
  S.Kind = Kind;
  S.Name = Name.str();
  S.Low = Low;
  S.High = High;
  S.LaneVarying = Kind == SymbolKind::PerLane;
  S.Reach = bitOf(Symbols.size());
  Symbols.push_back(std::move(S));
  return Symbols.size() - 1;
}

SymbolId SymbolTable::fromMemory(llvm::StringRef Name, int64_t Low,
                                 int64_t High) {
  SymbolId Id = fresh(SymbolKind::PerLane, Name, Low, High);
  Symbols[Id].Independent = true;
  return Id;
}

SymbolId SymbolTable::oneOf(llvm::StringRef Name, std::vector<int64_t> Values) {
  auto [Low, High] = std::ranges::minmax(Values);
  SymbolId Id = fresh(SymbolKind::Uniform, Name, Low, High);
  Symbols[Id].Listed = std::move(Values);
  return Id;
}

SymbolId SymbolTable::iteration(std::optional<uint64_t> TripCount) {
  int64_t Last = TripCount ? int64_t(*TripCount) - 1 : Int32.max();
  SymbolId Id = fresh(SymbolKind::Uniform, "iteration", 0, Last);
  Symbols[Id].TripCount = TripCount;
  Symbols[Id].IsIteration = true;
  return Id;
}

/// Of what makes a derived symbol: equal ones have equal hashes.
static size_t hash(const Symbol &S) {
  size_t H = llvm::hash_combine(S.Derivation, S.Operator, S.OperandType.Bits,
                                S.OperandType.Signed, S.Operands.size());
  for (const LaneValue &V : S.Operands) {
    H = llvm::hash_combine(H, V.Constant[0], V.Constant[MaxLanes - 1],
                           V.Terms.size());
    for (const Term &T : V.Terms)
      H = llvm::hash_combine(H, llvm::hash_combine_range(T.Symbols),
                             T.Coefficient[0]);
  }
  return H;
}

SymbolId SymbolTable::derived(Symbol S) {
  auto SameOperands = [&](const Symbol &O) {
    for (auto [A, B] : llvm::zip_equal(O.Operands, S.Operands))
      if (!A.equals(B, AllLanes))
        return false;
    return true;
  };
  size_t H = hash(S);
  auto [Begin, End] = DerivedByHash.equal_range(H);
  for (auto It = Begin; It != End; ++It) {
    const Symbol &O = Symbols[It->second];
    if (O.Derivation == S.Derivation && O.Operator == S.Operator &&
        O.OperandType == S.OperandType &&
        O.Operands.size() == S.Operands.size() && SameOperands(O))
      return O.StandIn.value_or(It->second);
  }
  S.Kind = SymbolKind::Derived;
  S.Reach = bitOf(Symbols.size());
  for (const LaneValue &V : S.Operands) {
    S.LaneVarying |= !isUniform(V);
    S.Reach |= reach(V);
    S.Nesting = std::max(S.Nesting, nesting(V));
    for (const Term &T : V.Terms)
      for (SymbolId Id : T.Symbols)
        S.Depth = std::max(S.Depth, Symbols[Id].Depth + 1);
  }
  S.Nesting += S.Derivation == DerivedKind::Select;
  narrow(S);
  DerivedByHash.emplace(H, Symbols.size());
  Symbols.push_back(std::move(S));
  SymbolId Id = Symbols.size() - 1;
  return Symbols[Id].Depth > MaxOperators ? standIn(Id) : Id;
}

/// An unknown in place of a derived symbol: hashes and ciphers would make
/// thousands of operators that each access looks at.
SymbolId SymbolTable::standIn(SymbolId Id) {
  llvm::StringRef Name;
  bool Independent = true;
  std::set<SymbolId> Seen = {Id};
  for (std::vector<SymbolId> Left = {Id}; !Left.empty();) {
    const Symbol &S = Symbols[Left.back()];
    Left.pop_back();
    if (Name.empty())
      Name = S.Name;
    Independent &= S.Kind == SymbolKind::Derived || S.Independent;
    for (const LaneValue &V : S.Operands)
      for (const Term &T : V.Terms)
        llvm::copy_if(T.Symbols, std::back_inserter(Left),
                      [&](SymbolId Of) { return Seen.insert(Of).second; });
  }
  const Symbol Of = Symbols[Id];
  SymbolId New =
      fresh(Of.LaneVarying ? SymbolKind::PerLane : SymbolKind::Uniform,
            Name.str(), Of.Low, Of.High);
  Symbols[New].Lows = Of.Low, Symbols[New].Highs = Of.High;
  Symbols[New].Alignment = Of.Alignment;
  Symbols[New].Independent = Of.LaneVarying && Independent;
  Symbols[Id].StandIn = New;
  return New;
}

uint64_t SymbolTable::reach(const LaneValue &V) const {
  uint64_t Of = 0;
  for (const Term &T : V.Terms)
    for (SymbolId S : T.Symbols)
      Of |= Symbols[S].Reach;
  return Of;
}

unsigned SymbolTable::nesting(const LaneValue &V) const {
  unsigned Most = 0;
  for (const Term &T : V.Terms)
    for (SymbolId S : T.Symbols)
      Most = std::max(Most, Symbols[S].Nesting);
  return Most;
}

void SymbolTable::narrow(Symbol &S) const {
  bool Alike = llvm::all_of(S.Operands,
                            [&](const LaneValue &V) { return isUniform(V); });
  std::array<ValueRange, MaxLanes> Of;
  Of.fill(derivedRange(S, /*Lane=*/0, Look()));
  for (unsigned L = 1; !Alike && L < Width; ++L)
    Of[L] = derivedRange(S, L, Look());
  S.Low = INT64_MAX, S.High = INT64_MIN;
  for (ValueRange R : Of) {
    S.Low = std::min(S.Low, R.Low);
    S.High = std::max(S.High, R.High);
  }
  S.Lows = S.Low, S.Highs = S.High;
  if (!Alike) {
    S.Lows = LaneVector::perLane([&](unsigned L) { return Of[L].Low; });
    S.Highs = LaneVector::perLane([&](unsigned L) { return Of[L].High; });
  }
  const LaneValue *Mask = S.Operator == Op::And && S.Operands.size() == 2
                              ? &S.Operands[1]
                              : nullptr;
  if (S.Derivation == DerivedKind::Operator && Mask && Mask->isConcrete() &&
      Mask->Constant.isSame() && Mask->Constant[0] != 0)
    S.Alignment = uint64_t(Mask->Constant[0]) & -uint64_t(Mask->Constant[0]);
}

void SymbolTable::narrow(SymbolId Id,
                         const std::array<ValueRange, MaxLanes> &Of,
                         LaneMask Lanes) {
  Symbol &S = Symbols[Id];
  bool Closer = false;
  forEachLane(Lanes, [&](unsigned L) {
    bool Known = Of[L].Low <= Of[L].High && Of[L].Low <= S.Highs[L] &&
                 Of[L].High >= S.Lows[L];
    Closer |= Known && (Of[L].Low > S.Lows[L] || Of[L].High < S.Highs[L]);
  });
  if (!Closer)
    return;
  ++Version;
  auto In = [&](unsigned L) {
    ValueRange Was{S.Lows[L], S.Highs[L]};
    ValueRange R{std::max(Was.Low, Of[L].Low), std::min(Was.High, Of[L].High)};
    return (Lanes >> L & 1) && R.Low <= R.High ? R : Was;
  };
  std::array<ValueRange, MaxLanes> New;
  S.Low = INT64_MAX, S.High = INT64_MIN;
  for (unsigned L = 0; L < MaxLanes; ++L) {
    New[L] = In(L);
    S.Low = std::min(S.Low, New[L].Low);
    S.High = std::max(S.High, New[L].High);
  }
  S.Lows = LaneVector::perLane([&](unsigned L) { return New[L].Low; });
  S.Highs = LaneVector::perLane([&](unsigned L) { return New[L].High; });
}

void SymbolTable::forget(size_t DownTo) {
  if (std::any_of(Symbols.begin() + DownTo, Symbols.end(),
                  [](const Symbol &S) { return S.Stable; }))
    std::erase_if(ByName, [&](const auto &E) { return E.second >= DownTo; });
  std::erase_if(Facts, [&](const Fact &F) {
    return F.names([&](SymbolId S) { return S >= DownTo; });
  });
  factsChanged();
  // There are far more symbols than those that are tried and forgotten.
  for (SymbolId Id = DownTo; Id < Symbols.size(); ++Id) {
    if (Symbols[Id].Kind != SymbolKind::Derived)
      continue;
    auto [Begin, End] = DerivedByHash.equal_range(hash(Symbols[Id]));
    auto It = std::find_if(Begin, End,
                           [&](const auto &E) { return E.second == Id; });
    if (It != End)
      DerivedByHash.erase(It);
  }
  Symbols.resize(DownTo);
}

LaneValue SymbolTable::value(SymbolId Id) const {
  LaneValue V;
  V.Terms.push_back({{Id}, LaneVector(1)});
  return V;
}

std::optional<std::string> SymbolTable::keyOf(const LaneValue &V,
                                              LaneMask Lanes) const {
  if (!V.Constant.isSame(Lanes))
    return std::nullopt;
  unsigned First = Lanes ? llvm::countr_zero(Lanes) : 0;
  std::string Key = std::to_string(V.Constant[First]);
  for (const Term &T : V.Terms) {
    if (T.Coefficient.isZero(Lanes))
      continue;
    if (!T.Coefficient.isSame(Lanes))
      return std::nullopt;
    Key += "+" + std::to_string(T.Coefficient[First]);
    for (SymbolId S : T.Symbols) {
      if (Symbols[S].LaneVarying)
        return std::nullopt;
      Key += "*$" + std::to_string(S);
    }
  }
  return Key;
}

bool SymbolTable::isUniform(const LaneValue &V) const {
  return V.Constant.isSame() && llvm::all_of(V.Terms, [&](const Term &T) {
           return T.Coefficient.isSame() &&
                  llvm::none_of(T.Symbols, [&](SymbolId S) {
                    return Symbols[S].LaneVarying;
                  });
         });
}
