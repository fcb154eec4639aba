//===- OpenCLHostTest.cpp - What is read from host programs ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/OpenCLHost.h"
#include "../../../lib/Frontend/HostTokens.h"
#include "../../../lib/Frontend/LaunchTokens.h"
#include "../../../lib/Frontend/Surroundings.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Block = std::optional<std::array<unsigned, 3>>;

HostKernel kernel(const std::string &Body) {
  OpenCLHost H =
      readOpenCLHost("cl_kernel k = clCreateKernel(p, \"k\", &e);\n" + Body);
  return H.Kernels["k"];
}

Block block(const std::string &Before, const std::string &Dimensions,
            const std::string &Local) {
  HostKernel K = kernel(Before + "\nclEnqueueNDRangeKernel(q, k, " +
                        Dimensions + ", NULL, g, " + Local + ", 0, 0, 0);");
  return K.Blocks.size() == 1 ? K.Blocks[0] : std::nullopt;
}

Block of(unsigned X, unsigned Y = 1, unsigned Z = 1) {
  return std::array<unsigned, 3>{X, Y, Z};
}

TEST(OpenCLHost, LocalSizes) {
  EXPECT_EQ(block("size_t l[] = {16, 8};", "2", "l"), of(16, 8));
  EXPECT_EQ(block("size_t l[3]; l[0] = 4; l[1] = 2; l[2] = 2;", "3", "l"),
            of(4, 2, 2));
  EXPECT_EQ(block("#define N 64\nsize_t l = N * 2;", "1", "&l"), of(128));
  EXPECT_EQ(
      block("const int n = 1 << 5;\nsize_t l[1] = {(size_t)n};", "1", "l"),
      of(32));
  EXPECT_EQ(block("size_t l[1] = {sizeof(cl_float4) * 2};", "1", "l"), of(32));
}

TEST(OpenCLHost, Conditionals) {
  EXPECT_EQ(block("#ifdef A\n#define N 8\n#elif defined(B)\n#define N 4\n"
                  "#else\n#define N 16\n#endif\nsize_t l = N;",
                  "1", "&l"),
            of(16));
  EXPECT_EQ(block("#define A\n#ifdef A\n#define N 8\n#else\n#define N 16\n"
                  "#endif\nsize_t l = N;",
                  "1", "&l"),
            of(8));
  EXPECT_EQ(block("#if X > 3\n#define N 8\n#else\n#define N 16\n#endif\n"
                  "size_t l = N;",
                  "1", "&l"),
            std::nullopt);
  EXPECT_EQ(block("size_t l = 8;\n#if 0\nl = 16;\n#endif", "1", "&l"), of(8));
}

TEST(OpenCLHost, DoesNotGuess) {
  EXPECT_EQ(block("", "1", "NULL"), std::nullopt);
  EXPECT_EQ(block("size_t l = n;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; l = 32;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; l /= 2;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; scanf(\"%zu\", &l);", "1", "&l"),
            std::nullopt);
  EXPECT_EQ(block("void f(size_t l) {} size_t l = 64;", "1", "&l"),
            std::nullopt);
  EXPECT_EQ(
      block("#define N 64\n#undef N\n#define N 32\nsize_t l = N;", "1", "&l"),
      std::nullopt);
  EXPECT_EQ(block("size_t l[2] = {8, 8};", "d", "l"), std::nullopt);
}

TEST(OpenCLHost, LocalArguments) {
  HostKernel K =
      kernel("clSetKernelArg(k, 0, sizeof(cl_mem), &m);\n"
             "clSetKernelArg(k, 1, 4 * 64, NULL);\n"
             "clSetKernelArg(k, 2, n, NULL);\n"
             "clSetKernelArg(k, 3, 8, 0); clSetKernelArg(k, 3, 9, 0);");
  EXPECT_EQ(K.LocalBytes.size(), 3u);
  EXPECT_EQ(K.LocalBytes[1], 256u);
  EXPECT_EQ(K.LocalBytes[2], std::nullopt);
  EXPECT_EQ(K.LocalBytes[3], std::nullopt);
}

TEST(OpenCLHost, Defines) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(readOpenCLHost("f(\"-DA=1 -O -D B\");").Defines,
            (Names{"A=1", "B"}));
  EXPECT_EQ(
      readOpenCLHost("#define N 8\n"
                     "sprintf(s, \"-DA=%d -DB=%d -DC=%lu\", N, x, N * 2);")
          .Defines,
      (Names{"A=8", "C=16"}));
  EXPECT_EQ(readOpenCLHost("s = \"-DA=1\\\n  -DB=2\";").Defines,
            (Names{"A=1", "B=2"}));
  EXPECT_EQ(readOpenCLHost("s = \"-DA=\" + n;").Defines, Names());
}

