//===- SharedAssemblyTest.cpp - Shared memory in PTX ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/SharedAssembly.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// The only instruction of \p Text in few words: "copy 16 at 0+0, 32 lanes".
std::string only(llvm::StringRef Text) {
  SharedAssembly A = readAssembly(Text);
  if (A.Instructions.size() != 1)
    return std::to_string(A.Instructions.size()) + " instructions";
  const SharedInstruction &I = A.Instructions[0];
  constexpr const char *Names[] = {"load",        "store",        "atomic",
                                   "matrix load", "matrix store", "copy"};
  std::string Out = I.Op ? Names[unsigned(*I.Op)] : "unknown";
  Out += " " + (I.BytesOperand.empty() ? std::to_string(I.Bytes)
                                       : "%" + I.BytesOperand);
  Out += " at " + I.Address + "+" + std::to_string(I.Offset) + ", " +
         std::to_string(I.Lanes) + " lanes";
  if (!I.Predicate.empty())
    Out += std::string(I.IsNegated ? " unless " : " if ") + I.Predicate;
  return Out;
}

TEST(SharedAssembly, Matrices) {
  EXPECT_EQ(only("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
                 "[%4];"),
            "matrix load 16 at 4+0, 32 lanes");
  EXPECT_EQ(only("ldmatrix.sync.aligned.m8n8.x1.trans.shared::cta.b16 {%0}, "
                 "[ %1 + 0x20 ];\n"),
            "matrix load 16 at 1+32, 8 lanes");
  EXPECT_EQ(only("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%[to]], {%1,%2};"),
            "matrix store 16 at to+0, 16 lanes");
  EXPECT_EQ(only("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0,%1}, "
                 "[%2];"),
            "unknown 16 at 2+0, 8 lanes");
}

TEST(SharedAssembly, Copies) {
  EXPECT_EQ(only("cp.async.cg.shared.global [%0], [%1], 16;"),
            "copy 16 at 0+0, 32 lanes");
  EXPECT_EQ(only("cp.async.ca.shared.global.L2::128B [%0], [%1], %2, %3;"),
            "copy %2 at 0+0, 32 lanes");
  EXPECT_EQ(only("cp.async.commit_group;"), "0 instructions");
  EXPECT_EQ(only("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
                 "complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"),
            "unknown 4 at +0, 32 lanes");
}

TEST(SharedAssembly, LoadsAndStores) {
  EXPECT_EQ(only("ld.shared.f32 %0, [%1];"), "load 4 at 1+0, 32 lanes");
  EXPECT_EQ(only("ld.volatile.shared.u8 %0, [%1+3];"),
            "load 1 at 1+3, 32 lanes");
  EXPECT_EQ(only("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"),
            "store 16 at 0+0, 32 lanes");
  EXPECT_EQ(only("ld.global.f32 %0, [%1];"), "0 instructions");
  EXPECT_EQ(only("mbarrier.init.shared::cta.b64 [%0], %1;"),
            "unknown 4 at +0, 32 lanes");
}

