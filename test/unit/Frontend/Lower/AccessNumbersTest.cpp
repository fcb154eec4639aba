//===- AccessNumbersTest.cpp - An access is one thing to all rooms
//-----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parsed.h"
#include "Lower/Lowering.h"
#include <gtest/gtest.h>
#include <set>

using namespace bankfix;

namespace {

/// A kernel with \p Body, lowered.
struct Lowered : Parsed<LoweredUnit> {
  explicit Lowered(const std::string &Body)
      : Parsed("__device__ void set(float *a, int i) { a[i] = 1; }\n"
               "__global__ void k(float *g, int i) {\n"
               "  __shared__ float s[256], t[256];\n" +
               Body + "\n}"),
        Kernels(lowerKernels(Of).Kernels) {
    File.Fingerprint = fingerprint(Of);
  }

  std::set<unsigned> ofSites() const {
    std::set<unsigned> Out;
    for (const Site &S : Kernels.at(0).Sites)
      if (S.Number)
        Out.insert(*S.Number);
    return Out;
  }
  std::set<unsigned> ofPlaces() const {
    std::set<unsigned> Out;
    for (const AccessSource &A : Of.AccessSources)
      Out.insert(A.Number);
    return Out;
  }
  std::set<unsigned> ofMarks() const {
    std::set<unsigned> Out;
    for (const DeclFingerprint &D : File.Fingerprint)
      for (const FingerprintAccess &A : D.Accesses)
        if (A.Number)
          Out.insert(*A.Number);
    return Out;
  }

  std::vector<Kernel> Kernels;
};

TEST(AccessNumbers, AreTheSameInSitesPlacesAndMarks) {
  for (const char *Body :
       {"s[i] = t[i + 1];", "s[i] += 1;", "s[t[0] > 0 ? i : 1] = 2;",
        "for (int j = 0; j < 4; ++j) s[i + j] = g[j];"}) {
    Lowered T(Body);
    EXPECT_FALSE(T.ofSites().empty()) << Body;
    EXPECT_EQ(T.ofSites(), T.ofPlaces()) << Body;
    const std::set<unsigned> Marks = T.ofMarks();
    for (unsigned Number : T.ofPlaces())
      EXPECT_TRUE(Marks.count(Number)) << Body;
  }
}

/// One access of the text that loads and stores is two sites.
TEST(AccessNumbers, AreOfTheText) {
  Lowered T("s[i] += 1;");
  EXPECT_EQ(T.Kernels.at(0).Sites.size(), 2u);
  EXPECT_EQ(T.ofSites().size(), 1u);
}

/// A pointer's target has a place where its address is taken, and no site
/// there.
TEST(AccessNumbers, OfAddresses) {
  Lowered T("float *p = &s[i]; *p = 1;");
  EXPECT_TRUE(T.ofSites().empty());
  EXPECT_EQ(T.ofPlaces().size(), 1u);
}

/// In a function that is inlined twice, each access is one of the text.
TEST(AccessNumbers, AreGivenOnceForAllCalls) {
  Lowered T("set(s, i); set(s, i + 1);");
  EXPECT_EQ(T.ofSites().size(), 1u);
  EXPECT_EQ(T.ofPlaces().size(), 1u);
}

} // namespace