TEST(LaunchTokens, JoinsBlanks) {
  EXPECT_EQ(joinLaunchTokens("k << < 1, n >> > (x);"), "k <<<  1, n  >>> (x);");
  EXPECT_EQ(joinLaunchTokens("k<<<1, n>>>(x); a << b >> c;"),
            "k<<<1, n>>>(x); a << b >> c;");
  EXPECT_EQ(joinLaunchTokens("x < < <"), "x < < <");
  EXPECT_EQ(joinLaunchTokens("A<B<C<int> > > x;"), "A<B<C<int> > > x;");
}

TEST(HostTokens, StrayBrackets) {
  EXPECT_FALSE(hasStrayBracket("void f(int a[2]) { g(\"(\"); } // (\n"));
  EXPECT_TRUE(hasStrayBracket("void f( {\n}\n"));
  EXPECT_TRUE(hasStrayBracket("void f() { a[(1]); }\n"));
  EXPECT_TRUE(hasStrayBracket("void f() {}}\n"));
  EXPECT_FALSE(hasStrayBracket("#ifdef A\nvoid f() {\n#else\nvoid g() {\n"
                               "#endif\n}\n"));
}

TEST(Surroundings, SplitsAtTheInclude) {
  auto S = splitAtInclude(
      "int a;\n#ifdef X\n#include \"d/k.cu\"\nint b;\n#endif\n", "k.cu");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Before, "int a;\n#ifdef X\n#endif\n");
  EXPECT_EQ(S->After, "#if 1\n\n\nint b;\n#endif\n");
  EXPECT_EQ(S->Directive, "d/k.cu");
  EXPECT_FALSE(splitAtInclude("#include \"other.cu\"\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("// #include \"k.cu\"\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("/*\n#include \"k.cu\"\n*/\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("namespace n {\n#include \"k.cu\"\n}\n", "k.cu"));
  EXPECT_FALSE(
      splitAtInclude("#include \"k.cu\"\n#include \"k.cu\"\n", "k.cu"));
}

/// The sizes of `__local` arguments: what of them is edited, and their values.
std::vector<std::pair<std::string, std::string>>
sizes(const std::string &Body, bool *Incomplete = nullptr) {
  ExprPool Pool;
  HostSource Source{"host.c",
                    "#include <CL/cl.h>\n" +
                        ("cl_kernel k = clCreateKernel(p, \"k\", &e);\n" + Body),
                    "#define HEADER 3\n"};
  OpenCLHost H = readOpenCLHost(Source, Pool);
  EXPECT_EQ(H.Map.MacroOffset, 19u);
  std::vector<std::pair<std::string, std::string>> Out;
  for (const HostArgument &A : H.Arguments) {
    FileRange R{A.Factors.front().Range.Begin, A.Factors.back().Range.End};
    Out.push_back({Source.Text.substr(R.Begin, R.End - R.Begin),
                   toString(*A.Bytes)});
  }
  if (Incomplete)
    *Incomplete = H.Incomplete;
  return Out;
}

TEST(OpenCLHost, LocalArgumentSizes) {
  using Sizes = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(sizes("clSetKernelArg(k, 1, 4 * sizeof(cl_float), NULL);"),
            (Sizes{{"4 * sizeof(cl_float)", "16"}}));
  EXPECT_EQ(sizes("clSetKernelArg(k, 1, n * HEADER, 0);"),
            (Sizes{{"n * HEADER", "(<host n> * 3)"}}));
  EXPECT_EQ(sizes("#define PAD(i) ((i) + ((i) >> 5))\n"
                  "clSetKernelArg(k, 1, PAD(n), NULL);"),
            (Sizes{{"PAD(n)", "(<host n> + (<host n> >> 5))"}}));
  EXPECT_EQ(sizes("#define PAD(i) ((i) + ((i) >> 5))\n"
                  "clSetKernelArg(k, 1, PAD(512) * 4, NULL);"),
            (Sizes{{"PAD(512) * 4", "2112"}}));
  EXPECT_EQ(sizes("clSetKernelArg(k, 1, sizeof(cl_mem), &m);"), Sizes{});
}

TEST(OpenCLHost, SizesThatAreNotFollowed) {
  bool Incomplete = false;
  for (const char *Call : {"clSetKernelArg(other, 1, 64, NULL);",
                           "clSetKernelArg(k, i, 64, NULL);",
                           "clSetKernelArg(k, 1, bytes(), NULL);",
                           "clSetKernelArg(k, 1, n++, NULL);"}) {
    EXPECT_TRUE(sizes(Call, &Incomplete).empty()) << Call;
    EXPECT_TRUE(Incomplete) << Call;
  }
}

} // namespace
