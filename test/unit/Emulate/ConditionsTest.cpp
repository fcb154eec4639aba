//===- ConditionsTest.cpp - Which values reach a kernel's code ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace bankfix;

static std::vector<InputCondition> conditionsOf(const char *Text) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  return M ? findConditions(*M, "k") : std::vector<InputCondition>();
}

TEST(FindConditions, FollowsArithmeticToParameters) {
  auto C = conditionsOf("define void @k(ptr %p, i32 %n) {\n"
                        "  %half = sdiv i32 %n, 2\n"
                        "  %more = add i32 %half, 1\n"
                        "  %is = icmp sgt i32 %more, 3001\n"
                        "  ret void\n"
                        "}\n");
  ASSERT_EQ(C.size(), 1u);
  EXPECT_EQ(C[0].Place, (InputPlace{1, "", 0}));
  EXPECT_EQ(C[0].Values, std::vector<int64_t>{6000});
}

TEST(FindConditions, FollowsCallsMembersAndConstantMemory) {
  auto C = conditionsOf(
      "@N = addrspace(4) externally_initialized constant i32 0\n"
      "define i1 @f(i32 %m) {\n"
      "  %is = icmp eq i32 %m, 7\n"
      "  ret i1 %is\n"
      "}\n"
      "define void @k(ptr byval({ptr, i32}) %s, i32 %unused) {\n"
      "  %at = getelementptr i8, ptr %s, i64 8\n"
      "  %m = load i32, ptr %at\n"
      "  %a = call i1 @f(i32 %m)\n"
      "  %n = load i32, ptr addrspacecast (ptr addrspace(4) @N to ptr)\n"
      "  switch i32 %n, label %end [ i32 3, label %end i32 9, label %end ]\n"
      "end:\n"
      "  ret void\n"
      "}\n"
      "define void @other(i32 %x) {\n"
      "  %a = call i1 @f(i32 %x)\n"
      "  ret void\n"
      "}\n");
  ASSERT_EQ(C.size(), 2u);
  EXPECT_EQ(C[0].Place, (InputPlace{-1, "N", 0}));
  EXPECT_EQ(C[0].Values, (std::vector<int64_t>{3, 9}));
  EXPECT_EQ(C[1].Place, (InputPlace{0, "", 8}));
  EXPECT_EQ(C[1].Values, std::vector<int64_t>{7});
}

namespace {

const InputPlace N = {0, "", 0}, W = {1, "", 0};
const Reached Default = {/*Ended=*/true, /*Accesses=*/0, /*Blocks=*/1};

int64_t at(const ChosenInputs &With, const InputPlace &P) {
  auto It = With.find(P);
  return It == With.end() ? 128 : It->second;
}

} // namespace

TEST(SearchInputs, OneConditionBehindAnother) {
  auto Try = [](const ChosenInputs &With) -> Reached {
    if (at(With, N) < 5000)
      return Default;
    return at(With, W) != 77 ? Reached{true, 0, 2} : Reached{true, 4, 3};
  };
  // In either order.
  for (bool Swapped : {false, true}) {
    std::vector<InputCondition> C = {{N, {5000}}, {W, {77}}};
    if (Swapped)
      std::swap(C[0], C[1]);
    EXPECT_EQ(searchInputs(C, {}, Default, 4, Try),
              (ChosenInputs{{N, 5000}, {W, 77}}));
  }
}

TEST(SearchInputs, KeepsTheUsualValuesWhereNothingIsGained) {
  auto Try = [](const ChosenInputs &With) -> Reached {
    return {true, 2, at(With, N) == 3 ? 9u : 1u}; // A way without accesses.
  };
  EXPECT_TRUE(searchInputs({{N, {3}}}, {}, {true, 2, 1}, 4, Try).empty());
}

TEST(SearchInputs, NeverPrefersARunThatFails) {
  auto Try = [](const ChosenInputs &With) -> Reached {
    return {at(With, N) != 7, at(With, N) == 7 ? 9u : 2u, 1};
  };
  EXPECT_TRUE(searchInputs({{N, {7}}}, {}, {true, 2, 1}, 9, Try).empty());
}

TEST(SearchInputs, ARunThatEndsForOneThatFails) {
  auto Try = [](const ChosenInputs &With) -> Reached {
    return {at(With, N) % 32 == 0 && at(With, N) > 5000, 3, 1};
  };
  EXPECT_EQ(searchInputs({{N, {5000}}}, {}, {false, 3, 1}, 3, Try),
            (ChosenInputs{{N, 8192}}));
}

TEST(SearchInputs, TriesNoMoreThanItHasTo) {
  unsigned Tries = 0;
  auto Try = [&](const ChosenInputs &) -> Reached {
    ++Tries;
    return {true, 1, 1};
  };
  std::vector<InputCondition> Many;
  for (int I = 0; I < 100; ++I)
    Many.push_back({{I, "", 0}, {1, 2, 3, 400}});
  EXPECT_TRUE(searchInputs(Many, {}, {true, 1, 1}, 2, Try).empty());
  EXPECT_LE(Tries, 48u);
}
