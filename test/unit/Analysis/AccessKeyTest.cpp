//===- AccessKeyTest.cpp - Equal for accesses that mean the same ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessKey.h"
#include "llvm/ADT/STLExtras.h"
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
  LaneMask Active = 0xffffffff;
  Op Operator = Op::And;
  IntType Type = Int32;

  AccessKey key() {
    SymbolId N = Symbols.stable(Name, 0, High);
    Derived.Kind = SymbolKind::Derived;
    Derived.Operator = Operator;
    Derived.OperandType = Type;
    Derived.Operands = {Symbols.value(N), LaneValue(Mask)};
    SymbolId Masked = Symbols.derived(Derived);
    for (auto [Low, Most] : Narrowed) {
      std::array<ValueRange, MaxLanes> Of;
      Of.fill({Low, Most});
      Symbols.narrow(Masked, Of, /*Lanes=*/1 << 3);
    }
    A.Active = Active;
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
  EXPECT_TRUE(Differs([](Sample &S) { S.Active = 1; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.A.Iterations = {0}; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.High = 31; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.Mask = 48; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.Operator = Op::Or; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.Type = UInt32; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.Type = {64, true}; }));
  EXPECT_TRUE(
      Differs([](auto &S) { S.Derived.Derivation = DerivedKind::Cast; }));
  EXPECT_TRUE(Differs([](Sample &S) { S.Derived.LaneVarying = true; }));
}

TEST(AccessKey, WhatItsSiteIsToldDoesNot) {
  AccessKey Plain = Sample().key();
  EXPECT_EQ(Plain, keyWith([](Sample &S) { S.A.Assumed = true; }));
  EXPECT_EQ(Plain, keyWith([](Sample &S) { S.A.PerIteration = true; }));
}

/// The key of an unknown as \p Make makes it.
AccessKey keyOfUnknown(llvm::function_ref<SymbolId(SymbolTable &)> Make) {
  SymbolTable Symbols(32);
  SymbolicAccess A;
  A.Active = 1;
  A.Offset = Symbols.value(Make(Symbols));
  return keyOf(A, Symbols);
}

TEST(AccessKey, EachKindOfUnknownMakesAnother) {
  AccessKey All[] = {
      keyOfUnknown([](auto &T) { return T.stable("n", 0, 7); }),
      keyOfUnknown([](auto &T) { return T.stable("n", 1, 7); }),
      keyOfUnknown([](auto &T) { return T.stable("n", 0, 8); }),
      keyOfUnknown([](auto &T) { return T.fromMemory("n", 0, 7); }),
      keyOfUnknown(
          [](auto &T) { return T.fresh(SymbolKind::PerLane, "n", 0, 7); }),
      keyOfUnknown([](auto &T) {
        return T.oneOf("n", {0, 7});
      }),
      keyOfUnknown([](auto &T) {
        return T.oneOf("n", {0, 3, 7});
      }),
      keyOfUnknown([](auto &T) { return T.iteration(8); }),
      keyOfUnknown([](auto &T) { return T.iteration(std::nullopt); })};
  for (auto [I, A] : llvm::enumerate(All))
    for (auto [J, B] : llvm::enumerate(All))
      EXPECT_EQ(A == B, I == J) << I << " and " << J;
}

TEST(AccessKey, FactsMakeAnother) {
  auto Key = [](llvm::function_ref<void(SymbolTable &, SymbolId)> Learn) {
    SymbolTable Symbols(32);
    SymbolId N = Symbols.stable("n", 0, 63), M = Symbols.stable("m", 0, 63);
    (void)M;
    Learn(Symbols, N);
    SymbolicAccess A;
    A.Active = 1;
    A.Offset = Symbols.value(N);
    return keyOf(A, Symbols);
  };
  using Table = SymbolTable &;
  AccessKey Plain = Key([](Table, SymbolId) {});
  auto Knows = [&](int64_t Low, int64_t High, LaneMask Lanes) {
    return Key(
        [&](Table T, SymbolId N) { T.learn(T.value(N), Low, High, Lanes); });
  };
  EXPECT_NE(Plain, Knows(0, 31, 1));
  EXPECT_NE(Knows(0, 31, 1), Knows(0, 30, 1));
  EXPECT_NE(Knows(0, 31, 1), Knows(1, 31, 1));
  EXPECT_NE(Knows(0, 31, 1), Knows(0, 31, 3));
  EXPECT_EQ(Plain, Key([](Table T, SymbolId) {
              T.learn(T.value(T.stable("m", 0, 63)), 0, 31, 1);
            }))
      << "of another unknown";
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
