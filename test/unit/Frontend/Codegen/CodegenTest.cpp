//===- CodegenTest.cpp - What the emulator is told of generated code ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Codegen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// The code of one source; the module goes before its context.
struct Emitted {
  explicit Emitted(llvm::StringRef Text, CodeRequest Wanted = CodeSide::Device,
                   llvm::StringRef Path = "kernel.cu") {
    ParseOptions O;
    O.Model = findTarget("sm_80");
    O.Headers = HeaderMode::BuiltIn;
    Code = emitCode(Path, Text, O, Wanted, Context);
  }
  llvm::LLVMContext Context;
  EmittedCode Code;
};

/// The scalars of a value: "i4@0 f4@4 p8@8>f4".
std::string text(llvm::ArrayRef<EmittedField> Fields) {
  std::string Out;
  for (const EmittedField &F : Fields) {
    const char *Kinds[] = {"i", "f", "b", "p", "l", "?"};
    Out += (Out.empty() ? "" : " ") + std::string(F.Signed ? "s" : "") +
           Kinds[unsigned(F.Kind)] + std::to_string(F.Bytes) + "@" +
           std::to_string(F.Offset);
    if (!F.Pointee.empty())
      Out += std::string(F.Writable ? ">" : ">const ") + "(" + text(F.Pointee) +
             ")x" + std::to_string(F.PointeeBytes);
  }
  return Out;
}

/// The scalars of a kernel's parameter of type \p Type.
std::string parameter(const std::string &Type, const std::string &Before = "",
                      llvm::StringRef Path = "kernel.cu") {
  llvm::StringRef Kernel = Path.ends_with(".cl") ? "__kernel" : "__global__";
  Emitted E(Before + Kernel.str() + " void k(" + Type + " p) {}",
            CodeSide::Device, Path);
  if (E.Code.Kernels.size() != 1)
    return E.Code.Diagnostics.empty() ? "no kernel"
                                      : E.Code.Diagnostics[0].Message;
  return text(E.Code.Kernels[0].Params.at(0).Fields);
}

TEST(Codegen, ParametersAreTakenApart) {
  EXPECT_EQ(parameter("int"), "si4@0");
  EXPECT_EQ(parameter("unsigned short"), "i2@0");
  EXPECT_EQ(parameter("double"), "f8@0");
  EXPECT_EQ(parameter("float *"), "p8@0>(f4@0)x4");
  EXPECT_EQ(parameter("const float *"), "p8@0>const (f4@0)x4");
  EXPECT_EQ(parameter("float **"), "p8@0>(p8@0>(f4@0)x4)x8");
  EXPECT_EQ(parameter("F", "typedef void (*F)(int);\n"), "?8@0");
}

TEST(Codegen, StructsKeepTheirHoles) {
  EXPECT_EQ(parameter("S", "struct S { char c; double d; short t[2]; };\n"),
            "si1@0 f8@8 si2@16 si2@18");
  EXPECT_EQ(
      parameter("D", "struct B { int n; }; struct D : B { float *p; };\n"),
      "si4@0 p8@8>(f4@0)x4");
  EXPECT_EQ(parameter("U", "union U { int i; double d; };\n"), "si4@0");
  EXPECT_EQ(parameter("S *", "struct S { char c; int i; };\n"),
            "p8@0>(si1@0 si4@4)x8");
}

TEST(Codegen, OpenCLTellsLocalFromGlobal) {
  EXPECT_EQ(parameter("__local float *", "", "kernel.cl").substr(0, 2), "l8");
  EXPECT_EQ(parameter("__global int *", "", "kernel.cl"), "p8@0>(si4@0)x4");
  EXPECT_EQ(parameter("__constant int *", "", "kernel.cl"),
            "p8@0>const (si4@0)x4");
}

TEST(Codegen, KernelsAreThoseThatHaveCode) {
  Emitted E("template <int N> __global__ void t(float *g) { g[N] = 0; }\n"
            "__global__ void declared(float *g);\n"
            "__device__ void helper() {}\n"
            "__global__ void k(float *g) { g[0] = 1; }\n"
            "void host(float *g) { t<4><<<1, 1>>>(g); }\n");
  ASSERT_TRUE(E.Code.Module) << E.Code.Diagnostics.at(0).Message;
  std::vector<std::string> Names;
  for (const EmittedKernel &K : E.Code.Kernels) {
    Names.push_back(K.Name + K.Instance);
    EXPECT_TRUE(E.Code.Module->getFunction(K.Symbol)) << K.Symbol;
  }
  llvm::sort(Names);
  EXPECT_EQ(Names, (std::vector<std::string>{"k", "t<4>"}));
}

