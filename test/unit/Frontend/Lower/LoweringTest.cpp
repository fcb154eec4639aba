//===- LoweringTest.cpp - Lowering is a function of the source ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/Lowering.h"
#include "../Parsed.h"
#include "Lower/LoweredUnit.h"
#include <gtest/gtest.h>
#include <set>

using namespace bankfix;

namespace {

/// What lowering says of uses, besides the kernels.
struct Said {
  explicit Said(const LoweredUnit &U) : Inlined(U.Inlined.size()) {
    for (const auto &[Number, Use] : U.Uses.all()) {
      Understood += Use.IsUnderstood;
      Followed += Use.IsFollowed;
      Taken += Use.IsTaken;
    }
  }
  bool operator==(const Said &) const = default;

  size_t Understood = 0, Followed = 0, Taken = 0, Inlined;
};

std::ostream &operator<<(std::ostream &OS, const Said &T) {
  return OS << "uses " << T.Understood << " understood, " << T.Followed
            << " followed, " << T.Taken << " taken; " << T.Inlined
            << " functions";
}

/// Where accesses end that may be edited.
std::multiset<unsigned> places(const LoweredUnit &U) {
  std::multiset<unsigned> Ends;
  for (const AccessSource &A : U.AccessSources)
    Ends.insert(A.ElementEnd);
  return Ends;
}

size_t obstacles(const LoweredUnit &U) {
  size_t Sum = 0;
  for (const SharedArray &A : U.SharedArrays)
    Sum += A.Obstacles.size();
  return Sum;
}

std::string text(const Kernel &K, const Program &P) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  print(OS, K, P);
  return Out;
}

/// Lowers a kernel with \p Body twice, as if it were two, and compares. Passes
/// before the last one say nothing: each place is said once by each lowering.
void lowerTwice(const std::string &Body, const std::string &Before = "") {
  Parsed<LoweredUnit> T("struct Span { float *at; int n; };\n" + Before +
                        "__global__ void k(float *g, int i, int n) {\n"
                        "  __shared__ float s[256], t[256], a[8][32];\n" +
                        Body + "\n}");
  const std::vector<Kernel> First = lowerKernels(T.Of).Kernels;
  const Said Once(T.Of);
  const std::multiset<unsigned> Places = places(T.Of);
  const size_t Obstacles = obstacles(T.Of);
  Program P;
  P.Arrays = T.Of.SharedArrays;
  ASSERT_EQ(First.size(), 1u) << Body;
  EXPECT_FALSE(First[0].Sites.empty()) << Body;
  for (unsigned End : Places)
    EXPECT_EQ(Places.count(End), 1u) << Body;
  const std::vector<Kernel> Again = lowerKernels(T.Of).Kernels;
  ASSERT_EQ(Again.size(), 1u);
  EXPECT_EQ(text(First[0], P), text(Again[0], P)) << Body;
  EXPECT_EQ(Once, Said(T.Of)) << Body;
  EXPECT_EQ(places(T.Of).size(), 2 * Places.size()) << Body;
  EXPECT_EQ(obstacles(T.Of), 2 * Obstacles) << Body;
}

TEST(Lowering, TwiceIsOnce) {
  lowerTwice("s[i] = t[i] + a[i][0];");
  lowerTwice("float *p = s + i; *p = 1; p[1] += 2; ++*p;");
  lowerTwice("float *p = i ? s : t; p[i] = g[i];");
  lowerTwice("float &r = a[i][0]; r = 1; r += 1;");
  lowerTwice("set(s, i); set(t, n);",
             "__device__ void set(float *p, int i) { p[i] = 1; }\n");
  lowerTwice("auto set = [&](int j) { a[j][0] = 1; }; set(i); set(n);");
}

/// These take several passes: what the first one believed has to be gone.
TEST(Lowering, TwiceIsOnceInLoops) {
  lowerTwice("float *p = s; for (int j = 0; j < n; ++j) { *p = 1; p += 32; }");
  lowerTwice("float *p = s, *q = t; for (int j = 0; j < n; ++j) {\n"
             "  p[i] = q[i]; float *o = p; p = q; q = o; }");
  lowerTwice("float *p = s; while (i < n) { p[i] = 1; if (p[i] > 2) p = t;\n"
             "  i += 32; }");
  lowerTwice("Span v = {s, 0}; for (int j = 0; j < n; ++j) {\n"
             "  v.at[v.n] = 1; v.n += 32; if (j == 3) v.at = t; }");
  lowerTwice("float (*p)[32] = a; for (int j = 0; j < n; ++j, ++p)\n"
             "  (*p)[i] = 1;");
}

TEST(Lowering, TwiceIsOnceForWhatCannotBeFollowed) {
  lowerTwice("take(s); s[i] = 1;", "__device__ void take(float *);\n");
  lowerTwice("s[(int)t[i]] = 1; s[i++] = 2;");
  lowerTwice("(s[i] = 1) += 2; float x = ++s[i];");
}

} // namespace
