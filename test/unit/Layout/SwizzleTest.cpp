//===- SwizzleTest.cpp - Finding, plan and refusals of swizzle ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/Strategy.h"
#include "Maps.h"
#include "Planned.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <random>

using namespace bankfix;

namespace {

const PlanOptions Swizzles = only(StrategyKind::Swizzle);

ArrayPlan swizzled(KernelBuilder &B, std::array<unsigned, 3> Block,
                   llvm::StringRef TargetName = "sm_80") {
  return planned(B, Block, Swizzles, TargetName);
}

/// "NAME(PARAMETERS) BODY" of the only macro of the plan, and the wavefronts.
std::string written(KernelBuilder &B, const ArrayPlan &P) {
  if (!P.Map)
    return "refused: " + refusal(P, StrategyKind::Swizzle);
  SourceChange C = P.Map->change(B.P.Arrays[P.Array]);
  std::string Text;
  for (const IndexHelper &M : C.Macros)
    Text +=
        M.Name + "(" + llvm::join(M.Parameters, ", ") + ") " + M.Body + "; ";
  return Text + std::to_string(P.WavefrontsBefore) + " -> " +
         std::to_string(P.WavefrontsAfter);
}

/// Columns and rows of a square tile.
std::string tile(uint64_t Size, std::array<unsigned, 3> Block,
                 unsigned ElementBytes = 4) {
  KernelBuilder B;
  unsigned A = B.array("tile", {Size, Size}, ElementBytes);
  B.store(A, {B.ty, B.tx});
  B.load(A, {B.tx, B.ty});
  return written(B, swizzled(B, Block));
}

TEST(Swizzle, Tiles) {
  EXPECT_EQ(tile(32, {32, 8, 1}), "BANKFIX_XOR(c, r) ((c) ^ (r)); 264 -> 16");
  // Two rows a warp: no pad leaves both free of conflicts.
  EXPECT_EQ(tile(16, {16, 16, 1}), "BANKFIX_XOR(c, r) ((c) ^ (r)); 72 -> 16");
  EXPECT_EQ(tile(8, {8, 8, 1}), "BANKFIX_XOR(c, r) ((c) ^ (r)); 6 -> 4");
  EXPECT_EQ(tile(32, {32, 8, 1}, 8),
            "BANKFIX_XOR(c, r) ((c) ^ (r)); 272 -> 32");
}

TEST(Swizzle, BeatsPadsOnSmallTiles) {
  KernelBuilder B;
  transposeKernel(B, 16, 16);
  ArrayPlan P = planned(B, {16, 16, 1});
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->strategy(), StrategyKind::Swizzle);
  EXPECT_EQ(P.WavefrontsAfter, 16u);
  EXPECT_EQ(refusal(P, StrategyKind::PadRow),
            "leaves 8 excess wavefronts where swizzle leaves 0");
}

/// One access `s[tx * Stride]` of a flat array.
std::string strided(uint64_t Elements, int64_t Stride) {
  KernelBuilder B;
  unsigned A = B.array("s", {Elements});
  B.load(A, {B.tx * Stride});
  return written(B, swizzled(B, {32, 1, 1}));
}

TEST(Swizzle, Flat) {
  EXPECT_EQ(strided(1024, 32),
            "BANKFIX_SWIZZLE_5_31(i) ((i) ^ (((i) >> 5) & 31)); 32 -> 1");
  EXPECT_EQ(strided(64, 2),
            "BANKFIX_SWIZZLE_5_1(i) ((i) ^ (((i) >> 5) & 1)); 2 -> 1");
  EXPECT_EQ(strided(4096, 128),
            "BANKFIX_SWIZZLE_7_31(i) ((i) ^ (((i) >> 7) & 31)); 32 -> 1");
}

/// linear() is the map where it is anything.
void expectFlatAgrees(const LayoutMap &Map, const SharedArray &A) {
  std::optional<IndexExpr> Linear = Map.linear(A);
  for (int64_t I = 0; Linear && I < int64_t(A.elements()); ++I)
    ASSERT_EQ(Linear->evaluate(I) * A.ElementBytes,
              Map.offset(A, I * A.ElementBytes))
        << A.typeText() << ": element " << I;
}

TEST(Swizzle, ThroughAllRows) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  B.load(A, {B.constant(0), B.tx * 32 + B.ty});
  B.kernel().Sites[0].IsFlat = true;
  ArrayPlan P = swizzled(B, {32, 8, 1});
  EXPECT_EQ(written(B, P), "BANKFIX_XOR(c, r) ((c) ^ (r)); 256 -> 8");
  EXPECT_EQ(P.Map->change(B.P.Arrays[A]).Flat->Body,
            "((i) ^ (((i) >> 5) & 31))");
  expectFlatAgrees(*P.Map, B.P.Arrays[A]);
  ArrayPlan Padded = planned(B, {32, 8, 1}, only(StrategyKind::PadRow));
  EXPECT_EQ(refusal(Padded, StrategyKind::PadRow),
            "line 1: 'tile[0][((i32(threadIdx.x) * 32) + i32(threadIdx.y))]' "
            "has values of subscript 2 outside 0 to 31, so it counts through "
            "the elements of all rows; index it by row and column");
}

