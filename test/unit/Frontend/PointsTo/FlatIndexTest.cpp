//===- FlatIndexTest.cpp - Flat arrays that are used as rows --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/FlatIndex.h"
#include "../Followed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

std::string kernel(const std::string &Body, const std::string &Before = "") {
  return Before +
         "__device__ void change(int &);\n"
         "__global__ void k(float *g, int w, int i, int j) {\n"
         "  __shared__ float s[1024], t[1024];\n" +
         Body + "\n}";
}

using Texts = std::vector<std::string>;

/// The lengths of rows that subscripts in \p Body may be written with, as their
/// text has them.
Texts lengthsIn(const std::string &Body, const std::string &Before = "") {
  Followed T(kernel(Body, Before));
  findIndexVariables(T.Of);
  Texts Out;
  walk(T.find<clang::FunctionDecl>("k")->getBody(), [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::ArraySubscriptExpr>(S);
    if (auto A = E ? T.Of.match(E) : std::nullopt)
      for (const FlatParts &P : flatParts(T.Of, *A))
        if (std::optional<FileRange> R = lengthRange(T.Of, *A, P.Length)) {
          const clang::SourceManager &SM = T.Of.Source.manager();
          Out.push_back(SM.getBufferData(SM.getMainFileID())
                            .slice(R->Begin, R->End)
                            .str());
        }
    return true;
  });
  std::sort(Out.begin(), Out.end());
  return Out;
}

Texts lengths(const std::string &Index) {
  return lengthsIn("s[" + Index + "] = 0;");
}

TEST(FlatIndex, ProductsHaveALength) {
  EXPECT_EQ(lengths("i * 32 + j"), (Texts{"32", "i"}));
  EXPECT_EQ(lengths("i * w + j"), (Texts{"i", "w"}));
  EXPECT_EQ(lengths("j + w * i"), (Texts{"i", "w"}));
  EXPECT_EQ(lengths("(i * w + j)"), (Texts{"i", "w"}));
  EXPECT_EQ(lengths("i * (w + 1) + j"), (Texts{"(w + 1)", "i"}));
}

TEST(FlatIndex, OthersHaveNone) {
  EXPECT_EQ(lengths("i + j"), Texts{});
  EXPECT_EQ(lengths("i"), Texts{});
}

bool isIndex(const std::string &Body) { return !lengthsIn(Body).empty(); }

TEST(FlatIndex, AVariableMayBeTheIndex) {
  EXPECT_EQ(lengthsIn("int k = i * w + j; s[k] = s[k + 1] + s[k - w];"),
            (Texts{"i", "i", "i", "w", "w", "w"}));
  EXPECT_TRUE(isIndex("const unsigned k = i * w + j, l = 0; s[k] = l;"));
  EXPECT_TRUE(isIndex("for (int y = 0; y < 8; ++y) { int k = y * w + j; "
                      "s[k] = 0; }"));
  EXPECT_TRUE(isIndex("if (i) { const int r = i + 1; int k = r * w + j; "
                      "s[k] = 0; }"));
}

TEST(FlatIndex, AVariableThatIsMoreIsNone) {
  EXPECT_FALSE(isIndex("int k = i * w + j; if (k < 9) s[k] = 0;"));
  EXPECT_FALSE(isIndex("int k = i * w + j; s[k] = g[k];"));
  EXPECT_FALSE(isIndex("int k = i * w + j; s[k] = t[k];"));
  EXPECT_FALSE(isIndex("int k = i * w + j; auto f = [=] { s[k] = 0; }; f();"));
  EXPECT_FALSE(isIndex("short k = i * w + j; s[k] = 0;"));
  EXPECT_FALSE(isIndex("volatile int k = i * w + j; s[k] = 0;"));
  EXPECT_FALSE(isIndex("static int k = 3 * 9; s[k] = 0;"));
  // What a macro computes is not for those who read the variable.
  EXPECT_EQ(lengthsIn("int k = AT(i, j); s[k] = 0;",
                      "#define AT(y, x) ((y) * 18 + (x))\n"),
            Texts{});
  EXPECT_EQ(lengthsIn("int k = i * W + j; s[k] = 0;", "#define W (16 + 8)\n"),
            (Texts{"W", "i"}));
}

TEST(FlatIndex, AVariableThatOtherBuildsMayNameIsNone) {
  const std::string Use = "int k = i * w + j; s[k] = 0; ";
  const std::string Drops = "#define DROP(v) (void)0\n";
  EXPECT_EQ(lengthsIn(Use + "DROP(k);", Drops), Texts{});
  EXPECT_EQ(lengthsIn(Use + "DROP(j);", Drops), (Texts{"i", "w"}));
  EXPECT_FALSE(isIndex(Use + "\n#ifdef R\n g[0] = k;\n#endif\n"));
}

TEST(FlatIndex, AVariableThatDeclarationsNameIsNone) {
  const std::string Use = "const int k = 3 * 18 + 2; s[k] = 0; ";
  EXPECT_TRUE(isIndex(Use));
  EXPECT_FALSE(isIndex(Use + "struct L { static int get() { return k; } };"));
  EXPECT_FALSE(isIndex(Use + "struct L { int v = k; };"));
  EXPECT_FALSE(isIndex(Use + "struct L { unsigned v : k; };"));
  EXPECT_FALSE(isIndex(Use + "auto f = [](int v = k) { return v; };"));
  EXPECT_FALSE(isIndex(Use + "[[clang::assume(k < 60)]];"));
  EXPECT_TRUE(isIndex(Use + "struct L { int v = 3; };"));
}

TEST(FlatIndex, AVariableThatChangesIsNone) {
  EXPECT_FALSE(isIndex("int k = i * w + j; k = 9; s[k] = 0;"));
  EXPECT_FALSE(isIndex("int k = i * w + j; change(k); s[k] = 0;"));
  EXPECT_FALSE(isIndex("int k = i * w + j; i = 9; s[k] = 0;"));
  EXPECT_FALSE(isIndex("int k = i * w + j; change(w); s[k] = 0;"));
  EXPECT_FALSE(isIndex("int y; int k = y * w + j; y = 0; s[k] = 0;"));
  EXPECT_FALSE(isIndex("for (int y = 0; y < 8; ++y) { int k = y * w + j; "
                       "++y; s[k] = 0; }"));
  EXPECT_FALSE(isIndex("for (int y = 0; y < 8;) { int k = y * w + j; "
                       "++y; s[k] = 0; }"));
  EXPECT_FALSE(isIndex("int y = 0; while (y < 8) { int k = y++ * w + j; "
                       "s[k] = 0; }"));
  EXPECT_FALSE(isIndex("int k = (int)g[0] * w + j; s[k] = 0;"));
}

} // namespace