/// Where the access at a debug location stands, by the frontend's count.
std::string place(const Emitted &E, unsigned Line, unsigned Column,
                  CodeAccess Kind) {
  auto It = E.Code.Accesses.find({"", Line, Column, Kind});
  if (It == E.Code.Accesses.end())
    return "none";
  const SourceAccess &A = It->second;
  return std::to_string(A.Place.Line) + ":" + std::to_string(A.Place.Column) +
         " align " + std::to_string(A.Align);
}

TEST(Codegen, AccessesStandWhereTheFrontendHasThem) {
  Emitted E("__global__ void k(float *g, int i) {\n"
            "  __shared__ float s[64];\n"
            "  s[i] = g[i];\n"
            "  s[i] += 1;\n"
            "}\n");
  ASSERT_TRUE(E.Code.Module);
  EXPECT_EQ(place(E, 3, 8, CodeAccess::Store), "3:3 align 4");
  EXPECT_EQ(place(E, 3, 10, CodeAccess::Load), "3:10 align 4");
  EXPECT_EQ(place(E, 4, 8, CodeAccess::Load), "4:3 align 4");
  EXPECT_EQ(place(E, 4, 8, CodeAccess::Store), "4:3 align 4");
  EXPECT_EQ(place(E, 2, 3, CodeAccess::Load), "none");
}

TEST(Codegen, PackedElementsPromiseLess) {
  Emitted E("struct __attribute__((packed)) P { char c; double d; };\n"
            "__global__ void k(int i) {\n"
            "  __shared__ P s[64];\n"
            "  s[i].d = 1;\n"
            "}\n");
  ASSERT_TRUE(E.Code.Module);
  EXPECT_EQ(place(E, 4, 10, CodeAccess::Store), "4:3 align 1");
}

TEST(Codegen, SubscriptsAreCheckedWhereThatIsWanted) {
  constexpr llvm::StringLiteral Text =
      "__global__ void k(int i) { __shared__ float s[64]; s[i] = 1; }\n";
  constexpr llvm::StringLiteral Handler = "__ubsan_handle_out_of_bounds";
  Emitted Plain(Text), Checked(Text, {CodeSide::Device, true});
  ASSERT_TRUE(Plain.Code.Module && Checked.Code.Module);
  EXPECT_FALSE(Plain.Code.Module->getFunction(Handler));
  EXPECT_TRUE(Checked.Code.Module->getFunction(Handler));
}

/// What is fused would depend on the layout's own arithmetic.
TEST(Codegen, NothingIsFusedAndNothingOptimised) {
  Emitted E("__global__ void k(float *g, float x) { g[0] = x * x + x; }\n");
  ASSERT_TRUE(E.Code.Module);
  for (const llvm::Function &F : *E.Code.Module) {
    EXPECT_FALSE(F.getName().contains("fmuladd"));
    EXPECT_FALSE(F.hasOptNone()) << F.getName().str();
  }
}

TEST(Codegen, ErrorsLeaveNoModule) {
  Emitted E("__global__ void k() { undeclared = 1; }\n");
  EXPECT_FALSE(E.Code.Module);
  ASSERT_FALSE(E.Code.Diagnostics.empty());
  EXPECT_EQ(E.Code.Diagnostics[0].Place.Line, 1u);
  EXPECT_TRUE(E.Code.Kernels.empty());
}

TEST(Codegen, HostCodeRegistersTheKernelsOfTheDevice) {
  constexpr llvm::StringLiteral Text =
      "__global__ void k(float *g) { g[0] = 1; }\n"
      "int main() { k<<<1, 1>>>(0); }\n";
  Emitted Device(Text), Host(Text, CodeSide::Host);
  ASSERT_TRUE(Device.Code.Module && Host.Code.Module);
  EXPECT_TRUE(Host.Code.Module->getFunction("main"));
  EXPECT_FALSE(Device.Code.Module->getFunction("main"));
  std::string All;
  llvm::raw_string_ostream(All) << *Host.Code.Module;
  EXPECT_NE(All.find(Device.Code.Kernels.at(0).Symbol), std::string::npos);
}

} // namespace
