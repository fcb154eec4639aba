//===- PadStructTest.cpp - Finding, plan and refusals of pad-struct -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Structs = only(StrategyKind::PadStruct);

/// `a[tx].Member` of elements of so many bytes, accessed by \p Bytes.
ArrayPlan member(KernelBuilder &B, unsigned ElementBytes, unsigned Bytes,
                 unsigned MemberOffset, llvm::StringRef TargetName) {
  unsigned A = B.array("a", {64}, ElementBytes);
  unsigned S = B.load(A, {B.tx});
  B.kernel().Sites[S].Bytes = Bytes;
  std::get<Access>(B.kernel().Body.back().Node).MemberOffset = MemberOffset;
  return planned(B, {64, 1, 1}, Structs, TargetName);
}

TEST(PadStruct, WholeVectorsOnEvergreen) {
  // Four words, each its own request: 6 excess cycles each, 24 in all.
  KernelBuilder B;
  ArrayPlan P = member(B, 16, 16, 0, "evergreen");
  EXPECT_EQ(P.WavefrontsBefore, 8u + 24);
  EXPECT_EQ(P.WavefrontsAfter, 8u);
  EXPECT_EQ(P.Summary, "element a[64] -> bankfix_element_20 a[64]");
  EXPECT_EQ(P.BytesAfter, 64u * 20);
  ElementWrap W = *P.Map->change(B.P.Arrays[0]).Wrap;
  EXPECT_EQ(W.Members, "element v; unsigned pad;");
  EXPECT_EQ(W.Alignment, 4u);
}

TEST(PadStruct, MembersOfPairs) {
  KernelBuilder B;
  ArrayPlan P = member(B, 8, 4, 4, "sm_80");
  EXPECT_EQ(P.WavefrontsBefore, 2u * 2);
  EXPECT_EQ(P.WavefrontsAfter, 2u);
  EXPECT_EQ(P.BytesAfter, 64u * 12);
}

TEST(PadStruct, PadsOfTwoWordsKeepWideAccesses) {
  KernelBuilder B;
  ArrayPlan P = member(B, 16, 8, 8, "sm_80");
  EXPECT_EQ(P.Summary, "element a[64] -> bankfix_element_24 a[64]");
  EXPECT_EQ(P.WavefrontsBefore, 2u * 4);
  EXPECT_EQ(P.WavefrontsAfter, 2u * 2);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Wrap->Members,
            "element v; unsigned pad[2];");
}

TEST(PadStruct, OffsetsAreThoseOfTheElements) {
  KernelBuilder B;
  ArrayPlan P = member(B, 16, 4, 0, "sm_80");
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->offset(B.P.Arrays[0], 16 * 3 + 5), 20 * 3 + 5);
}

TEST(PadStruct, Refusals) {
  // What the compiler then splits costs as much as the conflicts did.
  KernelBuilder B;
  unsigned A = B.array("a", {128}, 8);
  B.load(A, {B.tx * 2});
  EXPECT_FALSE(planned(B, {32, 1, 1}, Structs).Map);
  KernelBuilder C;
  A = C.array("a", {64}, 4);
  C.load(A, {C.tx * 2});
  EXPECT_EQ(refusal(planned(C, {32, 1, 1}, Structs), StrategyKind::PadStruct),
            "its elements of 4 bytes are not an even number of words");
  KernelBuilder D;
  A = D.array("a", {64}, 16);
  D.load(A, {D.tx});
  D.kernel().Sites[0].Bytes = 4;
  D.Rights[A].OwnsAccesses = false;
  EXPECT_EQ(refusal(planned(D, {32, 1, 1}, Structs), StrategyKind::PadStruct),
            "an access to it ends inside a macro, so no member can be named "
            "behind it; write it outside of the macro");
}

/// Elements of a struct that is this array's alone.
void own(KernelBuilder &B) {
  B.Rights[0].OwnsStruct = true;
  B.P.Arrays[0].Alignment = 4;
}

TEST(PadStruct, AMemberRatherThanAWrap) {
  KernelBuilder B;
  member(B, 16, 4, 12, "sm_80");
  own(B);
  ArrayPlan P = planned(B, {64, 1, 1}, Structs);
  EXPECT_EQ(P.Summary, "element a[64], element padded by a member, 16 -> 20 "
                       "bytes");
  EXPECT_EQ(P.WavefrontsBefore, 2u * 4);
  EXPECT_EQ(P.WavefrontsAfter, 2u);
  EXPECT_EQ(P.BytesAfter, 64u * 20);
  const SharedArray &A = B.P.Arrays[0];
  EXPECT_EQ(P.Map->change(A).MemberBytes, 4u);
  EXPECT_FALSE(P.Map->change(A).Wrap);
  EXPECT_FALSE(P.Map->change(A).keepsDeclaration());
  EXPECT_EQ(P.Map->offset(A, 16 * 3 + 5), 20 * 3 + 5);
  SharedArray New = P.Map->apply(A);
  EXPECT_EQ(New.ElementType, A.ElementType);
  EXPECT_EQ(New.ElementBytes, 20u);
  EXPECT_EQ(New.Alignment, A.Alignment);
  // No second one.
  EXPECT_FALSE(P.Map->isFor(New));
}

TEST(PadStruct, AMemberWhereNothingCanBeWrapped) {
  KernelBuilder B;
  member(B, 16, 4, 12, "sm_80");
  own(B);
  B.Rights[0].IsLocalType = true;
  EXPECT_TRUE(planned(B, {64, 1, 1}, Structs).Map);
  PlanOptions Failed = Structs;
  Failed.Failed = {{0, StrategyKind::PadStruct, false, "no", true}};
  EXPECT_FALSE(planned(B, {64, 1, 1}, Failed).Map);
}

TEST(PadStruct, AWrapWhereTheMemberFailed) {
  KernelBuilder B;
  member(B, 16, 4, 12, "sm_80");
  own(B);
  PlanOptions Failed = Structs;
  Failed.Failed = {{0, StrategyKind::PadStruct, false, "no", true}};
  EXPECT_EQ(planned(B, {64, 1, 1}, Failed).Summary,
            "element a[64] -> bankfix_element_20 a[64]");
}

} // namespace
