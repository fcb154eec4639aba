//===- TargetsTest.cpp - Names, and the shape of the tables ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"
#include "bankfix/Target/BankWidth.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using namespace bankfix::test;

namespace {

llvm::StringRef found(llvm::StringRef Name) {
  const Target *T = findTarget(Name);
  return T ? T->Name : "none";
}

TEST(Targets, AreFoundByEverySpelling) {
  EXPECT_EQ(found("sm_80"), "sm_80");
  EXPECT_EQ(found("SM_80"), "sm_80");
  EXPECT_EQ(found("compute_80"), "sm_80");
  EXPECT_EQ(found("sm_90a"), "sm_90");
  EXPECT_EQ(found("sm_100f"), "sm_100");
  EXPECT_EQ(found("compute_120a"), "sm_120");
  EXPECT_EQ(found("sm_35-bank8"), "sm_35-bank8");
  EXPECT_EQ(found("GFX90A"), "gfx90a");
  EXPECT_EQ(found("gfx90a:sramecc+:xnack-"), "gfx90a");
  EXPECT_EQ(found("intel-gen9"), "intel-gen9");
}

TEST(Targets, OtherNamesAreNone) {
  for (const char *Name : {"", "sm_", "sm_8", "sm_80b", "sm_a", "80", "gfx",
                           "gfx90aa", "compute_", "sm_80aa", "sm_ 80"})
    EXPECT_EQ(findTarget(Name), nullptr) << Name;
}

TEST(Targets, CoverEveryGeneration) {
  for (unsigned CC :
       {10, 11, 12, 13, 20, 21, 30, 32, 35, 37,  50,  52,  53,  60,  61, 62,
        70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121})
    EXPECT_EQ(target("sm_" + std::to_string(CC)).ComputeCapability, CC);
  for (const char *Name :
       {"sm_30-bank8", "sm_32-bank8", "sm_35-bank8", "sm_37-bank8",
        "evergreen",   "gfx600",      "gfx601",      "gfx700",
        "gfx701",      "gfx702",      "gfx801",      "gfx802",
        "gfx803",      "gfx900",      "gfx906",      "gfx908",
        "gfx90a",      "gfx940",      "gfx941",      "gfx942",
        "gfx950",      "gfx1010",     "gfx1030",     "gfx1100",
        "gfx1150",     "gfx1151",     "gfx1200",     "gfx1201",
        "intel-gen9",  "intel-gen11", "intel-xe",    "intel-pvc",
        "mali",        "adreno",      "apple"})
    EXPECT_EQ(found(Name), Name);
}

TEST(Targets, NamesAreUnique) {
  llvm::StringSet<> Names;
  for (const Target &T : allTargets())
    EXPECT_TRUE(Names.insert(T.Name).second) << T.Name.str();
}

TEST(Targets, RulesAreWellFormed) {
  for (const Target &T : allTargets())
    for (const BankRule &R : T.Rules) {
      SCOPED_TRACE(T.Name.str());
      EXPECT_TRUE(llvm::has_single_bit(unsigned(R.Banks)));
      EXPECT_GE(R.RowShift, R.BankShift + llvm::countr_zero(R.Banks));
      EXPECT_NE(R.Groups, nullptr);
      for (uint8_t Phase : R.Groups->OfQuad)
        EXPECT_LT(Phase, R.Groups->PhasesPer32);
      EXPECT_NE(R.Ops, 0);
      EXPECT_NE(R.Widths, 0);
    }
}

TEST(Targets, PlainAccessesHaveARule) {
  for (const Target &T : allTargets())
    for (AccessOp Op : {AccessOp::Load, AccessOp::Store})
      for (unsigned Bytes : {1, 2, 4, 8, 16})
        EXPECT_TRUE(llvm::any_of(T.Rules, [&](const BankRule &R) {
          return (R.Ops >> int(Op) & 1) && (R.Widths & widthBit(Bytes));
        })) << T.Name.str();
}

TEST(Targets, BanksAreThoseOfFourBytes) {
  for (const Target &T : allTargets()) {
    const BankRule Words = ruleFor(T, AccessOp::Load, 4);
    EXPECT_EQ(T.Banks, Words.Banks) << T.Name.str();
    EXPECT_EQ(T.BankWidth, 1U << Words.BankShift) << T.Name.str();
  }
}

TEST(Targets, ArePrintedOneALine) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTargets(OS);
  EXPECT_EQ(size_t(llvm::StringRef(Text).count('\n')), allTargets().size());
  const auto Has = [&](const char *Line) {
    return llvm::StringRef("\n" + Text)
        .contains(std::string("\n") + Line + "\n");
  };
  EXPECT_TRUE(
      Has("sm_80        32 lanes  32 x 4 B  certain  163 KB  Ampere (A100)"
          "; time"));
  EXPECT_TRUE(Has("mali         16 lanes  no banks  certain       -  Arm Mali: "
                  "local memory is cached global memory"))
      << Text;
}

TEST(Targets, ConfidenceHasAName) {
  EXPECT_EQ(name(Confidence::Certain), "certain");
  EXPECT_EQ(name(Confidence::Likely), "likely");
  EXPECT_EQ(name(Confidence::Unknown), "unknown");
}

} // namespace

TEST(Targets, HaveBanksOfAnotherWidth) {
  auto NameOf = [](llvm::StringRef Of, unsigned Bytes) {
    const Target *T = withBankWidth(*findTarget(Of), Bytes);
    return T ? T->Name : "none";
  };
  EXPECT_EQ(NameOf("sm_35", 8), "sm_35-bank8");
  EXPECT_EQ(NameOf("sm_35", 4), "sm_35");
  EXPECT_EQ(NameOf("sm_35-bank8", 8), "sm_35-bank8");
  EXPECT_EQ(NameOf("sm_35-bank8", 4), "sm_35");
  EXPECT_EQ(NameOf("sm_80", 8), "none");
  EXPECT_EQ(NameOf("evergreen", 4), "none");
}

TEST(Targets, Products) {
  auto Model = [](llvm::StringRef Name) {
    const Target *T = findTarget(Name);
    return T ? T->Name.str() : "";
  };
  EXPECT_EQ(Model("H100"), "sm_90");
  EXPECT_EQ(Model("NVIDIA GeForce RTX 4090"), "sm_89");
  EXPECT_EQ(Model("rtx-2080-ti"), "sm_75");
  EXPECT_EQ(Model("AMD Instinct MI300X"), "gfx942");
  EXPECT_EQ(Model("H1000"), "");
  EXPECT_EQ(Model("NVIDIA"), "");
}

TEST(Targets, EveryProductHasAModel) {
#define PRODUCT(Name, Model)                                                   \
  EXPECT_NE(findTarget(Name), nullptr) << Name;                                \
  EXPECT_EQ(findTarget(Name), findTarget(Model)) << Name;
#include "Products.def"
#undef PRODUCT
}
