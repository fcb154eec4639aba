//===- RewriteTest.cpp - Edits compose, and touch nothing else ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Rewrite/Rewrite.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// A layout that only says how it is written.
class FakeMap : public LayoutMap {
public:
  explicit FakeMap(SourceChange C) : Change(std::move(C)) {}
  StrategyKind strategy() const override { return StrategyKind::PadRow; }
  SharedArray apply(const SharedArray &A) const override { return A; }
  void amend(const SharedArray &, SourceChange &Written) const override {
    Written = Change;
  }
  bool needsBoundedSubscripts() const override { return false; }

private:
  SourceChange Change;
};

/// \p Text with \p Change made to its first array.
std::string rewritten(llvm::StringRef Text, SourceChange Change) {
  ExprPool Pool;
  ParseOptions O;
  O.Model = findTarget("sm_80");
  O.Headers = HeaderMode::BuiltIn;
  ParsedFile F = parse("kernel.cu", Text, O, Pool);
  EXPECT_TRUE(F.Ok) << Text.str();
  ArrayPlan P;
  P.Map = std::make_shared<FakeMap>(std::move(Change));
  llvm::Expected<RewrittenFile> R = rewrite({Text}, F, {P});
  return R ? R->Text : llvm::toString(R.takeError());
}

std::string padded(const std::string &Declaration) {
  std::string Before = "__global__ void k() { __shared__ float ";
  std::string New =
      rewritten(Before + Declaration + "; a[0][1] = 1; }",
                SourceChange{{{0}, {1, "", {}, 2}}, {{0}, {1}}, {}});
  return New.substr(Before.size(), New.find(';') - Before.size());
}

const SourceChange Macro{
    {{0, "PAD"}}, {{0, "PAD"}}, {{"PAD", {"i"}, "((i) + 1)"}}};

TEST(RewriteTest, GrowsDimensionsAsTheyAreWritten) {
  EXPECT_EQ(padded("a[32][32]"), "a[32][34]");
  EXPECT_EQ(padded("a[32][0x20]"), "a[32][0x20 + 2]");
  EXPECT_EQ(padded("a[32][4*8]"), "a[32][4*8 + 2]");
  EXPECT_EQ(padded("a[32][1 << 5]"), "a[32][(1 << 5) + 2]");
  EXPECT_EQ(padded("a[32][sizeof(int) > 2 ? 32 : 16]"),
            "a[32][(sizeof(int) > 2 ? 32 : 16) + 2]");
  EXPECT_EQ(padded("b[8][8], a [ 32 ] /*x*/ [ 32 /*y*/ ]"),
            "b[8][10], a [ 32 ] /*x*/ [ 32 /*y*/ ]");
}

TEST(RewriteTest, WrapsEveryAccessAndDefinesTheMacroOnce) {
  EXPECT_EQ(rewritten("#include <cuda_runtime.h>\n"
                      "__global__ void k(float *g) {\n"
                      "  __shared__ float s[64];\n"
                      "  s[threadIdx.x] += s[1] + g[threadIdx.x];\n}\n",
                      Macro),
            "#include <cuda_runtime.h>\n"
            "\n#ifndef PAD\n#define PAD(i) ((i) + 1)\n#endif\n\n"
            "__global__ void k(float *g) {\n"
            "  __shared__ float s[PAD(64)];\n"
            "  s[PAD(threadIdx.x)] += s[PAD(1)] + g[threadIdx.x];\n}\n");
}

TEST(RewriteTest, KeepsLineEndingsAndOtherNames) {
  EXPECT_EQ(rewritten("#define PAD 3\r\n\r\n"
                      "__global__ void k() { __shared__ float s[64]; "
                      "s[PAD] = 1; }\r\n",
                      Macro),
            "#define PAD 3\r\n"
            "\r\n#ifndef PAD_2\r\n#define PAD_2(i) ((i) + 1)\r\n#endif\r\n\r\n"
            "__global__ void k() { __shared__ float s[PAD_2(64)]; "
            "s[PAD_2(PAD)] = 1; }\r\n");
}

TEST(RewriteTest, DefinesTheMacroOutsideOfConditionals) {
  std::string New = rewritten("int x;\n#if 1\nint y;\n"
                              "__global__ void k() { __shared__ float s[64]; "
                              "s[1] = 1; }\n#endif\n",
                              Macro);
  EXPECT_EQ(New.substr(0, New.find("#if 1")),
            "int x;\n\n#ifndef PAD\n#define PAD(i) ((i) + 1)\n#endif\n\n");
}

// A name that no header has in small letters.
const SourceChange RowMacro{{{0, "BANKFIX_ROW"}},
                            {{0, "BANKFIX_ROW"}},
                            {{"BANKFIX_ROW", {"i"}, "((i) + 1)"}}};

