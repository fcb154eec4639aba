//===- WarpOpsTest.cpp - Shuffles, votes, matches, reductions -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

/// A warp whose lane L holds Value(L), at one primitive.
class Warp {
public:
  template <typename V> Warp(WarpOp Op, unsigned Kind, V Value) {
    Fibres.resize(32);
    for (unsigned L = 0; L < 32; ++L) {
      Fibres[L].Number = L;
      Fibres[L].Op = Op;
      Fibres[L].Kind = Kind;
      Fibres[L].Value = Value(L);
    }
  }
  Warp &from(unsigned Lane, unsigned Width = 32, unsigned Clamp = 31) {
    for (Fibre &F : Fibres) {
      F.From = Lane;
      F.Clamp = (32 - Width) << 8 | Clamp;
    }
    return *this;
  }
  /// What each lane gets.
  std::vector<uint32_t> results(unsigned Lanes = 32) {
    std::vector<Fibre *> Group;
    for (unsigned L = 0; L < Lanes; ++L)
      Group.push_back(&Fibres[L]);
    complete(Group);
    std::vector<uint32_t> Out;
    for (unsigned L = 0; L < Lanes; ++L)
      Out.push_back(Fibres[L].Value);
    return Out;
  }

private:
  std::vector<Fibre> Fibres;
};

auto Itself = [](unsigned L) { return L; };
Warp shuffle(ShuffleKind K) {
  return Warp(WarpOp::Shuffle, unsigned(K), Itself);
}

} // namespace

TEST(Shuffle, Index) {
  auto R = shuffle(ShuffleKind::Index).from(5).results();
  EXPECT_EQ(R[0], 5u);
  EXPECT_EQ(R[31], 5u);
}

TEST(Shuffle, WithinSegments) {
  auto R = shuffle(ShuffleKind::Index).from(2, /*Width=*/8).results();
  EXPECT_EQ(R[0], 2u);
  EXPECT_EQ(R[9], 10u);
  R = shuffle(ShuffleKind::Down).from(3, 8).results();
  EXPECT_EQ(R[4], 7u);
  EXPECT_EQ(R[5], 5u); // Lane 8 is another segment's.
  R = shuffle(ShuffleKind::Up).from(3, 8, /*Clamp=*/0).results();
  EXPECT_EQ(R[8], 8u);
  EXPECT_EQ(R[11], 8u);
}

TEST(Shuffle, Xor) {
  auto R = shuffle(ShuffleKind::Xor).from(1).results();
  EXPECT_EQ(R[6], 7u);
  EXPECT_EQ(R[7], 6u);
}

TEST(Vote, OfThoseThatAreThere) {
  auto Odd = [](unsigned L) { return L & 1; };
  EXPECT_EQ(Warp(WarpOp::Vote, unsigned(VoteKind::Ballot), Odd).results(4)[0],
            0b1010u);
  EXPECT_EQ(Warp(WarpOp::Vote, unsigned(VoteKind::All), Odd).results()[0], 0u);
  EXPECT_EQ(Warp(WarpOp::Vote, unsigned(VoteKind::Any), Odd).results()[0], 1u);
}

TEST(Match, AnyAndAll) {
  auto Half = [](unsigned L) { return L / 16; };
  EXPECT_EQ(Warp(WarpOp::MatchAny, 0, Half).results()[20], 0xffff0000u);
  EXPECT_EQ(Warp(WarpOp::MatchAll, 0, Half).results()[20], 0u);
  EXPECT_EQ(Warp(WarpOp::MatchAll, 0, Half).results(16)[3], 0xffffu);
}

TEST(Reduce, SignedAndUnsigned) {
  auto Minus = [](unsigned L) { return uint32_t(L) - 1; };
  auto Of = [&](ReduceKind K) {
    return Warp(WarpOp::Reduce, unsigned(K), Minus).results()[0];
  };
  EXPECT_EQ(Of(ReduceKind::Add), 464u);
  EXPECT_EQ(Of(ReduceKind::Min), 0xffffffffu);
  EXPECT_EQ(Of(ReduceKind::UMin), 0u);
  EXPECT_EQ(Of(ReduceKind::Max), 30u);
  EXPECT_EQ(Of(ReduceKind::UMax), 0xffffffffu);
}
