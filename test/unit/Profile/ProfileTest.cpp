//===- ProfileTest.cpp - What ncu and rocprof print -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Profile/Profile.h"
#include "Csv.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// A file of test/hardware/h100/nsight.
std::string measured(llvm::StringRef Name) {
  auto Buffer =
      llvm::MemoryBuffer::getFile(BANKFIX_NSIGHT_DIR "/" + Name.str());
  EXPECT_TRUE(bool(Buffer)) << Name.str();
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

Profile read(llvm::StringRef Text) {
  llvm::Expected<Profile> P = readProfile(Text);
  EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
  return P ? std::move(*P) : Profile();
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Profile> P = readProfile(Text);
  return P ? "" : llvm::toString(P.takeError());
}

using Block = std::array<unsigned, 3>;

TEST(Csv, Rows) {
  EXPECT_EQ(csvRow("a,\"b,c\",\"d\"\"e\",") , (CsvRow{"a", "b,c", "d\"e", ""}));
  EXPECT_EQ(csvNumber("1,234,567.5"), 1234567.5);
  EXPECT_EQ(csvNumber("-"), std::nullopt);
  EXPECT_EQ(csvNumber(""), std::nullopt);
}

TEST(Profile, InstructionsOfSharedMemory) {
  auto Bytes = [](llvm::StringRef Text) {
    std::optional<SassAccess> I = sassAccess(Text);
    return I ? I->Bytes : 0;
  };
  EXPECT_EQ(Bytes("  LDS R5, [R0+UR4] "), 4u);
  EXPECT_EQ(Bytes("@!P1 LDS.64 R4, [R2]"), 8u);
  EXPECT_EQ(Bytes("@P0 STS.U8 [R2], R4"), 1u);
  EXPECT_EQ(Bytes("LDS.U.128 R4, [R8]"), 16u);
  EXPECT_EQ(Bytes("LDG.E R5, [R2.64]"), 0u);
  EXPECT_EQ(Bytes("LDSX R1"), 0u);
  EXPECT_EQ(Bytes("@P0"), 0u);
  EXPECT_EQ(sassAccess("LDSM.16.M88.4 R4, [R2]")->Op, AccessOp::LoadMatrix);
  EXPECT_EQ(sassAccess("ATOMS.ADD RZ, [R0], R1")->Op, AccessOp::Atomic);
}

TEST(Profile, KernelNames) {
  EXPECT_EQ(plainKernelName("column(int *, int)"), "column");
  EXPECT_EQ(plainKernelName("void f<(int)32, float (*)(int)>(T1 *)"), "f");
  EXPECT_EQ(plainKernelName("void a::b<int>::g(int)"), "g");
  EXPECT_EQ(plainKernelName("transpose.kd"), "transpose");
}

TEST(Profile, RealRawPage) {
  Profile P = read(measured("transpose-raw.csv"));
  ASSERT_EQ(P.Kernels.size(), 1u);
  const MeasuredKernel &K = P.Kernels.front();
  EXPECT_EQ(K.Name, "transpose");
  EXPECT_EQ(K.main()->Block, (Block{32, 8, 1}));
  EXPECT_EQ(K.blocks(), 1024u);
  EXPECT_EQ(K.nanoseconds(), 9472);
  EXPECT_EQ(read(measured("kernels-raw.csv")).Kernels.size(), 12u);
}

TEST(Profile, RealSourcePage) {
  Profile P = read(measured("transpose-source.csv"));
  ASSERT_EQ(P.Lines.size(), 2u);
  EXPECT_EQ(P.files(), std::vector<std::string>{"transpose.cu"});
  const MeasuredLine &Load = P.Lines.back();
  EXPECT_EQ(Load.Line, 26u);
  EXPECT_EQ(Load.Op, AccessOp::Load);
  EXPECT_EQ(Load.Text, "out[(y + j) * width + x] = "
                       "tile[threadIdx.x][threadIdx.y + j];");
  EXPECT_EQ(Load.Executed, 32768u);
  EXPECT_EQ(Load.Wavefronts, 1048576u);
  EXPECT_EQ(Load.degree(), 32);
  EXPECT_EQ(P.find("transpose")->Pages, 1u);
}

TEST(Profile, PagesAfterOneAnother) {
  Profile P = read("what a program prints, with commas, in it\n" +
                   measured("transpose-raw.csv") + "\n" +
                   measured("transpose-source.csv"));
  ASSERT_EQ(P.Kernels.size(), 1u);
  EXPECT_EQ(P.Kernels.front().launches(), P.Kernels.front().Pages);
  EXPECT_EQ(P.Lines.size(), 2u);
}

TEST(Profile, LaunchesOfSeveralShapes) {
  Profile P = read("\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\","
                   "\"gpu__time_duration.sum\"\n"
                   "\"\",\"\",\"\",\"\",\"us\"\n"
                   "\"0\",\"a(int)\",\"(64, 1, 1)\",\"(2, 1, 1)\",\"1.5\"\n"
                   "\"1\",\"a(int)\",\"(32, 2, 1)\",\"(4, 1, 1)\",\"2.5\"\n"
                   "\"2\",\"a(int)\",\"(64, 1, 1)\",\"(3, 1, 1)\",\"0.5\"\n");
  const MeasuredKernel &A = *P.find("a");
  EXPECT_EQ(A.Shapes.size(), 2u);
  EXPECT_EQ(A.launches(), 3u);
  EXPECT_EQ(A.blocks(), 9u);
  EXPECT_EQ(A.nanoseconds(), 4500);
  EXPECT_EQ(A.main()->Block, (Block{32, 2, 1}));
}

TEST(Profile, Details) {
  Profile P = read(
      "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\","
      "\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"7\",\"k(int)\",\"(32, 8, 1)\",\"(2, 2, 1)\",\"Duration\",\"us\","
      "\"9.47\"\n"
      "\"0\",\"7\",\"k(int)\",\"(32, 8, 1)\",\"(2, 2, 1)\",\"Registers\",\"\","
      "\"32\"\n");
  EXPECT_EQ(P.find("k")->launches(), 1u);
  EXPECT_EQ(P.find("k")->blocks(), 4u);
  EXPECT_DOUBLE_EQ(P.find("k")->nanoseconds(), 9470);
}

// As ncu 2025.3 prints it, with --set full: what no rule speaks of ends early.
TEST(Profile, RealDetailsPage) {
  const std::string Launch =
      "\"0\",\"781\",\"transpose\",\"127.0.0.1\",\"transpose(float *, const "
      "float *, int)\",\"1\",\"7\",\"(32, 8, 1)\",\"(32, 32, 1)\",\"0\","
      "\"9.0\",\"GPU Speed Of Light Throughput\",";
  const std::string Titles =
      "==PROF== Disconnected from process 781\n"
      "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\","
      "\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\","
      "\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\","
      "\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup "
      "Type\",\"Estimated Speedup\"\n";
  const std::string Duration = Launch + "\"Duration\",\"ns\",\"9,440\",\n";
  const std::string Rule =
      Launch + "\"\",\"\",\"\",\"SOLBottleneck\",\"OPT\",\"text, with a "
               "comma\",\"\",\"\"\n";
  for (const std::string &Rows : {Duration, Duration + Rule, Rule + Duration}) {
    Profile P = read(Titles + "0 elements differ, of\n" + Rows);
    ASSERT_TRUE(P.find("transpose"));
    EXPECT_EQ(P.find("transpose")->launches(), 1u);
    EXPECT_EQ(P.find("transpose")->blocks(), 1024u);
    EXPECT_DOUBLE_EQ(P.find("transpose")->nanoseconds(), 9440);
  }
}

TEST(Profile, Rocprof) {
  Profile Stats = read("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\","
                       "\"Percentage\"\n"
                       "\"sort(unsigned*) [clone .kd]\",3,6000,2000,100\n");
  EXPECT_EQ(Stats.find("sort")->launches(), 3u);
  EXPECT_EQ(Stats.nanoseconds(), 6000);
  EXPECT_EQ(Stats.find("sort")->main(), nullptr);
  Profile Trace = read("\"Kind\",\"Kernel_Name\",\"Start_Timestamp\","
                       "\"End_Timestamp\",\"Workgroup_Size_X\","
                       "\"Workgroup_Size_Y\",\"Workgroup_Size_Z\"\n"
                       "\"KERNEL_DISPATCH\",\"k\",100,350,64,4,1\n");
  EXPECT_EQ(Trace.nanoseconds(), 250);
  EXPECT_EQ(Trace.find("k")->main()->Block, (Block{64, 4, 1}));
  Profile First = read("\"Index\",\"KernelName\",\"BeginNs\",\"EndNs\"\n"
                       "0,\"k.kd\",10,30\n");
  EXPECT_EQ(First.find("k")->nanoseconds(), 20);
}

TEST(Profile, WhatIsNoProfile) {
  EXPECT_NE(errorOf("").find("no kernel is in it"), std::string::npos);
  EXPECT_NE(errorOf("a,b\n1,2\n").find("no kernel is in it"),
            std::string::npos);
  EXPECT_NE(errorOf("\"Line No\",\"Source\",\"Instructions Executed\"\n")
                .find("no column 'L1 Wavefronts Shared'"),
            std::string::npos);
}

} // namespace
