//===- AlikeSitesTest.cpp - What need not be weighed twice ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeSites.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// An access with one request.
struct Sample {
  SharedArray Array;
  Site Where;
  SiteRequests Requests;

  Sample() {
    Array.Name = "a";
    Array.ElementType = "float";
    Array.Dims = {8, 32};
    RequestGroup G;
    G.Count = 1;
    G.Alternatives = {{3, {0, 4}, true}};
    Requests.Groups = {G};
  }
};

using Change = llvm::function_ref<void(Sample &)>;

/// The access and the one that \p C makes of it have one number.
bool isSame(Change C) {
  Sample Plain, Changed;
  C(Changed);
  Changed.Where.Array = 1; // Else it is the same array.
  SiteKinds Kinds;
  return Kinds.numberOf(Plain.Where, Plain.Requests, Plain.Array) ==
         Kinds.numberOf(Changed.Where, Changed.Requests, Changed.Array);
}

TEST(AlikeSites, WhereTheyStandDoesNotMatter) {
  EXPECT_TRUE(isSame([](Sample &) {}));
  EXPECT_TRUE(isSame([](Sample &S) { S.Array.Name = "b"; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Array.Place.Line = 7; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Array.Group = 1; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Array.Parameter = 2; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Where.Place.Line = 7; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Where.Text = "b[i]"; }));
  EXPECT_TRUE(isSame([](Sample &S) { S.Where.Path = "'f', called"; }));
}

TEST(AlikeSites, EachFieldOfAnArrayAloneMakesAnother) {
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.ElementType = "int"; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.Dims = {32, 8}; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.IsArray = false; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.ElementBytes = 8; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.Alignment = 16; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.ElementAlignment = 4; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.ViewBytes = 16; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.Space = MemorySpace::Dynamic; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Array.Offsets = OffsetMacro(); }));
}

TEST(AlikeSites, EachFieldOfASiteAloneMakesAnother) {
  EXPECT_FALSE(isSame([](Sample &S) { S.Where.Op = AccessOp::Store; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Where.Bytes = 8; }));
  EXPECT_FALSE(isSame([](Sample &S) { S.Where.IsUnspecified = true; }));
}

TEST(AlikeSites, EachFieldOfRequestsAloneMakesAnother) {
  auto IsSame = [](llvm::function_ref<void(SiteRequests &)> C) {
    return isSame([&](Sample &S) { C(S.Requests); });
  };
  auto IsGroup = [&](llvm::function_ref<void(RequestGroup &)> C) {
    return IsSame([&](SiteRequests &R) { C(R.Groups[0]); });
  };
  EXPECT_FALSE(IsGroup([](RequestGroup &G) { G.Count = 2; }));
  EXPECT_FALSE(IsGroup([](auto &G) { G.Alternatives[0].Active = 5; }));
  EXPECT_FALSE(IsGroup([](auto &G) { G.Alternatives[0].Offsets = {0, 8}; }));
  EXPECT_FALSE(IsGroup([](auto &G) { G.Alternatives[0].InBounds = false; }));
  EXPECT_FALSE(IsGroup([](auto &G) {
    G.Choices = {{3, {0, 1}, {0, 0}, {OffsetList({0})}}};
  }));
  EXPECT_FALSE(IsGroup([](auto &G) { G.BoundedChoices = ChoiceRequest(); }));
  EXPECT_FALSE(IsGroup([](RequestGroup &G) { G.UpperBounds = true; }));
  EXPECT_FALSE(IsGroup([](RequestGroup &G) { G.LacksValues = true; }));
  EXPECT_FALSE(IsGroup([](RequestGroup &G) { G.MayBePartial = true; }));
  EXPECT_FALSE(IsGroup([](RequestGroup &G) { G.Arrays = 2; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.Merged = {{16, false, {}}}; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.Reason = "why"; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.BoundReason = "why"; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.Independent = false; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.Assumed = true; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.PerIteration = true; }));
  EXPECT_FALSE(IsSame([](SiteRequests &R) { R.Trips = "n"; }));
}

/// An access of one kernel costs the same on both.
bool isAlikeOn(llvm::StringRef A, llvm::StringRef B, Change C) {
  Sample S;
  C(S);
  Kernel K;
  K.Sites.push_back(S.Where);
  KernelRequests R;
  R.Sites.push_back(S.Requests);
  return costAlike(K, R, *findTarget(A), *findTarget(B));
}

TEST(AlikeSites, CostTheSameWhereBanksServeThemAlike) {
  auto Plain = [](Sample &) {};
  auto OfWidth = [](unsigned Bytes) {
    return [Bytes](Sample &S) { S.Where.Bytes = Bytes; };
  };
  EXPECT_TRUE(isAlikeOn("sm_75", "sm_120", Plain));
  EXPECT_TRUE(isAlikeOn("sm_80", "sm_90", OfWidth(16)));
  EXPECT_FALSE(isAlikeOn("sm_80", "gfx942", Plain));
  EXPECT_FALSE(isAlikeOn("sm_35", "sm_35-bank8", Plain));
  // How well it is known that 16-byte loads merge differs.
  EXPECT_FALSE(isAlikeOn("sm_80", "sm_86", OfWidth(16)));
}

TEST(AlikeSites, CostTheSameAsCompilersMayMergeThem) {
  auto Merged = [](Sample &S) { S.Requests.Merged = {{16, false, {}}}; };
  EXPECT_FALSE(isAlikeOn("sm_80", "sm_86", Merged));
  EXPECT_TRUE(isAlikeOn("sm_80", "sm_90", Merged));
}

TEST(AlikeSites, CostTheSameWhereTheirLanesAreKnownAsWell) {
  auto Unspecified = [](Sample &S) { S.Where.IsUnspecified = true; };
  EXPECT_FALSE(isAlikeOn("sm_70", "sm_75", Unspecified));
  EXPECT_TRUE(isAlikeOn("sm_80", "sm_90", Unspecified));
}

} // namespace
