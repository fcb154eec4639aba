//===- MapFormatTest.cpp - Readings of units as JSON ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapFormat.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace bankfix;

/// Something in every member, and nothing where that is possible.
static UnitReading sample() {
  LaunchShape S;
  S.Block = {32, 8, 2};
  S.Origin = ShapeOrigin::Launch;
  S.Params = {std::nullopt, -7};
  S.DynamicBytes = uint64_t(1) << 63;
  S.ArgumentBytes = {16, std::nullopt};
  S.OthersPossible = true;
  S.Assumed = {{"n", -1}};
  KernelLaunches L;
  L.Shapes = L.Likely = {S};
  L.MaxThreads = 256;
  L.Symbol = "_Z1kPf";
  L.IsShared = true;
  L.Doubt = Obstacle{ObstacleKind::LaunchAny, {"a.cu", 3, 4}, "k", 2};
  UnitReading R;
  R.Says.Kernels["_Z1kPf"] = L;
  R.Says.Skipped["k"] = {{"a.h", 1, 1}, {"", 9, 2}};
  R.Says.Dropped["m"] = {"a.h", 5, 1};
  R.Says.Defined = {"_Z1gv"};
  R.Says.Builds["_Z1kPf"] = {{0, 2}, {1}, {}};
  R.Choices.Macros = {
      {"N", {"a.h", 2, 9}, true, "R", 32, true, 77, {std::nullopt, "64"}}};
  R.Choices.Branches = {{{"a.h", 7, 1}, true, false}};
  R.Includes = {{"a.h", {{"a.cu", 1}}, false}};
  R.AsksForGpu = false;
  return R;
}

TEST(MapFormat, WhatIsWrittenIsRead) {
  const llvm::json::Value Written = toMap(sample());
  UnitReading Back;
  ASSERT_TRUE(fromMap(Written, Back));
  EXPECT_EQ(toMap(Back), Written);
  const LaunchShape &S = Back.Says.Kernels.at("_Z1kPf").Shapes.front();
  EXPECT_EQ(S, sample().Says.Kernels.at("_Z1kPf").Shapes.front());
  EXPECT_EQ(Back.Says.Kernels.at("_Z1kPf").Doubt->Kind,
            ObstacleKind::LaunchAny);
  EXPECT_EQ(Back.Choices.Macros.front().Values,
            sample().Choices.Macros.front().Values);
  EXPECT_FALSE(Back.Error);
}

TEST(MapFormat, SurvivesItsText) {
  const std::string Text = llvm::formatv("{0}", toMap(sample())).str();
  auto Parsed = llvm::json::parse(Text);
  ASSERT_TRUE(bool(Parsed));
  UnitReading Back;
  EXPECT_TRUE(fromMap(*Parsed, Back));
  EXPECT_EQ(llvm::formatv("{0}", toMap(Back)).str(), Text);
}

TEST(MapFormat, WhatLacksAMemberIsNoReading) {
  llvm::json::Value Whole = toMap(sample());
  for (const auto &Member : *Whole.getAsObject()) {
    llvm::json::Object Less = *Whole.getAsObject();
    Less.erase(Member.first);
    UnitReading Back;
    EXPECT_FALSE(fromMap(llvm::json::Value(std::move(Less)), Back))
        << Member.first.str();
  }
  UnitReading Back;
  EXPECT_FALSE(fromMap(llvm::json::Value("reading"), Back));
  EXPECT_FALSE(fromMap(llvm::json::Value(nullptr), Back));
}

TEST(MapFormat, AMemberOfAnotherKindIsNone) {
  llvm::json::Value V = toMap(sample());
  (*V.getAsObject())["asksForGpu"] = 1;
  UnitReading Back;
  EXPECT_FALSE(fromMap(V, Back));
}