TEST(SharedAssembly, Addresses) {
  auto All = [](llvm::StringRef Text) {
    std::string Out;
    for (const SharedInstruction &I : readAssembly(Text).Instructions)
      for (const std::string &A : I.Addresses)
        Out += (A.empty() ? "?" : A) + " ";
    return Out;
  };
  EXPECT_EQ(All("ld.shared.f32 %0, [%1];"), "1 ");
  EXPECT_EQ(All("atom.shared::cta.cas.b32 %0, [ %[at] + 4 ], %1, %2;"), "at ");
  EXPECT_EQ(All("red.shared.add.u32 [64], 1;"), "? ");
  EXPECT_EQ(All("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
                "complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"),
            "0 2 ");
  EXPECT_EQ(All("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 64;"),
            "1 ");
  EXPECT_EQ(All("WAIT:\nmbarrier.try_wait.shared::cta.b64 P, [%0], %1;"), "0 ");
  EXPECT_EQ(All("{.reg .pred p; @p\tst.shared.u32 [%0], 1;}"), "0 ");
  EXPECT_EQ(All("mapa.shared::cluster.u32 %0, %1, %2;"), "1 ");
  EXPECT_EQ(All("cvta.shared.u64 %0, %1;"), "1 ");
  EXPECT_EQ(All("isspacep.shared p, %0;"), "");
  EXPECT_EQ(
      All("{.reg .u64 t; cvta.to.shared.u64 t, %1; ld.shared.u32 %0, [t];}"),
      "1 ");
  EXPECT_EQ(All("ld.global.f32 %0, [%1];"), "");
  EXPECT_EQ(readAssembly("mov.u32 %0, %%dynamic_smem_size;").SizeRegister,
            "%dynamic_smem_size");
  EXPECT_EQ(readAssembly("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                         "{%0}, %1, %2, 1;")
                .ByDescriptor.size(),
            1u);
}

TEST(SharedAssembly, Predicates) {
  constexpr llvm::StringLiteral Copy =
      "cp.async.cg.shared.global [%1], [%2], 16;\n}\n";
  auto With = [&](llvm::StringRef Test, llvm::StringRef Guard) {
    return only("{\n .reg .pred p;\n " + Test.str() + "\n " + Guard.str() +
                Copy.str());
  };
  EXPECT_EQ(With("setp.ne.b32 p, %0, 0;", "@p "),
            "copy 16 at 1+0, 32 lanes if 0");
  EXPECT_EQ(With("setp.ne.b32 p, %0, 0;", "@!p "),
            "copy 16 at 1+0, 32 lanes unless 0");
  EXPECT_EQ(With("setp.eq.u32 p, %0, 0; // a comment; here", "@p "),
            "copy 16 at 1+0, 32 lanes unless 0");
  EXPECT_EQ(With("setp.lt.b32 p, %0, 4;", "@p "),
            "copy 16 at 1+0, 32 lanes if ?");
}

TEST(SharedAssembly, WhatIsAddedToAnAddressIsReadOrUnknown) {
  auto First = [](const char *Text) {
    return readAssembly(Text).Instructions[0];
  };
  EXPECT_EQ(First("ld.shared.u32 %0, [%1 + 8];").Offset, 8);
  EXPECT_EQ(First("ld.shared.u32 %0, [%1+0x10];").Offset, 16);
  EXPECT_TRUE(First("ld.shared.u32 %0, [ %[at] ];").Op);
  for (const char *Text :
       {"ld.shared.u32 %0, [%1 + %2];", "ld.shared.u32 %0, [%1 + 128U];",
        "ld.shared.u32 %0, [%1 + 4*32];", "ld.shared.u32 %0, [%1 + (64+64)];",
        "ld.shared.u32 %0, [%1 + %2 + 4];"})
    EXPECT_FALSE(First(Text).Op) << Text;
}

TEST(SharedAssembly, AddressesBecomeNumbers) {
  SharedAssembly A = readAssembly("{ .reg .u64 t; cvta.to.shared.u64 t, %1; "
                                  "cvt.u32.u64 %0, t; }");
  ASSERT_TRUE(A.Converted);
  EXPECT_EQ(A.Converted->To, "0");
  EXPECT_EQ(A.Converted->From, "1");
  EXPECT_FALSE(A.DoesMore);
  EXPECT_FALSE(readAssembly("cvt.u32.u64 %0, %1;").Converted);
  for (const char *More :
       {"cvta.to.shared.u64 t, %1; add.u64 t, t, 16; cvt.u32.u64 %0, t;",
        "cvta.to.shared.u64 t, %1; st.shared.u32 [t+4], 0; cvt.u32.u64 %0, t;",
        "@p cvta.to.shared.u64 %0, %1;"}) {
    SharedAssembly B = readAssembly(More);
    EXPECT_TRUE(B.Converted && B.DoesMore) << More;
  }
}

} // namespace
