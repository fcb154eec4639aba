//===- ArraySizeTest.cpp - How large the host makes an array --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/ArraySize.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

SharedArray array(MemorySpace Space, std::vector<uint64_t> Dims) {
  SharedArray A;
  A.Space = Space;
  A.Dims = std::move(Dims);
  return A;
}

LaunchShape giving(std::optional<uint64_t> Bytes) {
  LaunchShape S;
  S.DynamicBytes = Bytes;
  return S;
}

TEST(ArraySize, OneLaunch) {
  SharedArray A = array(MemorySpace::Dynamic, {0});
  EXPECT_EQ(bytesAt(A, giving(128)), 128u);
  EXPECT_EQ(bytesAt(A, giving(std::nullopt)), std::nullopt);
  EXPECT_EQ(bytesAt(A, giving(3)), std::nullopt); // No element.
  EXPECT_EQ(bytesAt(array(MemorySpace::Static, {8, 4}), giving(0)), 128u);
}

TEST(ArraySize, OfAllLaunchesTheSmallest) {
  SharedArray A = array(MemorySpace::Dynamic, {0});
  EXPECT_EQ(smallestBytes(A, {giving(256), giving(128)}), 128u);
  EXPECT_EQ(smallestBytes(A, {giving(256), giving(std::nullopt)}),
            std::nullopt);
  EXPECT_EQ(smallestBytes(A, {}), std::nullopt);
}

TEST(ArraySize, WholeRows) {
  SharedArray A = array(MemorySpace::Dynamic, {0, 8});
  EXPECT_EQ(withBytes(A, 128).Dims.front(), 4u);
  EXPECT_EQ(withBytes(A, 130).Dims.front(), 0u);
  EXPECT_EQ(withBytes(array(MemorySpace::Dynamic, {0}), 130).Dims.front(), 32u);
}

TEST(ArraySize, OfAnUnknownSizeTheLargest) {
  SharedArray A = array(MemorySpace::Dynamic, {0, 8});
  EXPECT_EQ(largestIn(A, 1000)->Dims.front(), 31u);
  EXPECT_EQ(largestIn(A, 16)->Dims.front(), 0u);
  EXPECT_FALSE(largestIn(A, 0));
  A.Dims.front() = 2; // A launch says so.
  EXPECT_FALSE(largestIn(A, 1000));
  EXPECT_FALSE(largestIn(array(MemorySpace::Static, {0}), 1000));
  EXPECT_FALSE(largestIn(array(MemorySpace::Argument, {}), 1000));
}

} // namespace
