//===- ElementNumbersTest.cpp - Addresses of elements as numbers ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Followed.h"
#include "PointsTo/AssemblyOperands.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// A kernel with \p Body, two arrays, and functions that load; behind \p Before.
std::string kernel(const std::string &Body, const std::string &Before) {
  return R"(
# 1 "device.h" 1 3
extern "C" __device__ unsigned long __cvta_generic_to_shared(const void *);
# 9 "test.cu" 2
)" + Before + R"(
__device__ inline unsigned load(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  return v;
}
__device__ inline unsigned behind(unsigned at) { return load(at + 4); }
__device__ unsigned stored;
__global__ void k(unsigned *g, int i) {
  __shared__ unsigned s[256], t[8][32];
)" + Body + "\n}";
}

/// What is known of the only address in \p Body that becomes a number, in few
/// words: "element, 4 bytes", "counts, 2 sums".
std::string known(const std::string &Body, const std::string &Before = "") {
  Followed T(kernel(Body, Before));
  std::string Out;
  for (auto [Address, Bytes] : T.Of.ElementNumbers)
    Out = "element, " + std::to_string(Bytes) + " bytes";
  if (!T.Of.NumberPlaces.empty())
    Out = "counts, " + std::to_string(T.Of.NumberSums.size()) + " sums";
  return Out;
}

#define CVTA "__cvta_generic_to_shared"

TEST(ElementNumbers, GoToInstructionsAsTheyStand) {
  EXPECT_EQ(known("g[0] = load(" CVTA "(&s[i]));"), "element, 4 bytes");
  EXPECT_EQ(known("unsigned at = " CVTA "(&s[i]); g[0] = load(at);"),
            "element, 4 bytes");
  EXPECT_EQ(known("unsigned at, b = at = " CVTA "(&s[i]); g[0] = load(b);"),
            "element, 4 bytes");
  EXPECT_EQ(known("g[0] = load(i ? " CVTA "(&s[i]) : 0);"), "element, 4 bytes");
  EXPECT_EQ(known("g[0] = load(toNumber(&s[i]));",
                  "__device__ inline unsigned toNumber(const void *p) {\n"
                  "  return (unsigned)" CVTA "(p);\n}"),
            "element, 4 bytes");
  EXPECT_EQ(known("auto f = [&] { return " CVTA "(&s[i]); }; g[0] = load(f());"),
            "element, 4 bytes");
  EXPECT_EQ(known("asm(\"cp.async.cg.shared.global [%0], [%1], %2;\" :: "
                  "\"r\"((unsigned)" CVTA "(&s[i])), \"l\"(g), \"n\"(16));"),
            "element, 16 bytes");
  EXPECT_EQ(known("unsigned at; asm(\"{ .reg .u64 x; cvta.to.shared.u64 x, %1; "
                  "cvt.u32.u64 %0, x; }\" : \"=r\"(at) : \"l\"(&s[i])); "
                  "g[0] = load(at);"),
            "element, 4 bytes");
}

TEST(ElementNumbers, MayNotBeMore) {
  EXPECT_EQ(known("g[0] = " CVTA "(&s[i]);"), "");
  EXPECT_EQ(known("stored = " CVTA "(&s[i]); g[0] = load(stored);"), "");
  EXPECT_EQ(known("static unsigned at; at = " CVTA "(&s[i]); g[0] = load(at);"),
            "");
  EXPECT_EQ(known("unsigned at = " CVTA "(&s[i]), *p = &at; g[0] = load(*p);"),
            "");
  EXPECT_EQ(known("unsigned at = " CVTA "(&s[i]), &r = at; g[0] = load(r);"),
            "");
  EXPECT_EQ(known("if (" CVTA "(&s[i])) g[0] = 1;"), "");
  EXPECT_EQ(known("g[0] = load((unsigned short)" CVTA "(&s[i]));"), "");
  EXPECT_EQ(known("int n = ({ " CVTA "(&s[i]); }); g[0] = n;"), "");
  EXPECT_EQ(known("unsigned at = " CVTA "(&s[i]); asm(\"add.u32 %0, %0, 4;\" : "
                  "\"+r\"(at)); g[0] = load(at);"),
            "");
  EXPECT_EQ(known("unsigned v, x; asm(\"ld.shared.u32 %1, [%2];\" : \"=r\"(x), "
                  "\"=r\"(v) : \"0\"((unsigned)" CVTA "(&s[i]))); g[0] = x;"),
            "");
  EXPECT_EQ(known("unsigned at; asm(\"{ .reg .u64 x; cvta.to.shared.u64 x, %1; "
                  "add.u64 x, x, 4; cvt.u32.u64 %0, x; }\" : \"=r\"(at) : "
                  "\"l\"(&s[i])); g[0] = load(at);"),
            "");
  EXPECT_EQ(known("asm(\"{ mov.u32 %0, %1; ld.shared.u32 %0, [%1]; }\" : "
                  "\"=r\"(g[0]) : \"r\"((unsigned)" CVTA "(&s[i])));"),
            "");
}

