//===- FrontendTest.cpp - What is read from a source ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Frontend.h"
#include <gtest/gtest.h>
#include <map>

using namespace bankfix;

namespace {

class FrontendTest : public testing::Test {
protected:
  ParsedFile parse(llvm::StringRef Text, llvm::StringRef Path = "kernel.cu") {
    ParseOptions O;
    O.Model = findTarget("sm_80");
    O.Headers = HeaderMode::BuiltIn;
    return bankfix::parse(Path, Text, O, Pool);
  }

  /// The kernel's body, lowered from \p Body with `a` a float[32][32] and `s` a
  /// float[256], printed.
  std::string lower(const std::string &Body) {
    ParsedFile F = parse("__global__ void k(float *g, int n, unsigned u) {\n"
                         "  __shared__ float a[32][32], s[256];\n"
                         "  int x = threadIdx.x;\n" +
                         Body + "\n}");
    EXPECT_TRUE(F.Ok) << Body;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    if (!F.Prog.Kernels.empty())
      print(OS, F.Prog.Kernels[0], F.Prog);
    return Text.substr(std::min(Text.size(), Text.find('\n') + 1));
  }

  std::vector<std::array<unsigned, 3>> blocks(const std::string &Host) {
    ParsedFile F = parse("#define N 16\n"
                         "const int M = 8;\n"
                         "__global__ void k(float *g, int n) {\n"
                         "  __shared__ float s[64];\n"
                         "  s[threadIdx.x] = 0;\n}\n" +
                         Host);
    EXPECT_TRUE(F.Ok) << Host;
    std::vector<std::array<unsigned, 3>> Out;
    for (const LaunchShape &S : F.Launches.at(0).Shapes)
      Out.push_back(S.Block);
    Open = F.Launches[0].OthersPossible;
    return Out;
  }