/// What becomes of an access with the index \p Index, an int `i` being there.
std::string indexed(const std::string &Before, const std::string &Index) {
  std::string New = rewritten(Before +
                                  "\n\n__global__ void k(unsigned long n) {"
                                  "\n  __shared__ int s[64];"
                                  "\n  int i = 0; s[" +
                                  Index + "] = i;\n}\n",
                              RowMacro);
  size_t At = New.find("s[", New.find("int i ="));
  return At == std::string::npos ? New : New.substr(At, New.find('=', At) - At);
}

TEST(RewriteTest, EvaluatesOnceWhatMayNotBeEvaluatedTwice) {
  EXPECT_EQ(indexed("", "i"), "s[BANKFIX_ROW(i)] ");
  EXPECT_EQ(indexed("", "i++"), "s[bankfix_row(i++)] ");
  EXPECT_EQ(indexed("", "s[i]"), "s[bankfix_row(s[BANKFIX_ROW(i)])] ");
  EXPECT_EQ(indexed("", "(i++, 3)"), "s[bankfix_row((i++, 3))] ");
  EXPECT_EQ(indexed("", "n--"), "s[bankfix_row_unsigned_long(n--)] ");
  EXPECT_EQ(
      indexed("int bankfix_row;", "i++"),
      "an index has to be evaluated once, by 'bankfix_row', which is something "
      "else");
}

TEST(RewriteTest, DefinesTheFunctionBehindItsMacro) {
  EXPECT_EQ(
      rewritten("__global__ void k(unsigned char c) {\n"
                "  __shared__ int s[64];\n  s[c++] = 1;\n}\n",
                RowMacro),
      "#ifndef BANKFIX_ROW\n#define BANKFIX_ROW(i) ((i) + 1)\n#endif\n"
      "#ifndef bankfix_row\n#define bankfix_row bankfix_row\n"
      "static __device__ __forceinline__ int bankfix_row(int i) { return "
      "BANKFIX_ROW(i); "
      "}\n#endif\n\n"
      "__global__ void k(unsigned char c) {\n"
      "  __shared__ int s[BANKFIX_ROW(64)];\n  s[bankfix_row(c++)] = 1;\n}\n");
}

/// Groups of four, counted from the start.
TEST(RewriteTest, WritesIndicesOfGroupsAsThoseOfElements) {
  auto Grouped = [](const std::string &Index) {
    std::string New =
        rewritten("__global__ void k() {\n  __shared__ float s[64];\n"
                  "  ((float4 *)s)[" +
                      Index + "].x = 1;\n}\n",
                  RowMacro);
    size_t At = New.find(")s)[") + 3;
    return New.substr(At, New.find(".x = 1") - At);
  };
  EXPECT_EQ(Grouped("3"), "[BANKFIX_ROW(4 * 3) / 4]");
  EXPECT_EQ(Grouped("threadIdx.x"), "[BANKFIX_ROW(4 * threadIdx.x) / 4]");
  EXPECT_EQ(Grouped("threadIdx.x + 1"),
            "[BANKFIX_ROW(4 * (threadIdx.x + 1)) / 4]");
}

/// \p Struct with a member more.
std::string withMember(const std::string &Struct) {
  SourceChange Change = SourceChange::none(1);
  Change.MemberBytes = 4;
  std::string New = rewritten(Struct + " __global__ void k() {\n"
                                       "  __shared__ S a[64];\n"
                                       "  a[threadIdx.x].x = 1; }\n",
                              Change);
  return New.substr(0, New.find(" __global__"));
}

TEST(RewriteTest, AddsAMemberAsTheOthersAreWritten) {
  EXPECT_EQ(withMember("struct S { int x, y; };"),
            "struct S { int x, y; unsigned pad; };");
  EXPECT_EQ(withMember("struct S {int x, y;};"),
            "struct S {int x, y; unsigned pad; };");
  EXPECT_EQ(withMember("struct S {\n\tint x;\n\tint y; // }\n};"),
            "struct S {\n\tint x;\n\tint y; // }\n\tunsigned pad;\n};");
  EXPECT_EQ(withMember("  struct S { int x,\n    y;\n  };"),
            "  struct S { int x,\n    y;\n    unsigned pad;\n  };");
  EXPECT_EQ(withMember("struct S {\r\n  int x, y;\r\n};"),
            "struct S {\r\n  int x, y;\r\n  unsigned pad;\r\n};");
  EXPECT_EQ(withMember("int pad; struct S { int x, y; };"),
            "int pad; struct S { int x, y; unsigned bankfix_pad; };");
  EXPECT_EQ(withMember("#define pad 1\nstruct S { int x, bankfix_pad; };"),
            "#define pad 1\nstruct S { int x, bankfix_pad; unsigned "
            "bankfix_pad_2; };");
}

} // namespace