TEST(Swizzle, FlatMapsAreTheMaps) {
  std::mt19937 Random(1);
  for (const SharedArray &A :
       {arrayOf({16, 32}, 4), arrayOf({4, 8, 16}, 8), arrayOf({5, 64}, 2),
        arrayOf({16, 16}, 16), arrayOf({12, 48}, 4)})
    for (const auto &Map : someMaps(StrategyKind::Swizzle, A, Random))
      if (Map->isFor(A))
        expectFlatAgrees(*Map, A);
}

TEST(Swizzle, DynamicMemoryIsRoundedUp) {
  KernelBuilder B;
  unsigned A = B.array("s", {100}); // No whole number of rows of banks.
  B.P.Arrays[A].Space = MemorySpace::Dynamic;
  B.load(A, {B.tx * 2});
  EXPECT_EQ(written(B, swizzled(B, {50, 1, 1})),
            "BANKFIX_SWIZZLE_5_3(i) ((i) ^ (((i) >> 5) & 3)); "
            "BANKFIX_ROUND16(n) (((n) + 15) / 16 * 16); 4 -> 2");
}

TEST(Swizzle, VectorsKeepTheirBytes) {
  // 16 bytes a lane, one row of 8 vectors a lane.
  KernelBuilder B;
  unsigned A = B.array("s", {32, 8}, 16);
  B.load(A, {B.tx, B.ty});
  EXPECT_EQ(written(B, swizzled(B, {32, 8, 1})),
            "BANKFIX_XOR_M7(c, r) ((c) ^ ((r) & 7)); 256 -> 32");
}

TEST(Swizzle, WidestAccessStaysTogether) {
  // Elements of 4 bytes, read as vectors of 4: no bit below 16 bytes moves.
  KernelBuilder B;
  unsigned A = B.array("s", {32, 32});
  B.load(A, {B.tx, B.ty * 4});
  B.kernel().Sites[0].Bytes = 16;
  ArrayPlan P = swizzled(B, {32, 8, 1});
  ASSERT_TRUE(P.Map);
  const SharedArray &S = B.P.Arrays[0];
  for (int64_t O = 0; O < int64_t(S.bytes()); O += 4)
    EXPECT_EQ(P.Map->offset(S, O) % 16, O % 16);
}

TEST(Swizzle, ThreeDimensions) {
  KernelBuilder B;
  unsigned A = B.array("cube", {8, 8, 8});
  B.load(A, {B.tx, B.ty, B.tz});
  B.load(A, {B.tz, B.ty, B.tx});
  EXPECT_EQ(written(B, swizzled(B, {8, 8, 8})),
            "BANKFIX_XOR(c, r) ((c) ^ (r)); 144 -> 32");
}

TEST(Swizzle, RowsThatAreNoPowersOfTwo) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 48});
  B.load(A, {B.tx, B.ty});
  B.load(A, {B.ty, B.tx + 16});
  // A column of 32 to 47 stays in its row: four bits change, not five.
  EXPECT_EQ(written(B, swizzled(B, {32, 8, 1})),
            "BANKFIX_XOR_1(c, r) ((c) ^ ((r) >> 1)); 136 -> 16");
}

TEST(Swizzle, SubscriptsAreTheExpansion) {
  KernelBuilder B;
  transposeKernel(B, 16, 16);
  ArrayPlan P = swizzled(B, {16, 16, 1});
  ASSERT_TRUE(P.Map);
  auto New = [&](IntType R, IntType C) {
    return toString(
        *P.Map
             ->subscripts(B.Pool, B.P.Arrays[0],
                          {B.Pool.var(0, "r", R), B.Pool.var(1, "c", C)})
             .back());
  };
  EXPECT_EQ(New(Int32, Int32), "(c ^ r)");
  EXPECT_EQ(New(Int32, UInt32), "(c ^ u32(r))");
  EXPECT_EQ(New(IntType{64, true}, UInt32), "(i64(c) ^ r)");
  EXPECT_EQ(New(IntType{8, false}, Int32), "(c ^ i32(r))");
}

TEST(Swizzle, TakesPaddingAway) {
  KernelBuilder B;
  unsigned A = B.array("tile", {16, 17});
  B.store(A, {B.ty, B.tx});
  B.load(A, {B.tx, B.ty});
  ArrayPlan P = swizzled(B, {16, 16, 1});
  EXPECT_EQ(P.Summary,
            "tile[16][17] -> tile[16][16], indexed through BANKFIX_XOR");
  EXPECT_EQ(P.WavefrontsAfter, 16u);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Dims[1].Added, -1);
  EXPECT_EQ(P.Map->offset(B.P.Arrays[0], 4 * (17 * 2 + 5)), 4 * (16 * 2 + 7));
}

