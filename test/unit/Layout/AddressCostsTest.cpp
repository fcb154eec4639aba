//===- AddressCostsTest.cpp - What layouts add to addresses ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressCosts.h"
#include "Maps.h"

using namespace bankfix;

namespace {

const IndexExpr Row = IndexExpr::subscript(0), Column = IndexExpr::subscript(1),
                Third = IndexExpr::subscript(2);

/// Whatever it says where elements go.
class Map : public LayoutMap {
public:
  explicit Map(std::vector<IndexExpr> Index) : Index(std::move(Index)) {}
  StrategyKind strategy() const override { return StrategyKind::Swizzle; }
  bool needsBoundedSubscripts() const override { return true; }
  SharedArray apply(const SharedArray &A) const override { return A; }
  std::vector<IndexExpr> index(const SharedArray &) const override {
    return Index;
  }
  std::string macroName(const IndexExpr &) const override { return "M"; }

private:
  std::vector<IndexExpr> Index;
};

AddressCosts costsOf(std::vector<uint64_t> Dims, std::vector<IndexExpr> Index) {
  return {Map(std::move(Index)), arrayOf(std::move(Dims), 4)};
}

using Class = AddressCosts::Class;

TEST(AddressCosts, AreNothingWithoutArithmetic) {
  EXPECT_TRUE(costsOf({32, 32}, {Row, Column}).isNothing());
  EXPECT_TRUE(AddressCosts().isNothing());
  EXPECT_FALSE(costsOf({32, 32}, {Row, Column ^ Row}).isNothing());
}

TEST(AddressCosts, RepeatAfterTheRowsThatAreXored) {
  const AddressCosts C = costsOf({64, 32}, {Row, Column ^ (Row & 7)});
  EXPECT_EQ(C.classOf(128), Class({1, 0}));
  EXPECT_EQ(C.classOf(8 * 128), Class({0, 0}));
  EXPECT_EQ(C.classOf(9 * 128 + 4), Class({1, 1}));
  EXPECT_EQ(C.classOf(-128), Class({-1, 0}));
  // Shifted, after twice as many; unmasked, never.
  EXPECT_EQ(costsOf({64, 32}, {Row, Column ^ ((Row >> 1) & 7)}).classOf(1024),
            Class({8, 0}));
  EXPECT_EQ(costsOf({64, 32}, {Row, Column ^ Row}).classOf(1 << 12),
            Class({32, 0}));
}

TEST(AddressCosts, LeaveOutWhatTheMapDoesNotLookAt) {
  // Tiles of a product, the second one of whose stages and rows it does not
  // tell apart: none takes an operation, or a register.
  const AddressCosts C =
      costsOf({2, 8, 128}, {Row, Column, Third ^ ((Third >> 3) & 12)});
  EXPECT_EQ(C.classOf(4 * (8 * 128 + 5 * 128)), Class({0, 0, 0}));
  EXPECT_EQ(C.classOf(4 * (128 + 4)), Class({0, 0, 4}));
}

TEST(AddressCosts, AreThoseOfTheTable) {
  const AddressCosts C = costsOf({64, 32}, {Row, Column ^ ((Row >> 1) & 3)});
  for (const KnownMap &M : knownMaps())
    if (mapKind(M.Text) == "((c) ^ (((r) >> #) & #))")
      EXPECT_EQ(C.first(), M.Of.First);
  EXPECT_EQ(C.next(), C.first() + 1);
  // Of no such kind: as it is written.
  EXPECT_EQ(costsOf({64, 32}, {Row, Column ^ (Row + Column)}).first(), 2u);
}

TEST(AddressCosts, TableHasEachKindOnce) {
  std::set<std::string> Kinds;
  for (const KnownMap &M : knownMaps())
    EXPECT_TRUE(Kinds.insert(mapKind(M.Text)).second) << M.Text.str();
}

} // namespace
