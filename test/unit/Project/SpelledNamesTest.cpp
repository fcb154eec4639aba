//===- SpelledNamesTest.cpp - Names that programs make of text ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/SpelledNames.h"
#include "Folder.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {
/// A file with \p Text may spell `turn`.
bool spells(const std::string &Text, const std::string &Beside = "") {
  Folder F;
  std::vector<std::string> Files = {F.write("a.cpp", Text),
                                    F.write("b.h", Beside)};
  auto At = SpelledNames(Files).spelling("turn");
  return At && At->Path == Files[0];
}
} // namespace

TEST(SpelledNames, AreTexts) {
  EXPECT_TRUE(spells("get(\"turn\");"));
  EXPECT_TRUE(spells("get(u8\"turn\");"));
  EXPECT_TRUE(spells("get(R\"(turn)\");"));
  EXPECT_TRUE(spells("get('turn')")); // Not C.
  EXPECT_TRUE(spells("get(\"ns::turn<float, 3>\");"));
  EXPECT_FALSE(spells("turn<<<1, 32>>>(p);"));
  EXPECT_FALSE(spells("get(\"turns\");"));
  EXPECT_FALSE(spells("get(\"to turn\");"));
  EXPECT_FALSE(spells("/* \"turn\" */ // \"turn\""));
}

TEST(SpelledNames, AreMadeOfTexts) {
  EXPECT_TRUE(spells("get(\"tu\"\n  \"rn\");"));
  EXPECT_TRUE(spells("get(\"a\" \"b_\"), get(\"tu\" + std::string(\"rn\"));"));
  EXPECT_TRUE(spells("sprintf(s, \"tu%02d\", k); get(\"rn\");"));
  EXPECT_FALSE(spells("get(\"tu\");"));
  Folder F;
  const std::string File = F.write("a.cpp", "get(\"turn_\" + to_string(i));");
  EXPECT_TRUE(SpelledNames({File}).spelling("turn_12"));
  EXPECT_FALSE(SpelledNames({File}).spelling("turn_all"));
  const std::string Format =
      F.write("b.cpp", "sprintf(s, \"turn_%dx%d\", n, m);");
  EXPECT_TRUE(SpelledNames({Format}).spelling("turn_32x8"));
  EXPECT_FALSE(SpelledNames({Format}).spelling("turn_x8y"));
}

TEST(SpelledNames, AreMadeByMacros) {
  const std::string Text = "#define TEXT(x) #x\n";
  EXPECT_TRUE(spells("get(TEXT(turn));", Text));
  EXPECT_TRUE(spells("get(TEXT(ns::turn<int>));", Text));
  EXPECT_TRUE(spells("GET(m, turn)", Text + "#define GET(m, x) get(TEXT(x))\n"));
  EXPECT_TRUE(spells("GET(rn)", "#define GET(x) get(\"tu\" #x)\n"));
  EXPECT_FALSE(spells("TEXT(call(turn));", Text));
  EXPECT_FALSE(spells("OTHER(turn);", Text));
  EXPECT_FALSE(spells("PASTE(turn);", "#define PASTE(x) x##s\n"));
}

TEST(SpelledNames, AreInOtherLanguages) {
  Folder F;
  for (auto [File, Text] :
       {std::pair("a.py", "# kernels/*.cu\nrun(n // 32, 'turn')"),
        std::pair("a.rs", "const NAME: &'static str = \"turn\";"),
        std::pair("a.go", "module.Function(`turn`)")})
    EXPECT_TRUE(SpelledNames({F.write(File, Text)}).spelling("turn")) << File;
}

TEST(SpelledNames, HaveLines) {
  Folder F;
  const std::string File =
      F.write("a.cpp", "#define TEXT(x) #x\nget(\"a\");\nget(\nR\"(b)\");\n"
                       "get(TEXT(c),\n\"d\"\n\"e\");");
  SpelledNames Names({File});
  for (auto [Name, Line] : {std::pair("a", 2u), std::pair("b", 4u),
                            std::pair("c", 5u), std::pair("de", 6u)})
    EXPECT_EQ(Names.spelling(Name)->Line, Line) << Name;
}

TEST(SpelledNames, KnowKernels) {
  Folder F;
  SpelledNames Names(
      {F.write("a.cu",
               "__global__ void __launch_bounds__(32) a(int (*x)(int)) {"
               "}\n__global__ void b(int *);\nvoid c() {}"),
       F.write("a.cl", "kernel\nvoid d(int x) {}")});
  EXPECT_TRUE(Names.defines("a"));
  EXPECT_FALSE(Names.defines("b"));
  EXPECT_FALSE(Names.defines("c"));
  EXPECT_TRUE(Names.defines("d"));
}