TEST(NumberSums, AreWhatInstructionsGet) {
  EXPECT_EQ(known("unsigned at = " CVTA "(s); g[0] = load(at + 4 * i);"),
            "counts, 1 sums");
  EXPECT_EQ(known("unsigned at = " CVTA "(s), b = at + 4 * i; g[0] = load(b);"),
            "counts, 1 sums");
  EXPECT_EQ(known("unsigned at = " CVTA "(s); at += 4 * i; g[0] = load(at) + "
                  "load(at + 4);"),
            "counts, 2 sums");
  EXPECT_EQ(known("unsigned at = " CVTA "(t); for (; i < 4; ++i, at += 4) "
                  "g[0] = load(at);"),
            "counts, 1 sums");
  EXPECT_EQ(known("unsigned *p = s + i; unsigned at = " CVTA "(p); "
                  "g[0] = load(at + 4); p[0] = 1;"),
            "counts, 1 sums");
  // How far it has moved is none.
  EXPECT_EQ(known("g[0] = " CVTA "(&s[i]) - " CVTA "(s);"), "counts, 0 sums");
}

TEST(NumberSums, MayNotBeMore) {
  EXPECT_EQ(known("unsigned at = " CVTA "(s); g[0] = load(at ^ 4);"), "");
  EXPECT_EQ(known("unsigned at = " CVTA "(s); g[0] = at + 4;"), "");
  EXPECT_EQ(known("unsigned at = " CVTA "(s); g[0] = load(4 - at);"), "");
  EXPECT_EQ(known("unsigned at = " CVTA "(s), b = at; g[0] = load(at + b);"),
            "");
  EXPECT_EQ(known("int at = " CVTA "(s); g[0] = load(at + 4);"), "");
  EXPECT_EQ(known("g[0] = behind(" CVTA "(s));"), "");
  EXPECT_EQ(known("unsigned at = i ? " CVTA "(s) : " CVTA "(t); "
                  "g[0] = load(at + 4);"),
            "");
  // Nor may some of it be written with the array already.
  EXPECT_EQ(known("unsigned at = " CVTA "(s); "
                  "g[0] = load(i ? at + 4 : (unsigned)" CVTA "(&s[i]));"),
            "element, 4 bytes");
}

TEST(NumberSums, HaveNoOtherNumbers) {
  const char *Before = "__device__ inline unsigned toNumber(const void *p) {\n"
                       "  return (unsigned)" CVTA "(p);\n}\n"
                       "struct P { unsigned x, y; };";
  for (const char *Body : {
           "unsigned at = i ? (unsigned)" CVTA "(s) : toNumber(t);",
           "unsigned at = " CVTA "(s); g[1] = load(at + 4); at = toNumber(t);",
           "unsigned at = " CVTA "(s); g[1] = load(at + 4); asm(\"{ .reg .u64 "
           "x; cvta.to.shared.u64 x, %1; cvt.u32.u64 %0, x; }\" : \"=r\"(at) : "
           "\"l\"(t));",
           "__shared__ P p; unsigned at = " CVTA "(s); g[1] = load(at + 4); "
           "at = " CVTA "(&p);",
           "unsigned at = " CVTA "(s); g[1] = load(at + 4); at = g[3];",
           "unsigned at = " CVTA "(s) + (toNumber(t) - " CVTA "(s));",
       })
    EXPECT_FALSE(llvm::StringRef(
                     known(Body + std::string("g[0] = load(at + 8);"), Before))
                     .starts_with("counts"))
        << Body;
}

TEST(NumberSums, AreOfWholeElements) {
  EXPECT_EQ(known("unsigned at = " CVTA
                  "(s), v; asm(\"ld.shared.u8 %0, [%1];\" "
                  ": \"=r\"(v) : \"r\"(at + i)); g[0] = v;"),
            "");
  EXPECT_EQ(known("__shared__ double d[256]; unsigned at = " CVTA "(d); "
                  "g[0] = load(at + 8 * i + 4);"),
            "");
}

TEST(AssemblyOperands, AreNamedByNumberAndName) {
  Followed T("__global__ void k(unsigned *g, unsigned a, unsigned b) {\n"
             "  asm(\"add.u32 %0, %1, %[two]; add.u32 %0, %0, %[two];\" : "
             "\"=r\"(g[0]) : \"r\"(a), [two] \"r\"(b));\n}");
  const clang::GCCAsmStmt *S = nullptr;
  walk(T.find<clang::FunctionDecl>("k")->getBody(), [&](const clang::Stmt *X) {
    if (auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(X))
      S = A;
    return true;
  });
  ASSERT_TRUE(S);
  AssemblyOperands Of(*S);
  EXPECT_EQ(Of.count(), 3u);
  EXPECT_EQ(Of.number("two"), 2u);
  EXPECT_EQ(Of.number("3"), std::nullopt);
  EXPECT_EQ(Of.input("0"), nullptr);
  EXPECT_EQ(Of.input("two"), S->getInputExpr(1));
  EXPECT_EQ(Of.uses(1, T.Of.Context), 1u);
  EXPECT_EQ(Of.uses(2, T.Of.Context), 2u);
}

} // namespace