TEST(Swizzle, Refusals) {
  // An odd number of elements a row leaves nothing to XOR into.
  KernelBuilder B;
  columnKernel(B, {32, 31});
  B.load(0, {B.tx * 2, B.constant(30)});
  EXPECT_EQ(written(B, swizzled(B, {16, 8, 1})),
            "refused: no such layout lowers its wavefronts");
}

//===----------------------------------------------------------------------===//
// The planner finds a linear map wherever there is one.
//===----------------------------------------------------------------------===//

/// A GPU of 4 banks of 4 bytes, 4 lanes a phase.
struct SmallTarget {
  BankRule Rule;
  Target T;

  SmallTarget() {
    static constexpr LaneGroups By4 = {8, {0, 1, 2, 3, 4, 5, 6, 7}};
    T = *findTarget("sm_80");
    Rule = ruleFor(T, AccessOp::Load, 4);
    Rule.Ops = Rule.Widths = 0xff;
    Rule.Groups = &By4;
    Rule.Banks = 4;
    Rule.RowShift = 4;
    T.Rules = Rule;
    T.Banks = 4;
  }
};

/// An access by lane l to the XOR of Columns of l's bits: 2 bits a phase, and 3
/// that say which phase.
using LaneColumns = std::array<unsigned, 5>;

Value linear(KernelBuilder &B, const LaneColumns &Columns) {
  Value Sum = B.constant(0);
  for (unsigned Bit = 0; Bit < Columns.size(); ++Bit)
    Sum = Sum ^ ((B.tx >> int(Bit)) & 1) * int64_t(Columns[Bit]);
  return Sum;
}

std::string print(const Kernel &K, const Program &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  bankfix::print(OS, K, P);
  return Text;
}

/// Some 2 x Bits matrix gives the lanes of each phase their own banks.
bool someMapIsFree(llvm::ArrayRef<LaneColumns> Accesses, unsigned Bits) {
  auto Bank = [](unsigned R0, unsigned R1, unsigned E) {
    return (llvm::popcount(R0 & E) & 1) | (llvm::popcount(R1 & E) & 1) << 1;
  };
  for (unsigned R0 = 1; R0 < 1u << Bits; ++R0)
    for (unsigned R1 = 1; R1 < 1u << Bits; ++R1) {
      if (R0 == R1)
        continue;
      if (llvm::all_of(Accesses, [&](const LaneColumns &C) {
            unsigned A = C[0], B = C[1];
            return (!A || Bank(R0, R1, A)) && (!B || Bank(R0, R1, B)) &&
                   (A == B || Bank(R0, R1, A ^ B));
          }))
        return true;
    }
  return false;
}

TEST(SwizzleProperty, FindsAMapWhereverThereIsOne) {
  std::mt19937 Random(7);
  SmallTarget Small;
  unsigned Possible = 0, Rounds = 400;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    unsigned Bits = 3 + Random() % 3; // Of an index.
    KernelBuilder B;
    bool Flat = Random() % 2;
    uint64_t Inner = uint64_t(1) << (1 + Random() % (Bits - 1));
    std::vector<uint64_t> Dims = {uint64_t(1) << Bits};
    if (!Flat)
      Dims = {Dims[0] / Inner, Inner};
    unsigned A = B.array("s", Dims);
    std::vector<LaneColumns> Accesses(1 + Random() % 4);
    for (LaneColumns &C : Accesses) {
      for (unsigned &Column : C)
        Column = Random() % (1u << Bits);
      Value I = linear(B, C);
      if (Flat)
        B.load(A, {I});
      else
        B.load(A, {I / int64_t(Inner), I % int64_t(Inner)});
    }
    AnalyzedKernel K;
    K.Shape = LaunchShape{{32, 1, 1}, ShapeOrigin::Launch, {}};
    K.Requests = collectRequests(B.kernel(), B.P, K.Shape, 32);
    bool Conflicts = false;
    for (unsigned I = 0; I < Accesses.size(); ++I) {
      K.Verdicts.push_back(judge(K.Requests.Sites[I], B.kernel().Sites[I],
                                 B.P.Arrays[A], Small.T));
      Conflicts |= K.Verdicts.back().excess() != 0;
    }
    if (!Conflicts || !someMapIsFree(Accesses, Bits))
      continue;
    ++Possible;
    std::vector<ArrayPlan> Plans = plan({B.P, B.Rights}, K, Small.T, Swizzles);
    ASSERT_EQ(Plans.size(), 1u);
    uint64_t Ideal = 0;
    for (const Verdict &V : K.Verdicts)
      Ideal += V.Ideal;
    EXPECT_EQ(Plans[0].WavefrontsAfter, Ideal)
        << "round " << Round << ": " << refusal(Plans[0], StrategyKind::Swizzle)
        << ' ' << print(B.kernel(), B.P);
  }
  EXPECT_GT(Possible, Rounds / 4);
}

} // namespace
