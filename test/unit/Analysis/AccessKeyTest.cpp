//===- AccessKeyTest.cpp - Equal for accesses that mean the same ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessKey.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

/// 4 bytes for each value of an unknown that is 0 to 63 in each lane, made of
/// \p Mask and another one; the key of it.
struct Sample {
  SymbolicAccess A;
  SymbolTable Symbols{32};
  Symbol Derived;
  std::string Name = "n";
  int64_t High = 63, Mask = 56;

  AccessKey key() {
    SymbolId N = Symbols.stable(Name, 0, High);
    Derived.Kind = SymbolKind::Derived;
    Derived.Operator = Op::And;
    Derived.OperandType = Int32;
    Derived.Operands = {Symbols.value(N), LaneValue(Mask)};
    SymbolId Masked = Symbols.derived(Derived);
    for (auto [Low, Most] : Narrowed) {
      std::array<ValueRange, MaxLanes> Of;
      Of.fill({Low, Most});
      Symbols.narrow(Masked, Of, /*Lanes=*/1 << 3);
    }
    A.Active = 0xffffffff;
    A.Offset = Symbols.value(Masked);
    return keyOf(A, Symbols);
  }
  std::vector<std::pair<int64_t, int64_t>> Narrowed; ///< Of lane 3 alone.
};

/// The key where \p Change was made to the sample.
AccessKey keyWith(llvm::function_ref<void(Sample &)> Change) {
  Sample S;
  Change(S);
  return S.key();
}

TEST(AccessKey, NamesMeanNothing) {
  EXPECT_EQ(Sample().key(), keyWith([](Sample &S) { S.Name = "other"; }));
}

TEST(AccessKey, EachFieldAloneMakesAnother) {
  AccessKey Plain = Sample().key();
  auto Differs = [&](llvm::function_ref<void(Sample &)> Change) {
    return keyWith(Change) != Plain;
  };
  EXPECT_TRUE(Differs([](Sample &S) { S.A.Site = 1; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.A.MayBePartial = true; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.A.Arrays = 2; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.A.IsFlat = true; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.A.Subscripts = {LaneValue(0)}; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.High = 31; }));
}

TEST(AccessKey, BoundsOfLanesMakeAnother) {
  AccessKey Plain = Sample().key();
  EXPECT_NE(Plain, keyWith([](Sample &S) { S.Narrowed = {{8, 56}}; }));
  EXPECT_NE(Plain, keyWith([](Sample &S) { S.Narrowed = {{0, 48}}; }));
}

TEST(AccessKey, AlignmentMakesAnother) {
  auto Key = [](uint64_t Multiple) {
    SymbolTable Symbols(32);
    Symbol S;
    S.Kind = SymbolKind::Derived;
    S.Derivation = DerivedKind::Operator;
    S.Operator = Op::Xor;
    S.OperandType = Int32;
    S.High = 64;
    S.Alignment = Multiple;
    S.Operands = {LaneValue(0), LaneValue(1)};
    SymbolicAccess A;
    A.Active = 1;
    A.Offset = Symbols.value(Symbols.derived(S));
    return keyOf(A, Symbols);
  };
  EXPECT_EQ(Key(1), Key(1));
  EXPECT_NE(Key(1), Key(8));
}

} // namespace