  ExprPool Pool;
  bool Open = false; ///< Other shapes are possible, says the last blocks().
};

using Blocks = std::vector<std::array<unsigned, 3>>;
const std::string X = "  x = i32(threadIdx.x)\n";

TEST_F(FrontendTest, LowersAccesses) {
  EXPECT_EQ(lower("a[x][3] = 1;"), X + "  store a[x][3]\n");
  EXPECT_EQ(lower("g[0] = s[x + n];"), X + "  load s[(x + n)]\n  work store 4 at 0\n");
  EXPECT_EQ(lower("s[x] += 1;"),
            X + "  load s[x]\n  store s[x]\n  work 1 float\n");
  EXPECT_EQ(lower("s[x]++;"),
            X + "  load s[x]\n  store s[x]\n  work 1 float\n");
  EXPECT_EQ(lower("atomicAdd(&s[x & 31], 1.f);"),
            X + "  atomic s[(x & 31)]\n")
      << "memory adds";
  EXPECT_EQ(lower("x[s] = 1;"), X + "  store s[x]\n");
}

TEST_F(FrontendTest, LowersControl) {
  EXPECT_EQ(lower("if (x < 16) s[x] = 0; else return;"),
            X + "  work 1 integer\n  if (x < 16)\n    store s[x]\n  else\n    return\n");
  EXPECT_EQ(lower("for (int i = 0; i < n; i += 2) s[i] = 0;"),
            X + "  i = 0\n  loop while (i < n)\n"
                "    header:\n      work 1 integer\n"
                "    store s[i]\n"
                "    step:\n      i = (i + 2)\n      work 1 integer\n");
  EXPECT_EQ(lower("do { s[x] = 0; } while (--x);"),
            X + "  loop-test-last while (x != 0)\n"
                "    header:\n      x = (x - 1)\n      work 1 integer\n"
                "    store s[x]\n");
  EXPECT_EQ(lower("if (x < 8 && s[x] > 0) g[0] = 1;"),
            X + "  $1 = (x < 8)\n  if $1\n    load s[x]\n"
                "  work 2 integer\n"
                "  if ($1 && <(BinaryOperator:bool >(Implicit"
                "CastExpr:float LValueToRValue@1+0:4)(ImplicitCastExpr:float "
                "IntegralToFloating(IntegerLiteral:int 0)))>)\n"
                "    work store 4 at 0\n")
      << "the second access happens only where the first operand holds";
}

TEST_F(FrontendTest, LowersValues) {
  EXPECT_EQ(lower("s[x > 3 ? x : 0] = 1;"),
            X + "  store s[((x > 3) ? x : 0)]\n  work 2 integer\n");
  EXPECT_EQ(lower("s[min(x, 7)] = 1;"),
            X + "  store s[min(x, 7)]\n  work 1 integer\n");
  EXPECT_EQ(lower("s[(unsigned char)x] = 1;"), X + "  store s[u8(x)]\n");
  EXPECT_EQ(lower("int i = x++; s[i] = 1;"),
            X + "  $1 = x\n  x = ($1 + 1)\n  i = $1\n  work 1 integer\n"
                "  store s[i]\n");
  EXPECT_EQ(lower("s[blockDim.x - 1 - threadIdx.y] = 1;"),
            X + "  store s[((blockDim.x - 1) - threadIdx.y)]\n");
}

TEST_F(FrontendTest, CountsWork) {
  EXPECT_EQ(lower("x += n; g[0] = x * n;"),
            X + "  x = (x + n)\n"
                "  work 2 integer, 1 product, store 4 at 0\n")
      << "and a conversion";
  EXPECT_EQ(lower("g[0] = __shfl_down_sync(~0u, g[1], 1);"),
            X + "  work 1 shuffle, load 4 at 1, store 4 at 0\n");
  EXPECT_EQ(lower("for (int i = 1; i < 64; i <<= 1) s[(x & i) * 3] = 0;"),
            X + "  i = 1\n  loop while (i < 64)\n    store s[((x & i) * 3)]\n"
                "    step:\n      i = (i << 1)\n")
      << "it is unrolled: what it computes is known, or done once";
  EXPECT_EQ(lower("for (int i = 1; i < n; i <<= 1) s[(x & i) * 3] = 0;"),
            X + "  i = 1\n  loop while (i < n)\n"
                "    header:\n      work 1 integer\n"
                "    store s[((x & i) * 3)]\n    work 1 integer, 1 product\n"
                "    step:\n      i = (i << 1)\n      work 1 integer\n");
}

TEST_F(FrontendTest, CountsTiles) {
  auto Words = [&](const std::string &Body) {
    ParsedFile F = parse("template <int N> __device__ float sum(float x) {\n"
                         "  double part[N];\n  return part[0] + x;\n}\n"
                         "__global__ void k(float *g) {\n"
                         "  __shared__ float s[64];\n"
                         "  s[threadIdx.x] = 0;\n" +
                         Body + "\n}");
    EXPECT_TRUE(F.Ok) << Body;
    return F.Prog.Kernels.at(0).TileWords;
  };
  EXPECT_EQ(Words("float x = g[0]; __shared__ int t[8];"), 0u);
  EXPECT_EQ(Words("float x[8][8] = {}; char c[5];"), 66u);
  EXPECT_EQ(Words("g[0] = sum<4>(sum<4>(1)) + sum<2>(2);"), 12u);
  EXPECT_EQ(Words("float x[256];"), 0u) << "no registers hold as many";
}

TEST_F(FrontendTest, FindsLaunches) {
  EXPECT_EQ(blocks("void f() { k<<<1, 64>>>(0, 1); }"), (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocks("void f() { k<<<1, N * 2>>>(0, 1); }"),
            (Blocks{{32, 1, 1}}));
  EXPECT_EQ(blocks("void f() { dim3 b(N, M); k<<<1, b>>>(0, 1); }"),
            (Blocks{{16, 8, 1}}));
  EXPECT_EQ(blocks("void f() { int t = 32; dim3 b(t, t / 4); "
                   "k<<<1, b>>>(0, 1); }"),
            (Blocks{{32, 8, 1}}));
  EXPECT_EQ(blocks("void f() { k<<<1, dim3{4, 4, 4}>>>(0, 1); "
                   "k<<<1, 32>>>(0, 1); k<<<2, 32>>>(0, 1); }"),
            (Blocks{{4, 4, 4}, {32, 1, 1}}));
}

TEST_F(FrontendTest, FollowsHostVariables) {
  EXPECT_EQ(blocks("void f() { int t = 32; t = 64; k<<<1, t>>>(0, 1); }"),
            (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocks("void f() { dim3 b(32); b.y = 4; k<<<1, b>>>(0, 1); }"),
            (Blocks{{32, 4, 1}}));
  EXPECT_EQ(blocks("void f(bool c) { k<<<1, c ? 32 : 64>>>(0, 1); }"),
            (Blocks{{32, 1, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocks("void f(bool c) { int t = 32, u = 2; if (c) { t = 64; "
                   "u = 4; } k<<<1, dim3(t, u)>>>(0, 1); }"),
            (Blocks{{64, 4, 1}, {32, 2, 1}}));
  EXPECT_EQ(blocks("static void g(int t) { k<<<1, t>>>(0, 1); }\n"
                   "void f() { g(32); g(96); }"),
            (Blocks{{32, 1, 1}, {96, 1, 1}}));
  EXPECT_EQ(blocks("void f(int t) { dim3 b(t); switch (t) { case 64: "
                   "k<<<1, b>>>(0, 1); break; default: break; } }"),
            (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocks("void f() { for (int t = 32; t < 200; t *= 2) "
                   "k<<<1, t>>>(0, 1); }"),
            (Blocks{{32, 1, 1}, {64, 1, 1}, {128, 1, 1}}));
  EXPECT_EQ(blocks("void f() { void (*p)(float *, int) = k; "
                   "p<<<1, 32>>>(0, 1); }"),
            (Blocks{{32, 1, 1}}));
  EXPECT_EQ(blocks("template <int B> void g() { k<<<1, B>>>(0, 1); }\n"
                   "void f() { g<48>(); }"),
            (Blocks{{48, 1, 1}}));
  EXPECT_FALSE(Open);
}

TEST_F(FrontendTest, DoesNotGuessLaunches) {
  EXPECT_EQ(blocks("void f(int t) { k<<<1, t>>>(0, 1); }"), Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("void g(int t) { k<<<1, t>>>(0, 1); }\n"
                   "void f() { g(32); }"),
            (Blocks{{32, 1, 1}}));
  EXPECT_TRUE(Open); // Another file may call g.
  // A value that may have changed is likely, and no more.
  EXPECT_EQ(blocks("void g(int &); void f() { int t = 32; g(t); "
                   "k<<<1, t>>>(0, 1); }"),
            Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("int t = 32; void f() { k<<<1, t>>>(0, 1); }"), Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("int t = 32; int main() { k<<<1, t>>>(0, 1); }"),
            (Blocks{{32, 1, 1}}));
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("void f(int n) { int t = 32; while (n--) "
                   "{ k<<<1, t>>>(0, 1); t++; } }"),
            Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("void f(int n) { int t = 32; again: k<<<1, t>>>(0, 1); "
                   "t *= 2; if (n) goto again; }"),
            Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("void f(int n) { int t = 32; auto g = [&] { t = n; }; g(); "
                   "k<<<1, t>>>(0, 1); }"),
            Blocks());
  EXPECT_TRUE(Open);
  EXPECT_EQ(blocks("void (*p)(float *, int) = k;\n"
                   "void f() { k<<<1, 32>>>(0, 1); }"),
            (Blocks{{32, 1, 1}}));
  EXPECT_TRUE(Open);
}

TEST_F(FrontendTest, LaunchArgumentsAreKnownValues) {
  ParsedFile F = parse("__global__ void k(float *g, int n, int m) {\n"
                       "  __shared__ float s[64]; s[n] = m; }\n"
                       "void f(int m) { k<<<1, 32>>>(0, 17, m); }");
  ASSERT_EQ(F.Launches.size(), 1u);
  ASSERT_EQ(F.Launches[0].Shapes.size(), 1u);
  auto Params = F.Launches[0].Shapes[0].Params;
  ASSERT_EQ(Params.size(), 2u);
  EXPECT_EQ(Params[0], 17);
  EXPECT_EQ(Params[1], std::nullopt);
}

TEST_F(FrontendTest, ArraysAndElements) {
  ParsedFile F = parse("__shared__ unsigned char c[4][8][2];\n"
                       "__global__ void k() {\n"
                       "  __shared__ float4 v[16];\n"
                       "  c[0][0][0] = 1; v[1].z = 2; v[2] = v[3];\n}");
  ASSERT_TRUE(F.Ok);
  ASSERT_EQ(F.Prog.Arrays.size(), 2u);
  for (const SharedArray &A : F.Prog.Arrays) {
    EXPECT_TRUE(A.Obstacles.empty()) << A.Obstacles[0].text();
    if (A.Name == "c") {
      EXPECT_EQ(A.Dims, (std::vector<uint64_t>{4, 8, 2}));
    } else {
      EXPECT_EQ(A.ElementBytes, 16u);
      EXPECT_EQ(A.Alignment, 16u);
    }
  }
  const std::vector<Site> &S = F.Prog.Kernels[0].Sites;
  ASSERT_EQ(S.size(), 4u);
  EXPECT_EQ(S[1].Bytes, 4u);  // v[1].z
  EXPECT_EQ(S[2].Bytes, 16u); // Load of v[3].
  EXPECT_EQ(S[2].Op, AccessOp::Load);
  EXPECT_EQ(S[3].Op, AccessOp::Store);
}

/// The site of the kernel, the place in the text and the mark in the
/// fingerprint say of the same access that they are.
TEST_F(FrontendTest, AnAccessHasOneNumber) {
  const std::string Text = "__global__ void k(float *g, int i) {\n"
                           "  __shared__ float s[64], t[64];\n"
                           "  float *p = s;\n"
                           "  s[i] += t[i + 1]; p[i + 2] = t[63 - i];\n"
                           "  g[i] = s[t[i] > 0 ? 1 : 2];\n}";
  ParsedFile F = parse(Text);
  ASSERT_TRUE(F.Ok);
  std::map<unsigned, std::string> Places, Marks;
  for (const AccessSource &A : F.Map.Accesses) {
    FileRange R = A.Subscripts[0];
    Places[A.Number] = "[" + Text.substr(R.Begin, R.End - R.Begin) + "]";
  }
  EXPECT_EQ(Places.size(), 6u);
  for (const DeclFingerprint &D : F.Fingerprint)
    for (const FingerprintAccess &A : D.Accesses)
      Marks[A.Number.value()] = F.Prog.Arrays[A.Array].Name;
  EXPECT_EQ(Marks.size(), 6u);
  for (const Site &S : F.Prog.Kernels[0].Sites) {
    EXPECT_EQ(Places.at(S.Number.value()), S.IndexText);
    EXPECT_EQ(Marks.at(S.Number.value()), F.Prog.Arrays[S.Array].Name);
  }
  EXPECT_EQ(F.Prog.Kernels[0].Sites.size(), 7u); // One is a load and a store.
}

TEST_F(FrontendTest, StructsAreCopiedAsTheirAlignmentAllows) {
  ParsedFile F = parse("struct P { float x, y; };\n"
                       "__global__ void k(float *g) {\n"
                       "  __shared__ P p[16];\n"
                       "  p[1].x = 1; P q = p[2]; g[0] = q.x;\n}");
  ASSERT_TRUE(F.Ok);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, F.Prog.Kernels[0], F.Prog);
  EXPECT_EQ(Text, "kernel k\n  store p[1]\n  load p[2]\n  load p[2] +4\n"
                  "  work store 4 at 0\n");
}

TEST_F(FrontendTest, ReferencesAreNotReads) {
  ParsedFile F = parse("__device__ void swap(float &a, float &b);\n"
                       "__global__ void k() {\n"
                       "  __shared__ float s[16];\n"
                       "  swap(s[1], s[2]);\n}");
  ASSERT_TRUE(F.Ok);
  EXPECT_FALSE(F.Prog.Arrays[0].Obstacles.empty());
  for (const Stmt &S : F.Prog.Kernels[0].Body)
    EXPECT_FALSE(std::get<Access>(S.Node).Reason.empty());
}

TEST_F(FrontendTest, OtherTextHasItsOwnOffsets) {
  // A subscript that reaches over every offset at which the text of predefined
  // macros may have a directive.
  std::string Space(1 << 16, ' ');
  ParsedFile F = parse("__global__ void k(float *g) {\n"
                       "  __shared__ float a[32][32];\n"
                       "  g[0] = a[threadIdx.x][" +
                       Space + "0];\n}");
  ASSERT_EQ(F.Prog.Arrays.size(), 1u);
  EXPECT_TRUE(F.Prog.Arrays[0].Obstacles.empty());
  F = parse("__global__ void k(float *g) {\n"
            "  __shared__ float a[32][32];\n"
            "  g[0] = a[threadIdx.x][\n#define M\n0];\n}");
  ASSERT_EQ(F.Prog.Arrays[0].Obstacles.size(), 1u);
  EXPECT_EQ(F.Prog.Arrays[0].Obstacles[0].Kind, ObstacleKind::DirectiveInside);
}

TEST_F(FrontendTest, LocatesSizesInNamedTypes) {
  const std::string Before = "typedef float Row[32];\n"
                             "using Tile = Row[16];\n",
                    After = "__global__ void k(float *g) {\n"
                            "  __shared__ Tile a;\n"
                            "  __shared__ Row b[16];\n"
                            "  __shared__ float c[16][32];\n"
                            "  a[0][0] = b[0][0] = c[0][0] = g[0];\n}";
  ParsedFile F = parse(Before + After);
  ASSERT_TRUE(F.Ok);
  const auto &Arrays = F.Prog.Arrays;
  auto Size = [&](unsigned Array, unsigned Dim) {
    return F.Map.Arrays[Array].Dims.at(Dim).Range.Begin;
  };
  EXPECT_EQ(Size(0, 1), Before.find("32"));
  EXPECT_EQ(Size(0, 0), Before.find("16"));
  EXPECT_EQ(Size(1, 1), Before.find("32"));
  EXPECT_GT(Size(1, 0), Before.size());
  EXPECT_TRUE(Arrays[0].Group && Arrays[0].Group == Arrays[1].Group);
  EXPECT_FALSE(Arrays[2].Group);
  for (const SharedArray &A : Arrays)
    EXPECT_TRUE(A.Obstacles.empty());
  F = parse(Before + "__device__ Row other;\n" + After);
  for (unsigned I : {0, 1}) {
    ASSERT_EQ(F.Prog.Arrays[I].Obstacles.size(), 1u);
    EXPECT_EQ(F.Prog.Arrays[I].Obstacles[0].Kind,
              ObstacleKind::AliasElsewhere);
    EXPECT_EQ(F.Prog.Arrays[I].Obstacles[0].Place.Line, 3u);
  }
}

TEST_F(FrontendTest, ErrorsHavePlaces) {
  ParsedFile F = parse("__global__ void k() {\n  if (threadIdx.x < 3 { }\n}");
  EXPECT_FALSE(F.Ok);
  ASSERT_FALSE(F.Diagnostics.empty());
  EXPECT_EQ(F.Diagnostics[0].Place.Line, 2u);
  EXPECT_EQ(F.Diagnostics[0].Level, Severity::Error);
}

TEST_F(FrontendTest, ReadsOpenCL) {
  ParsedFile F =
      parse("__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
            "void k(__global int *g) {\n"
            "  __local int s[32];\n"
            "  s[get_local_id(1) * 8 + get_local_id(0)] = 1;\n}",
            "kernel.cl");
  ASSERT_TRUE(F.Ok);
  ASSERT_EQ(F.Launches.size(), 1u);
  EXPECT_EQ(F.Launches[0].Shapes.at(0).Block,
            (std::array<unsigned, 3>{8, 4, 1}));
  EXPECT_EQ(F.Prog.Kernels[0].Sites.size(), 1u);
}

/// The struct of the array's elements is for that alone.
bool owns(ParsedFile F) {
  EXPECT_TRUE(F.Ok);
  return F.Ok && F.Rights.at(0).OwnsStruct &&
         F.Map.Arrays.at(0).Member.has_value();
}

TEST_F(FrontendTest, StructsOfOneArray) {
  auto Owns = [&](const std::string &Struct, const std::string &More,
                  const std::string &Statements) {
    return owns(parse(Struct + ";\n" + More +
                      "\n__global__ void k(float *g) {\n"
                      "  __shared__ S a[64];\n"
                      "  int x = threadIdx.x;\n"
                      "  a[x].u = x;\n" +
                      Statements + "\n}\n"));
  };
  const std::string S = "struct S { int u, v; }";
  EXPECT_TRUE(Owns(S, "", ""));
  EXPECT_TRUE(Owns("struct S { int u; char c; }", "", ""));
  EXPECT_TRUE(Owns("typedef struct { int u, v; } S", "typedef S T;", ""));
  EXPECT_TRUE(Owns(S, "", "const S &r = (a)[1]; g[0] = r.u + x[a].v;"));
  EXPECT_TRUE(Owns(S, "", "S b{1, 2}; b = S{3, 4}; (void)b; S c(b);"));
  EXPECT_TRUE(Owns(S, "__device__ S f(S a) { return a; }", "f(f(S{1, 2}));"));
  EXPECT_FALSE(Owns("struct S { int u, v; __device__ S *next(); }", "", ""));
  EXPECT_FALSE(Owns("struct S { double d; int u, v; }", "", ""));
  EXPECT_FALSE(Owns("struct S { int u, v; } first", "", ""));
  EXPECT_FALSE(Owns(S, "", "S b = a[x];"));
  EXPECT_FALSE(Owns(S, "", "a[x] = a[x + 1];"));
  EXPECT_FALSE(Owns(S, "", "S b; b = a[x];"));
  EXPECT_FALSE(Owns(S, "__device__ void f(S b) {}", "f(a[x]);"));
  EXPECT_FALSE(Owns(S, "__device__ void f(S *b) {}", "f(a);"));
  EXPECT_FALSE(Owns(S, "", "S *p = a;"));
  EXPECT_FALSE(Owns(S, "", "g[0] = (&a[x])->u;"));
  EXPECT_FALSE(Owns(S, "", "for (S &r : a) r.u = 1;"));
  EXPECT_FALSE(Owns(S, "", "g[0] = sizeof(a[0]);"));
  EXPECT_FALSE(Owns(S, "", "g[0] = __is_trivial(S);"));
  EXPECT_FALSE(Owns(S, "", "asm(\"\" :: \"l\"(&a[0]));"));
  EXPECT_FALSE(Owns(S, "", "S b; auto f = [&] { return b.u; };"));
  EXPECT_FALSE(Owns(S,
                    "template <class T> __device__ int f(T b) "
                    "{ return sizeof(b); }",
                    "f(S{1, 2});"));
  EXPECT_FALSE(Owns(S, "struct T : S { int w; };", "T t; t.w = 1;"));
  EXPECT_FALSE(Owns(S, "enum { N = sizeof(S) };", ""));
  EXPECT_FALSE(Owns(S, "", "float z[sizeof(S)];"));
  EXPECT_FALSE(Owns(S, "", "S b; float z[sizeof b];"));
  EXPECT_FALSE(Owns(S, "", "S b; alignas(sizeof(b)) float z;"));
  EXPECT_FALSE(Owns(S, "", "auto n = sizeof a[0].v + sizeof *a;"));
  EXPECT_FALSE(Owns(S, "template <int N = sizeof(S)> struct Sized {};", ""));
  EXPECT_FALSE(
      Owns(S, "__global__ void __launch_bounds__(sizeof(S)) w() {}", ""));
  EXPECT_FALSE(Owns(S, "template <class T> struct Box { T of; };",
                    "Box<S> box; box.of.v = 1;"));
  EXPECT_FALSE(Owns(S, "S *global;", ""));
  EXPECT_FALSE(Owns(S, "", "static __shared__ S b;"));
  EXPECT_FALSE(Owns(S, "__global__ void other(S by_value) {}", ""));
  EXPECT_FALSE(
      Owns(S, "__global__ void o() { __shared__ S b[2]; b[0].u = 1; }", ""));
  EXPECT_FALSE(Owns(S, "S host() { return S{1, 2}; }", ""));
  EXPECT_FALSE(Owns(S, "", "g[0] = ({ S b{1, 2}; b; }).u;"));
  EXPECT_FALSE(
      Owns(S, "using Pointer = int S::*;", "Pointer p = &S::v; a[x].*p = 1;"));
}

} // namespace
