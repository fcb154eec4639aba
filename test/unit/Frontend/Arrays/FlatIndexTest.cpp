//===- FlatIndexTest.cpp - Flat arrays that are used as rows
//-----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/FlatIndex.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<ArrayUnit>;

/// The lengths of rows that \p Index may be written with, as its text has them.
std::vector<std::string> lengths(const std::string &Index) {
  Tree T("__global__ void k(float *g, int w, int i, int j) {\n"
         "  g[" +
         Index + "] = 0; }");
  std::vector<std::string> Out;
  walk(T.find<clang::FunctionDecl>("k")->getBody(), [&](const clang::Stmt *S) {
    if (auto *E = llvm::dyn_cast<clang::ArraySubscriptExpr>(S))
      for (const FlatParts &P : flatParts(T.Of, E->getIdx()))
        Out.push_back(T.Of.Source.text(P.Length->getSourceRange()));
    return true;
  });
  std::sort(Out.begin(), Out.end());
  return Out;
}

using Texts = std::vector<std::string>;

TEST(FlatIndex, ProductsHaveALength) {
  EXPECT_EQ(lengths("i * 32 + j"), (Texts{"32", "i"}));
  EXPECT_EQ(lengths("i * w + j"), (Texts{"i", "w"}));
  EXPECT_EQ(lengths("j + w * i"), (Texts{"i", "w"}));
}

TEST(FlatIndex, OthersHaveNone) {
  EXPECT_EQ(lengths("i + j"), Texts{});
  EXPECT_EQ(lengths("i"), Texts{});
}

} // namespace
