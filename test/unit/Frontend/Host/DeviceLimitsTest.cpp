//===- DeviceLimitsTest.cpp - Tests for DeviceLimits.h --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DeviceLimits.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

bool isLimit(llvm::StringRef Host, llvm::StringRef Size) {
  return DeviceLimits({Host}).areIn(Size);
}

const std::string Ask =
    "cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlock, 0);";

TEST(DeviceLimits, FollowsWhatIsSet) {
  auto After = [](llvm::StringRef More) {
    return "void f() { int most, n; " + Ask + More.str() + " }";
  };
  EXPECT_TRUE(isLimit(After(""), "most"));
  EXPECT_TRUE(isLimit(After("n = most / 4;"), "n * sizeof(float)"));
  EXPECT_TRUE(isLimit(After("n += most;"), "n"));
  EXPECT_TRUE(isLimit(After("const size_t bytes(most - 1024);"), "bytes"));
  EXPECT_TRUE(isLimit(After("const size_t bytes{most};"), "bytes"));
  EXPECT_TRUE(isLimit(After("s.bytes[0] = most;"), "s.bytes[i]"));
  EXPECT_TRUE(isLimit(After("copy(most, &n);"), "n"));
  EXPECT_TRUE(isLimit(After("for (int i = most; i; --i) run(i);"), "i"));
  EXPECT_FALSE(isLimit(After(""), "n * sizeof(float)"));
  EXPECT_FALSE(isLimit(After("if (n > most) return;"), "n"));
  EXPECT_FALSE(isLimit(After("if (n > most) { n = 4; }"), "n"));
  EXPECT_FALSE(isLimit(After("printf(\"%d\", most); n = 4;"), "n"));
  EXPECT_FALSE(isLimit(After("n = 4; run(n, most);"), "n"));
}

TEST(DeviceLimits, KnowsQueries) {
  EXPECT_TRUE(isLimit("size_t n = p.sharedMemPerBlock;", "n"));
  EXPECT_TRUE(isLimit("size_t n = p->sharedMemPerBlockOptin;", "n"));
  EXPECT_TRUE(isLimit("", "p.sharedMemPerBlock"));
  EXPECT_TRUE(
      isLimit("clGetDeviceInfo(d, CL_DEVICE_LOCAL_MEM_SIZE, 8, &n, 0);", "n"));
  const std::string Told =
      "status = clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, 8, &n, NULL); "
      "ask(id, &work); other(NULL, &work); k = clCreateKernel(p, s, &status);"
      "clSetKernelArg(k, 0, n, &more);";
  EXPECT_TRUE(isLimit(Told, "n"));
  EXPECT_FALSE(isLimit(Told, "status"));
  EXPECT_FALSE(isLimit(Told, "k"));
  EXPECT_FALSE(isLimit(Told, "more"));
  // A program may have names like the library's.
  EXPECT_TRUE(isLimit("#define clMIN(a, b) ((a) < (b) ? (a) : (b))\n"
                      "n = clMIN(d.sharedMemPerBlock, 65536);",
                      "n"));
  EXPECT_TRUE(isLimit("int cuAttr(int); n = cuAttr("
                      "cudaDevAttrMaxSharedMemoryPerBlock);",
                      "n"));
  EXPECT_TRUE(isLimit("cudaMemcpy(&n, &d.sharedMemPerBlock, 8, how);", "n"));
  EXPECT_TRUE(isLimit("int which = CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK;"
                      "error = cuDeviceGetAttribute(&n, which, 0);",
                      "n"));
  EXPECT_TRUE(isLimit("int cuMost(int n) { return n; } "
                      "int f() { n = cuMost(p.sharedMemPerBlock); }",
                      "n"));
  EXPECT_FALSE(isLimit(Told, "id"));
  EXPECT_FALSE(isLimit(Told, "work"));
  EXPECT_TRUE(
      isLimit("cuOccupancyAvailableDynamicSMemPerBlock(&n, k, 2, b);", "n"));
  EXPECT_FALSE(
      isLimit("cuOccupancyAvailableDynamicSMemPerBlock(&n, k, 2, b);", "b"));
  EXPECT_TRUE(isLimit("n = d.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();", "n"));
  EXPECT_TRUE(isLimit(
      "get(info, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);",
      "info"));
  // A variable of the program's own.
  EXPECT_FALSE(
      isLimit("size_t sharedMemPerBlock = 4 * n;", "sharedMemPerBlock"));
}

TEST(DeviceLimits, GoesIntoFunctionsAndMacros) {
  EXPECT_TRUE(isLimit("int most(int d) { int v; "
                      "cudaDeviceGetAttribute(&v, "
                      "cudaDevAttrMaxSharedMemoryPerBlock, d); return v; }",
                      "most(0)"));
  EXPECT_TRUE(isLimit("void run(float *p, int bytes = 0) { } "
                      "void f() { run(p, d.sharedMemPerBlock); }",
                      "bytes"));
  EXPECT_FALSE(isLimit("void run(float *p, int bytes = 0) { } "
                       "void f() { run(p, d.sharedMemPerBlock); }",
                       "p"));
  EXPECT_TRUE(isLimit("#define MOST (d.sharedMemPerBlock)\n", "MOST"));
  EXPECT_TRUE(isLimit("struct Gpu { Gpu(int d) : id(d), bytes(most(d)) {} };"
                      "int most(int d) { return of(d).sharedMemPerBlock; }",
                      "gpu.bytes"));
}

} // namespace
