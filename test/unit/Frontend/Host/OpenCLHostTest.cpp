//===- OpenCLHostTest.cpp - What is read from host programs ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OpenCLHost.h"
#include "Host/HostTokens.h"
#include "Host/OtherPrograms.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Block = std::optional<std::array<unsigned, 3>>;

/// Reads the source of a whole program. What it says in expressions is lost.
OpenCLHost readOpenCLHost(const std::string &Text,
                          const std::string &Path = "host.cpp") {
  ExprPool Pool;
  OpenCLHost Out = readOpenCLHosts(HostSource{Path, Text, ""}, Pool).front();
  Out.Arguments.clear();
  return Out;
}

HostKernel kernel(const std::string &Body, const std::string &Before = "") {
  OpenCLHost H =
      readOpenCLHost(Before +
                         "void run(cl_program p) {\n"
                         "cl_kernel k = clCreateKernel(p, \"k\", &e);\n" +
                         Body + "\n}\n",
                     "host.c");
  if (H.AnyLaunched || H.LaunchedSomehow.size())
    H.Kernels["k"].Blocks.push_back(std::nullopt);
  return H.Kernels["k"];
}

/// The shape of the only launch.
Block block(const std::string &Before, const std::string &Dimensions,
            const std::string &Local, const std::string &Outside = "") {
  HostKernel K = kernel(Before + "\nclEnqueueNDRangeKernel(q, k, " +
                            Dimensions + ", NULL, g, " + Local + ", 0, 0, 0);",
                        Outside);
  return K.Blocks.size() == 1 ? K.Blocks[0] : std::nullopt;
}

Block of(unsigned X, unsigned Y = 1, unsigned Z = 1) {
  return std::array<unsigned, 3>{X, Y, Z};
}

TEST(OpenCLHost, LocalSizes) {
  EXPECT_EQ(block("size_t l[] = {16, 8};", "2", "l"), of(16, 8));
  EXPECT_EQ(block("size_t l[3]; l[0] = 4; l[1] = 2; l[2] = 2;", "3", "l"),
            of(4, 2, 2));
  EXPECT_EQ(block("size_t g[2] = {n, n}, l[2] = {4, 4}, *p = g;", "2", "l"),
            of(4, 4));
  EXPECT_EQ(block("#define N 64\nsize_t l = N * 2;", "1", "&l"), of(128));
  EXPECT_EQ(
      block("const int n = 1 << 5;\nsize_t l[1] = {(size_t)n};", "1", "l"),
      of(32));
  EXPECT_EQ(block("size_t l[1] = {sizeof(cl_float4) * 2};", "1", "l"), of(32));
}

TEST(OpenCLHost, Conditionals) {
  const std::string Either = "#ifdef A\n#define N 8\n#else\n#define N 16\n"
                             "#endif\nsize_t l = N;";
  EXPECT_EQ(block(Either, "1", "&l"), std::nullopt);
  EXPECT_EQ(block("#define A\n" + Either, "1", "&l"), of(8));
  EXPECT_EQ(block("#if X > 3\n#define N 8\n#endif\nsize_t l = N;", "1", "&l"),
            std::nullopt);
  EXPECT_EQ(block("#ifndef N\n#define N 8\n#endif\nsize_t l = N;", "1", "&l"),
            std::nullopt);
  EXPECT_EQ(block("size_t l = 8;\n#if 0\nl = 16;\n#endif", "1", "&l"), of(8));
  EXPECT_EQ(block("size_t l = 8;\n#ifdef A\nl = 16;\n#endif", "1", "&l"),
            std::nullopt);
}

TEST(OpenCLHost, DoesNotGuess) {
  EXPECT_EQ(block("", "1", "NULL"), std::nullopt);
  EXPECT_EQ(block("size_t l = n;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; l = 32;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; l /= 2;", "1", "&l"), std::nullopt);
  EXPECT_EQ(block("size_t l = 64; scanf(\"%zu\", &l);", "1", "&l"),
            std::nullopt);
  EXPECT_EQ(block("", "1", "&l", "size_t l = 64;"), std::nullopt);
  EXPECT_EQ(block("", "1", "&l", "const size_t l = 64;"), of(64));
  EXPECT_EQ(
      block("#define N 64\n#undef N\n#define N 32\nsize_t l = N;", "1", "&l"),
      std::nullopt);
  EXPECT_EQ(block("size_t l[2] = {8, 8};", "d", "l"), std::nullopt);
}

/// What the launch has where \p Body is between the size, 64, and it.
Block blockInCpp(const std::string &Body, const std::string &Outside = "") {
  OpenCLHost H = readOpenCLHost(
      "#include <CL/cl.h>\n#include <iostream>\n#include <algorithm>\n"
      "#include <vector>\n#include <string>\n#include <cstdio>\n" +
      Outside +
      "\nvoid run(cl_command_queue q, cl_program p) {\n"
      "cl_kernel k = clCreateKernel(p, \"k\", 0);\n"
      "size_t l = 64, g = 128;\n" +
      Body + "\nclEnqueueNDRangeKernel(q, k, 1, NULL, &g, &l, 0, 0, 0);\n}\n");
  return H.AnyLaunched || H.Kernels["k"].Blocks.size() != 1
             ? std::nullopt
             : H.Kernels["k"].Blocks[0];
}

TEST(OpenCLHost, References) {
  const std::string Halver = "struct Halver { Halver(size_t &n) { n /= 2; } };",
                    Ref = "using Ref = size_t &;",
                    Tune = "static void tune(size_t &n) { n = 32; }";
  EXPECT_EQ(blockInCpp("size_t &r [[maybe_unused]] = l; r = 32;"), Block());
  EXPECT_EQ(blockInCpp("size_t (&r) = l; r = 32;"), Block());
  EXPECT_EQ(blockInCpp("Ref r = l; r = 32;", Ref), Block());
  EXPECT_EQ(blockInCpp("Ref r{l}; r = 32;", Ref), Block());
  EXPECT_EQ(blockInCpp("decltype(auto) r = (l); r = 32;"), Block());
  EXPECT_EQ(blockInCpp("auto f = [&r = l] { r = 32; }; f();"), Block());
  EXPECT_EQ(blockInCpp("auto f = [&] { l = 32; }; f();"), Block());
  EXPECT_EQ(blockInCpp("const size_t &r = l; const_cast<size_t &>(r) = 32;"),
            Block());
  EXPECT_EQ(blockInCpp("std::reference_wrapper<size_t> r = l; r.get() = 32;"),
            Block());
  EXPECT_EQ(blockInCpp("Halver h = l;", Halver), Block());
  EXPECT_EQ(blockInCpp("Halver h(l);", Halver), Block());
  EXPECT_EQ(blockInCpp("Halver{l};", Halver), Block());
  EXPECT_EQ(blockInCpp("struct Of { size_t &n; } o = {l}; o.n = 32;"), Block());
  EXPECT_EQ(blockInCpp("tune(l);", Tune), Block());
  EXPECT_EQ(blockInCpp("(tune)(l);", Tune), Block());
  EXPECT_EQ(blockInCpp("tune(++l);", Tune), Block());
  EXPECT_EQ(blockInCpp("void (*t[1])(size_t &) = {tune}; t[0](l);", Tune),
            Block());
  EXPECT_EQ(blockInCpp("clTune(l);", "void clTune(size_t &n) { n = 32; }"),
            Block());
  EXPECT_EQ(
      blockInCpp("my_printf(l);", "void my_printf(size_t &n) { n = 32; }"),
      Block());
  EXPECT_EQ(blockInCpp("halve<size_t>(l);",
                       "template <class T> void halve(T &x) { x /= 2; }"),
            Block());
  EXPECT_EQ(blockInCpp("std::cin >> l;"), Block());
  EXPECT_EQ(blockInCpp("l xor_eq 96;"), of(32));
  EXPECT_EQ(blockInCpp("HALVE(l);", "#define HALVE(x) x >>= 1"), of(32));
  EXPECT_EQ(blockInCpp("ASK(l);", "#define ASK(x) std::cin >> x"), Block());
}

TEST(OpenCLHost, ReadsAreNoReferences) {
  for (const std::string &Body : std::vector<std::string>{
           "",
           "size_t m = l;",
           "const size_t m = l * 2;",
           "size_t m; m = l;",
           "printf(\"%zu\", l);",
           "std::printf(\"%zu\", l);",
           "std::cout << l << std::endl;",
           "size_t m = std::min(l, g);",
           "size_t m = std::max<size_t>(l, 16);",
           "std::vector<float> v(l);",
           "std::vector<float> v(l * 2, 0);",
           "if (l > 32) std::cout << l;",
           "for (size_t i = 0; i < l; ++i) std::cout << i;",
           "auto f = [&] { return l * 2; }; f();",
           "auto f = [l] { return l; }; f();",
           "std::string s = std::to_string(l);",
           "double d = l;",
           "(void)l;",
           "unknown_type t; t.n = g / l;",
           "clSetKernelArg(k, 2, sizeof(l), &l);",
           "CHECK(clSetKernelArg(k, 2, sizeof(size_t), &l));",
           "size_t m = ROUND(g, l);"})
    EXPECT_EQ(blockInCpp(Body, "#define CHECK(e) do { cl_int c = (e); if (c) "
                               "throw c; } while (0)\n"
                               "#define ROUND(x, y) (((x) + (y) - 1) / (y))"),
              of(64))
        << Body;
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

/// What a host with \p Body defines, and whether it builds \p Kernel alike.
std::vector<std::string> defines(const std::string &Body) {
  return commonDefines(readOpenCLHost("void f() {" + Body + "}").Builds);
}

bool differs(const std::string &Body, const std::string &Kernel) {
  return mayDiffer(readOpenCLHost("void f() {" + Body + "}").Builds,
                   {"k.cl", Kernel, {}}, {});
}

TEST(OpenCLHost, NoOptionIsAMacroOfAFix) {
  const std::string Unread = "clBuildProgram(p, 0, 0, who_knows, 0, 0);";
  auto Guarded = [](const std::string &Name) {
    return "#ifndef " + Name + "\n#define " + Name + "(i) (i)\n#endif\n";
  };
  EXPECT_TRUE(differs(Unread, Guarded("PAD")));
  EXPECT_FALSE(differs(Unread, Guarded("BANKFIX_PAD32")));
  EXPECT_FALSE(differs(Unread, Guarded("LIB_BANKFIX_PAD32")));
}

TEST(OpenCLHost, Defines) {
  using Names = std::vector<std::string>;
  const std::string Build = "clBuildProgram(p, 0, 0, s, 0, 0);";
  EXPECT_EQ(defines("clBuildProgram(p, 0, 0, \"-DA=1 -O -D B\", 0, 0);"),
            (Names{"A=1", "B=1"}));
  EXPECT_EQ(defines("const int n = 8; char s[9];\n"
                    "sprintf(s, \"-DA=%d -DB=%d -DC=%lu\", n, x, n * 2);" +
                    Build),
            (Names{"A=8", "C=16"}));
  EXPECT_EQ(defines("const char *s = \"-DA=1\\\n  -DB=2\";" + Build),
            (Names{"A=1", "B=2"}));
  EXPECT_EQ(defines("std::string s = \"-DA=1\";"
                    "p.build(devices, s.c_str());"),
            Names{"A=1"});
}

TEST(OpenCLHost, DefinesAsTheProgramPassesThem) {
  using Names = std::vector<std::string>;
  auto Of = [](const std::string &Text) {
    return defines("clBuildProgram(p, 0, 0, " + Text + ", 0, 0);");
  };
  EXPECT_EQ(Of("\"-DA=1\\t-DB=2\\n-DC=3\""), (Names{"A=1", "B=2", "C=3"}));
  EXPECT_EQ(Of("\"-DA=\\x31\\062 -DB=1\\0 -DC=1\""), (Names{"A=12", "B=1"}));
  EXPECT_EQ(Of("R\"(-DA=1 -DB=\\t2)\""), Names{"A=1"});
  EXPECT_EQ(Of("\"-DA=1 -DB=2 -UA -U B\""), Names());
  EXPECT_EQ(Of("\"-DA=1 -UA -DA=2\""), Names{"A=2"});
  EXPECT_TRUE(differs("clBuildProgram(p, 0, 0, \"'-DA=1'\", 0, 0);",
                      "#ifdef A\n#endif\n"));
  const std::string Build = "clBuildProgram(p, 0, 0, s, 0, 0);";
  EXPECT_EQ(defines("char s[9]; snprintf(s, 9, \"-DTILE=%d\", 8);" + Build),
            Names{"TILE=8"});
  EXPECT_EQ(defines("char s[9]; snprintf(s, 8, \"-DTILE=%d\", 8);" + Build),
            Names());
  EXPECT_EQ(
      defines("char s[9]; snprintf(s, sizeof(s), \"-DTILE=%d\", 32);" + Build),
      Names());
  EXPECT_EQ(
      defines("char s[80]; snprintf(s, sizeof s, \"-DT=%d\", 32);" + Build),
      Names{"T=32"});
  EXPECT_EQ(defines("char s[64]; sprintf(s, F, \"-DA=1\", 32);" + Build),
            Names());
  EXPECT_EQ(readOpenCLHost("#define O \"-I//usr -DA=1\" // not read\n"
                           "void f() { clBuildProgram(p, 0, 0, O, 0, 0); }")
                .Builds.front()
                .Defines.count("A"),
            1u);
}

TEST(OpenCLHost, StringsOfTheProgramsOwn) {
  using Names = std::vector<std::string>;
  const std::string Build = "clBuildProgram(p, 0, 0, s.c_str(), 0, 0);";
  EXPECT_EQ(defines("using namespace std; string s = \"-DA=1\";" + Build),
            Names{"A=1"});
  EXPECT_EQ(defines("my::string s = \"-DA=1\";" + Build), Names());
  EXPECT_EQ(defines("struct string { string(const char *); char *c_str(); };"
                    "string s = \"-DA=1\";" +
                    Build),
            Names());
}

TEST(HostTokens, OddSpellings) {
  auto Odd = [](const char *Text) { return HostTokens(Text).Odd; };
  for (const char *Text :
       {"%:define N 32\n", "#if 0\n%:else\n#endif\n", "int a<:2:>;",
        "void f() <% %>", "_Pragma(\"push_macro(\\\"N\\\")\")\n",
        "#define P _Pragma(\"pop_macro(\\\"N\\\")\")\n", "// why ??/\n",
        "#define A 1 /* a */ + /* b\n", "?\?=define N 32\n"})
    EXPECT_NE(Odd(Text), "") << Text;
  for (const char *Text :
       {"int n = a % b; std::vector<::Tile> v;",
        "#if 0\n100 %: why??)\n#endif\n",
        "const char *s = \"%:%d <% ??)\"; int i = a ? b :c;",
        "#pragma unroll\n#define A 1 /* a */\n", "// why?\n"})
    EXPECT_EQ(Odd(Text), "") << Text;
}

TEST(HostTokens, CommentsInMacros) {
  HostTokens T("#define A \"a//b\" // c\n#define B 1 /* two */ + 2\n"
               "// on \\ \n#define C 3\n#define D 1 + \\\r\n 2\n");
  EXPECT_EQ(T.Macros["A"], "\"a//b\"");
  EXPECT_EQ(T.Macros["B"], "1   + 2");
  EXPECT_EQ(T.Macros.count("C"), 0u);
  EXPECT_EQ(HostTokens(T.Macros["D"]).size(), 3u);
}

TEST(OpenCLHost, DefinesThatArePutTogether) {
  using Names = std::vector<std::string>;
  const std::string Build = "p.build(s.c_str());", N = "const int n = 16;\n";
  EXPECT_EQ(defines(N +
                    "std::string s = \"-DA=\" + std::to_string(n) + "
                    "std::string(\" -DB=2\");" +
                    Build),
            (Names{"A=16", "B=2"}));
  EXPECT_EQ(defines(N +
                    "std::string s; s += \"-DA=\";"
                    "s += std::to_string(n * 2) + \" -DB\";" +
                    Build),
            (Names{"A=32", "B=1"}));
  EXPECT_EQ(defines(N + "p.build((\"-DA=\" + std::to_string(n)).c_str());"),
            Names{"A=16"});
  // Numbers that nobody knows are those of their names alone.
  EXPECT_EQ(defines("std::string s = \"-DB=\" + std::to_string(x) + "
                    "\" -DA=2\";" +
                    Build),
            Names{"A=2"});
  for (const std::string &Body : std::vector<std::string>{
           "std::string s = \"-DA=1\"; if (x) s += \" -DA=2\";",
           "std::string s = \"-DA=1\"; { s += \" -DA=2\"; }",
           "std::string s = \"-DA=1\"; for (;;) s += \"0\";",
           "std::string s = \"-DA=1\" + more;",
           "std::string s = \"-DA=1\"; s += more;",
           "std::string s = \"-DA=1\"; s = \"-DA=2\";",
           "std::string s = \"-DA=1\"; change(s);",
           "static std::string s = \"-DA=1\"; s += \"0\";",
           "std::string s = \"-DA=1\", more = \"0\";",
           "std::string s = \"-DA=1\"; { std::string s = \"-DA=2\"; }",
           "std::string s = \"-DA=1\" + std::to_string(n) * 2;",
           "std::string s = \"-DA=1\" + to_string(n);"})
    EXPECT_EQ(defines(Body + Build), Names()) << Body;
  EXPECT_EQ(defines("std::string s = \"-DA=1\";" + Build + "s += \"0\";"),
            Names());
}

TEST(OpenCLHost, DefinesThatAreNotCertain) {
  using Names = std::vector<std::string>;
  const std::string Build = "clBuildProgram(p, 0, 0, s, 0, 0);",
                    Tile = "#ifndef TILE\n#define TILE 16\n#endif\n";
  // No build gets it.
  EXPECT_EQ(defines("puts(\"use -DA=1\");"), Names());
  for (const std::string &Body : std::vector<std::string>{
           "const char *s = \"-DTILE=8\"; if (x) s = \"-DTILE=4\";" + Build,
           "char s[9]; strcpy(s, \"-DTILE=8\");" + Build,
           "char s[9] = \"-DTILE=8\"; strcat(s, more);" + Build,
           "clBuildProgram(p, 0, 0, \"-DTILE=8\", 0, 0);"
           "clBuildProgram(p, 0, 0, \"-DTILE=4\", 0, 0);",
           "std::string s = \"-DTILE=\" + n; p.build(s.c_str());"}) {
    EXPECT_EQ(defines(Body), Names()) << Body;
    EXPECT_TRUE(differs(Body, Tile)) << Body;
    EXPECT_FALSE(differs(Body, "__kernel void k() {}")) << Body;
  }
}

TEST(HostTokens, StrayBrackets) {
  EXPECT_FALSE(hasStrayBracket("void f(int a[2]) { g(\"(\"); } // (\n"));
  EXPECT_TRUE(hasStrayBracket("void f( {\n}\n"));
  EXPECT_TRUE(hasStrayBracket("void f() { a[(1]); }\n"));
  EXPECT_TRUE(hasStrayBracket("void f() {}}\n"));
  EXPECT_FALSE(hasStrayBracket("#ifdef A\nvoid f() {\n#else\nvoid g() {\n"
                               "#endif\n}\n"));
}

/// The sizes of `__local` arguments: what of them is edited, and their values.
std::vector<std::pair<std::string, std::string>>
sizes(const std::string &Body, std::vector<HostUnread> *Unread = nullptr) {
  ExprPool Pool;
  HostSource Source{"host.c",
                    "#include <CL/cl.h>\n"
                    "void f(int n, void *p) {\n"
                    "cl_kernel k = clCreateKernel(p, \"k\", &e);\n" +
                        Body + "\n}\n",
                    "#define HEADER 3\n"};
  OpenCLHost H = readOpenCLHosts(Source, Pool).front();
  EXPECT_EQ(H.Map.MacroInsertion, 19u);
  std::vector<std::pair<std::string, std::string>> Out;
  for (const HostArgument &A : H.Arguments) {
    FileRange R{A.Factors.front().Range.Begin, A.Factors.back().Range.End};
    Out.push_back(
        {Source.Text.substr(R.Begin, R.End - R.Begin), toString(*A.Bytes)});
  }
  if (Unread)
    *Unread = H.Unread;
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

/// The calls of \p Body that are not followed: kernels, index, line.
std::vector<std::string> unread(const std::string &Body) {
  std::vector<std::string> Out;
  for (const HostUnread &U : readOpenCLHost(Body, "host.c").Unread) {
    std::string Text = U.MayBeLocal ? "" : "value ";
    for (const std::string &K : U.Kernels)
      Text += K + " ";
    Text += U.Index ? std::to_string(*U.Index) : "any";
    Out.push_back(Text + " in " + std::to_string(U.Place.Line));
  }
  return Out;
}

using Texts = std::vector<std::string>;

TEST(OpenCLHost, SizesThatAreNotFollowed) {
  for (const char *Call :
       {"clSetKernelArg(other, 1, 64, NULL);",
        "clSetKernelArg(k, i, 64, NULL);",
        "clSetKernelArg(k, 1, bytes(), NULL);", "clSetKernelArg(k, 1, 64, p);",
        "clSetKernelArg(k, 1, n++, NULL);"}) {
    std::vector<HostUnread> Unread;
    EXPECT_TRUE(sizes(Call, &Unread).empty()) << Call;
    EXPECT_EQ(Unread.size(), 1u) << Call;
  }
}

TEST(OpenCLHost, WhatAnUnreadCallConcerns) {
  const std::string K = "cl_kernel a, b; void f() {"
                        "a = clCreateKernel(p, \"a\", 0);\n"
                        "b = clCreateKernel(p, \"b\", 0);\n";
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, 64, NULL);"), Texts{"a any in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, 2, 64, p);"), Texts{"a 2 in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(c, 2, 64, 0);"), Texts{"2 in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, sizeof(cl_mem), p);"),
            Texts{"value a any in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, n, (void *)&m);"),
            Texts{"value a any in 3"});
  // A parameter is not the variable of another function.
  EXPECT_EQ(
      unread(K + "} void g(cl_kernel a) { clSetKernelArg(a, 1, 64, 0); }"),
      Texts{"1 in 3"});
  // A variable for several.
  EXPECT_EQ(unread("void f() { k = clCreateKernel(p, \"a\", 0);\n"
                   "k = clCreateKernel(p, \"b\", 0);\n"
                   "clSetKernelArg(k, i, 64, 0);"),
            Texts{"a b any in 3"});
  EXPECT_EQ(unread(K + "a = b; clSetKernelArg(a, 1, 64, 0);"),
            (Texts{"b any in 3", "1 in 3"}));
  EXPECT_EQ(unread(K + "init(&a); clSetKernelArg(a, 1, 64, 0);"),
            (Texts{"a any in 3", "1 in 3"}));
  // Of two functions, each has its own.
  EXPECT_EQ(unread("void f() { cl_kernel k = clCreateKernel(p, \"a\", 0);\n"
                   "clSetKernelArg(k, 1, 64, 0); }\n"
                   "void g() { cl_kernel k = clCreateKernel(p, \"b\", 0);\n"
                   "clSetKernelArg(k, i, 64, 0); }"),
            Texts{"b any in 4"});
  EXPECT_EQ(
      unread("#define NAME \"a\"\nvoid f() { k = clCreateKernel(p, NAME, 0);\n"
             "clSetKernelArg(k, i, 64, 0);"),
      Texts{"a any in 3"});
}

TEST(OpenCLHost, WrappersThatSetArguments) {
  const std::string F = "void f(cl_kernel k, int i, size_t n, void *p) {\n"
                        "clSetKernelArg(k, i, n, p); }\n";
  EXPECT_EQ(unread(F), Texts{"any in 2"});
  EXPECT_EQ(unread(F + "void g() { f(k, 0, 8, &m); }"),
            Texts{"value any in 2"});
  EXPECT_EQ(unread(F + "void g() { f(k, 0, 8, &m); f(k, 1, 64, NULL); }"),
            Texts{"any in 2"});
  EXPECT_EQ(unread("#define SET(k, i, n) clSetKernelArg(k, i, n, NULL)\n"
                   "SET(k, 1, 64);"),
            Texts{"any in 2"});
  EXPECT_EQ(unread("#define SET(k, i, x) clSetKernelArg(k, i, sizeof(x), &x)\n"
                   "SET(k, 1, m);"),
            Texts{"value any in 2"});
  EXPECT_EQ(unread("k.setArg(1, cl::Local(64));\nk.setArg(0, m);"),
            (Texts{"any in 1", "value any in 2"}));
}

/// What is not read may give argument 1 of kernel "k" its bytes.
bool isLost(const OpenCLHost &H) {
  return llvm::any_of(H.Unread, [](const HostUnread &U) {
    return U.MayBeLocal && U.concerns("k", 1);
  });
}

/// The bytes that argument 1 of kernel "k" gets in C++; "?" where not known.
std::string localBytes(const std::string &Code) {
  OpenCLHost H = readOpenCLHost(Code, "host.cpp");
  auto &Known = H.Kernels["k"].LocalBytes;
  auto It = Known.find(1);
  const bool IsLost = isLost(H);
  return IsLost || It == Known.end() || !It->second
             ? "?"
             : std::to_string(*It->second);
}

TEST(OpenCLHost, MethodsOfKernels) {
  const std::string Set = " k.setArg(1, cl::Local(64 * 4)); }";
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\");" + Set), "256");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\", &e);" + Set), "256");
  EXPECT_EQ(localBytes("void f() { auto k = cl::Kernel(p, \"k\");" + Set),
            "256");
  EXPECT_EQ(localBytes("void f() { Kernel k = Kernel(p, \"k\");"
                       " k.setArg(1, 128, NULL); k.setArg(0, m); }"),
            "128");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\");"
                       " q.enqueueNDRangeKernel(k, a, b, c);" +
                       Set),
            "256");
  // It may be another kernel there.
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\"); g(k);" + Set), "?");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\"); k = g();" + Set),
            "?");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\");"
                       " k.setArgs(m, cl::Local(64));" +
                       Set),
            "?");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, name);" + Set), "?");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\"); }"
                       "void g(cl::Kernel &k) {" +
                       Set),
            "?");
  EXPECT_EQ(localBytes("struct A { A() : k(p, \"b\") {} };"
                       "void f() { k = cl::Kernel(p, \"k\");" +
                       Set),
            "?");
  EXPECT_EQ(localBytes("void f() { cl::Kernel k(p, \"k\");"
                       " a.k.setArg(1, cl::Local(64)); }"),
            "?");
}

TEST(OpenCLHost, CallsThatOtherFlagsBringIn) {
  EXPECT_EQ(unread("#ifdef BIG\nclSetKernelArg(k, 1, 64, 0);\n#endif"),
            Texts{"any in 2"});
  EXPECT_EQ(unread("#if 0\nclSetKernelArg(k, 1, 64, 0);\n#endif"), Texts{});
}

/// The index of the last call of \p Body that gives local memory; -1: unknown.
int lastIndex(const std::string &Body, const std::string &Macros = "") {
  ExprPool Pool;
  HostSource Source{"host.c",
                    Macros +
                        "void f(int n) {\n"
                        "cl_kernel k = clCreateKernel(p, \"k\", &e);\n" +
                        Body + "}",
                    ""};
  OpenCLHost H = readOpenCLHosts(Source, Pool).front();
  for (const HostUnread &U : H.Unread)
    if (U.MayBeLocal)
      return -1;
  return H.Arguments.empty() ? -1 : int(H.Arguments.back().Index);
}

TEST(OpenCLHost, Counters) {
  const std::string Set = "clSetKernelArg(k, a++, sizeof(cl_mem), &m);\n",
                    Last = "clSetKernelArg(k, a++, 64, NULL);\n";
  EXPECT_EQ(lastIndex("int a = 0;" + Last), 0);
  EXPECT_EQ(lastIndex("int e = 0, a = 0;" + Set + "e |= " + Set + Last), 2);
  EXPECT_EQ(lastIndex("int a = 0;" + Set + "clSetKernelArg(k, ++a, 64, 0);"),
            2);
  EXPECT_EQ(lastIndex("int a = 1; clSetKernelArg(k, a, 64, 0); a++;"), 1);
  EXPECT_EQ(lastIndex("int a = 1; a += 2;" + Last), 3);
  EXPECT_EQ(lastIndex("int a = 0; if (clSetKernelArg(k, a++, n, &m) != 0) "
                      "return;\n" +
                      Last),
            1);
  EXPECT_EQ(lastIndex("int a = 0; { " + Set + Last + "}"), 1);
  EXPECT_EQ(lastIndex("int a = 0; if (n) { " + Last + "}"), 0);
  EXPECT_EQ(lastIndex("int a = 5; for (;;) { int a = 2;" + Last + "}"), 2);
  EXPECT_EQ(lastIndex("int a = 0; CHECK(" + Set.substr(0, Set.size() - 2) +
                          ");" + Last,
                      "#define CHECK(x) if ((x) != 0) exit(1)\n"),
            1);
}

TEST(OpenCLHost, CountersThatAreNotFollowed) {
  const std::string Set = "clSetKernelArg(k, a++, sizeof(cl_mem), &m);\n",
                    Last = "clSetKernelArg(k, a++, 64, NULL);\n";
  for (const std::string &Body : std::vector<std::string>{
           "int a = 0; if (n) a++;" + Last,
           "int a = 0; if (n) { " + Set + "} else f();" + Last,
           "int a = 0; for (int i = 0; i < n; ++i) " + Set + Last,
           "int a = 0; for (;;) { " + Last + "}",
           "int a = 0; while (n--) " + Last,
           "int a = 0; do { " + Last + "} while (n);",
           "int a = 0; switch (n) { case 1: " + Set + " case 2: " + Last + "}",
           "int a = 0; again: " + Last + "goto again;",
           "int a = 0; init(&a);" + Last,
           "int a = 0; init(a);" + Last,
           "int a = n;" + Last,
           "int a;" + Last,
           "static int a = 0;" + Last,
           "int a = 0; n && f(a++);" + Last,
           "int a = 0; a = a + 1;" + Last,
           "int a = 0;\n#ifdef A\na++;\n#endif\n" + Last,
           "int a = 0;\n#if A > 2\n" + Set + "#else\n#endif\n" + Last,
           "int a = 0; auto f = [&] { " + Last + "};",
           "int a = 0; EACH(i, 2) " + Last,
           "int a = 0; clSetKernelArg(k, a, 64 * a++, NULL);",
       })
    EXPECT_EQ(lastIndex(Body), -1) << Body;
  EXPECT_EQ(lastIndex("a = 0;" + Last, "int a;\n"), -1);
  EXPECT_EQ(lastIndex("int a = 0; CHECK(" + Set.substr(0, Set.size() - 2) +
                          ");" + Last,
                      "#define CHECK(x) if ((x) != 0) report(x)\n"),
            -1);
}

/// The value of argument 3, set by `clSetKernelArg(k, 3, Size, Value)`.
std::optional<int64_t> value(const std::string &Body,
                             const std::string &Size = "sizeof(int)",
                             const std::string &Path = "host.c") {
  ExprPool Pool;
  HostSource Source{Path,
                    "void f() { cl_kernel k = clCreateKernel(p, \"k\", 0);\n" +
                        Body + "clSetKernelArg(k, 3, " + Size + ", &w); }",
                    ""};
  OpenCLHost H = readOpenCLHosts(Source, Pool).front();
  std::optional<HostValue> V = H.Kernels["k"].Values[3];
  return V ? std::optional(V->Value) : std::nullopt;
}

TEST(OpenCLHost, ScalarArguments) {
  EXPECT_EQ(value("int w = 16;"), 16);
  EXPECT_EQ(value("const cl_uint w = 4 * 8;", "sizeof(cl_uint)"), 32);
  EXPECT_EQ(value("int w = 16;", "sizeof(w)"), 16);
  EXPECT_EQ(value("int w = 16; g(w);"), 16);
  EXPECT_EQ(value("int w = 16; printf(\"%d\", w);", "4", "host.cpp"), 16);
  for (const char *Body :
       {"int w = n;", "int w = 16; w = 8;", "int w = 16; w++;",
        "int w = 16; scanf(\"%d\", &w);", "float w = 16;", "int w;",
        "size_t w = 16;", "int w = 16; clSetKernelArg(k, 3, 4, &n);"})
    EXPECT_EQ(value(Body), std::nullopt) << Body;
  for (const char *Body :
       {"int w = 16; g(w);", "int w = 16; in >> w;", "int w = 16; int &r = w;",
        "int w = 16; auto f = [&] { w = 8; };", "int w = 16; S s{w};",
        "int w = 16; for (auto &x : {w}) x = 1;", "auto [w, v] = f();",
        "int w = 16; (c ? w : v) = 8;", "int w = 16; std::ref(w);"})
    EXPECT_EQ(value(Body, "4", "host.cpp"), std::nullopt) << Body;
}

/// The bytes, and the block, of a host that calls a functor as \p Calls say.
std::string functor(const std::string &Calls, const std::string &Before = "") {
  const std::string Code =
      Before + "void f(cl::Buffer b, cl::Buffer c) { " + Calls + " }";
  OpenCLHost H = readOpenCLHost(Code, "host.cpp");
  const HostKernel &K = H.Kernels["k"];
  std::string Out = localBytes(Code) + " ";
  const bool Any = H.AnyLaunched || llvm::is_contained(H.LaunchedSomehow, "k");
  if (Any || K.Blocks.size() != 1 || !K.Blocks[0])
    return Out + "?";
  return Out + std::to_string((*K.Blocks[0])[0]);
}

TEST(OpenCLHost, FunctorsSetAllArguments) {
  const std::string Type = "cl::KernelFunctor<cl::Buffer, cl::LocalSpaceArg>",
                    Declare = Type + " g(p, \"k\"); ",
                    Enqueue = "cl::EnqueueArgs(q, cl::NDRange(n), "
                              "cl::NDRange(64))",
                    Call = "g(" + Enqueue + ", b, cl::Local(64 * 4));";
  EXPECT_EQ(functor(Declare + Call), "256 64");
  EXPECT_EQ(functor(Declare + "cl::Event e = " + Call), "256 64");
  EXPECT_EQ(functor("auto g = " + Type + "(p, \"k\", &e); " + Call), "256 64");
  EXPECT_EQ(functor("cl::make_kernel<cl::Buffer&,cl::LocalSpaceArg> "
                    "g(cl::Kernel(p, \"k\")); " +
                    Call),
            "256 64");
  EXPECT_EQ(functor("cl::Kernel k(p, \"k\"); " + Type + " g(k); " + Call),
            "256 64");
  EXPECT_EQ(functor(Declare + "auto run = [&] { " + Call + " };"), "256 64");
  EXPECT_EQ(functor(Declare + Call + " int error = 0; g(" + Enqueue +
                    ", c, cl::Local(256), error);"),
            "256 64");
  EXPECT_EQ(functor(Declare + Call + Call), "256 64");
  EXPECT_EQ(functor(Type + " g{p, \"k\"}; " + Call), "256 64");
  EXPECT_EQ(functor(Type + " g = " + Type + "(p, \"k\", &e); " + Call),
            "256 64");
  EXPECT_EQ(functor("cl::make_kernel<cl::Buffer, const cl::LocalSpaceArg &> "
                    "g(p, \"k\"); " +
                    Call),
            "256 64");
  // It is called with other ones, too, or with none that are known.
  EXPECT_EQ(functor(Declare + Call + "g(" + Enqueue + ", b, cl::Local(64));"),
            "? 64");
  EXPECT_EQ(functor(Declare + "cl::LocalSpaceArg l = cl::Local(256); g(" +
                    Enqueue + ", b, l);"),
            "? 64");
  EXPECT_EQ(functor(Declare + "g(" + Enqueue + ", b, local(64));"), "? 64");
}

TEST(OpenCLHost, FunctorsLaunch) {
  const std::string Declare = "cl::KernelFunctor<cl::Buffer> g(p, \"k\"); ",
                    Local = "cl::NDRange l(64); ";
  auto Block = [&](const std::string &Before, const std::string &Enqueue) {
    return functor(Declare + Before + "g(cl::EnqueueArgs(" + Enqueue +
                   "), b);");
  };
  EXPECT_EQ(Block(Local + "cl::NDRange n(4096); ", "q, n, l"), "? 64");
  EXPECT_EQ(Block(Local, "q, e, cl::NDRange(0), cl::NDRange(9), l"), "? 64");
  EXPECT_EQ(Block(Local, "cl::NDRange(4096), l"), "? 64");
  // The last range may be that of all work-items.
  EXPECT_EQ(Block(Local, "q, l"), "? ?");
  EXPECT_EQ(Block(Local, "q, e, l"), "? ?");
  EXPECT_EQ(Block(Local, "l"), "? ?");
  EXPECT_EQ(Block(Local + "change(l); ", "q, cl::NDRange(9), l"), "? ?");
  EXPECT_EQ(Block("cl::NDRange l(m); ", "q, cl::NDRange(9), l"), "? ?");
  EXPECT_EQ(Block("{ cl::NDRange l(9); } " + Local, "q, cl::NDRange(9), l"),
            "? ?");
  EXPECT_EQ(Block("{ " + Local + "} ", "q, cl::NDRange(9), l"), "? ?");
  EXPECT_EQ(Block("mine::NDRange l(64); ", "q, cl::NDRange(9), l"), "? ?");
  const std::string Args = "cl::EnqueueArgs a{q, cl::NDRange(9), "
                           "cl::NDRange(64)}; ";
  EXPECT_EQ(functor(Declare + Args + "g(a, b); g(a, c);"), "? 64");
  EXPECT_EQ(functor(Declare + Args + "change(a); g(a, b);"), "? ?");
  EXPECT_EQ(functor(Declare + Args + "a.local_ = l; g(a, b);"), "? ?");
}

TEST(OpenCLHost, FunctorsThatAreNotFollowed) {
  const std::string Types = "cl::Buffer, cl::LocalSpaceArg",
                    Declare = "cl::KernelFunctor<" + Types + "> g(p, \"k\"); ",
                    Enqueue = "cl::EnqueueArgs(q, cl::NDRange(n), "
                              "cl::NDRange(64))",
                    Call = "g(" + Enqueue + ", b, cl::Local(256)); ";
  for (const std::string &Code :
       {"run(g); " + Call, "auto h = g; " + Call, "auto *h = &g; " + Call,
        "g = other(p); " + Call, "auto k = g.getKernel(); " + Call,
        "{ " + Declare + Call + "} " + Call, "using H = decltype(g); " + Call,
        "[g] { " + Call + "}();"})
    EXPECT_EQ(functor(Declare + Code), "? ?") << Code;
  EXPECT_EQ(functor("cl::KernelFunctor<" + Types + "> g(p, name); " + Call),
            "? ?");
  EXPECT_EQ(functor("#ifdef A\n" + Declare + "\n#else\n" + Declare +
                    "\n#endif\n" + Call),
            "? ?");
  EXPECT_EQ(functor(Declare + Call, "#define RUN(x) g(x, c, cl::Local(64))\n"),
            "? ?");
  EXPECT_EQ(functor("cl::KernelFunctor<TYPES> g(p, \"k\"); " + Call,
                    "#define TYPES " + Types + "\n"),
            "? ?");
  EXPECT_EQ(functor(Declare + "g(" + Enqueue + ", BOTH, cl::Local(64));",
                    "#define BOTH b, cl::Local(256)\n"),
            "? ?");
  // One of an outer scope, and another one with that name.
  EXPECT_EQ(functor("{ " + Declare + Call + "} " + Call), "? ?");
  EXPECT_EQ(functor(Declare + Call + "{ W w(p), g(p, \"k\", e); " + Call + "}"),
            "? ?");
  EXPECT_EQ(functor("std::function<void()> g = cl::KernelFunctor<" + Types +
                    ">(p, \"k\"); " + Call),
            "? ?");
  EXPECT_EQ(functor("mine::KernelFunctor<" + Types + "> g(p, \"k\"); " + Call),
            "? ?");
  EXPECT_EQ(functor("cl::Kernel k(p, \"k\"); cl::KernelFunctor<" + Types +
                    "> g(change(k)); " + Call),
            "? ?");
  EXPECT_EQ(functor("cl::KernelFunctor<" + Types +
                    "> g(p,\n#include \"n\"\n"
                    "\"k\"); " +
                    Call),
            "? ?");
  EXPECT_EQ(functor("cl::KernelFunctor<T...> g(p, \"k\"); " + Call,
                    "template<class ...T> "),
            "? ?");
  EXPECT_EQ(functor(Declare + "g(" + Enqueue + ", a...);"), "? ?");
  EXPECT_EQ(functor(Declare + Call, "struct KernelFunctor; "), "? ?");
  EXPECT_EQ(functor(Call, Declare), "? ?");
  EXPECT_EQ(functor(Call, "template<class F> void h(F); "
                          "void h(cl::KernelFunctor<" +
                              Types + "> &g) { " + Call + " } "),
            "? ?");
}

TEST(OpenCLHost, FunctorsGiveValues) {
  auto Value = [](const std::string &Type, const std::string &Given) {
    OpenCLHost H = readOpenCLHost(
        "void f() { const int n = 7; cl::KernelFunctor<" + Type +
            "> g(p, \"k\"); g(cl::EnqueueArgs(q, cl::NDRange(9)), " + Given +
            "); }",
        "host.cpp");
    auto It = H.Kernels["k"].Values.find(0);
    const bool IsKnown = It != H.Kernels["k"].Values.end() && It->second;
    return IsKnown ? std::to_string(It->second->Value) + " in " +
                         std::to_string(It->second->Bytes)
                   : "?";
  };
  EXPECT_EQ(Value("cl_int", "n"), "7 in 4");
  EXPECT_EQ(Value("unsigned", "n * 2"), "14 in 4");
  EXPECT_EQ(Value("cl_ulong", "n"), "7 in 8");
  EXPECT_EQ(Value("cl_int", "3000000000"), "?");
  EXPECT_EQ(Value("cl_uint", "-1"), "?");
  EXPECT_EQ(Value("float", "n"), "?");
  EXPECT_EQ(Value("T", "n"), "?");
}

/// What makes sizes, values and shapes of every kernel unknown in a program
/// that says \p Before and \p Body: "s", "v" and "l".
std::string unknown(const std::string &Before, const std::string &Body,
                    const std::string &Path = "host.cpp") {
  OpenCLHost H = readOpenCLHost(
      Before + "\nvoid f(cl_kernel k) {\n" + Body + "\n}\n", Path);
  std::string Out;
  bool Sizes = false, Values = false;
  for (const HostUnread &U : H.Unread)
    (U.MayBeLocal ? Sizes : Values) |= U.Kernels.empty() && !U.Index;
  return std::string(Sizes ? "s" : "") + (Values ? "v" : "") +
         (H.AnyLaunched ? "l" : "");
}

TEST(OpenCLHost, CallsThatAreHidden) {
  // Macros, in macros, of several definitions, and as a name alone.
  EXPECT_EQ(unknown("#define A(n) clSetKernelArg(k, 1, n, NULL)\n"
                    "#define B A(64)",
                    "B;"),
            "s");
  EXPECT_EQ(unknown("#define SET clSetKernelArg", "SET(k, 1, 64, NULL);"), "s");
  EXPECT_EQ(unknown("#define S(n)\n#undef S\n"
                    "#define S(n) clSetKernelArg(k, 1, n, 0)",
                    "S(64);"),
            "s");
  EXPECT_EQ(unknown("#define ARGS k, 1, 64, NULL", "clSetKernelArg(ARGS);"),
            "s");
  EXPECT_EQ(unknown("#define GLUE(a, b) a##b",
                    "GLUE(clSetKernel, Arg)(k, 1, 64, NULL);"),
            "sl");
  EXPECT_EQ(unknown("#define RUN(k) clEnqueueNDRangeKernel(q, k, 1, 0, g, l, "
                    "0, 0, 0)",
                    "RUN(k);"),
            "l");
  // Branches.
  EXPECT_EQ(unknown("", "#ifdef BIG\nclSetKernelArg(k, 1, n, NULL);\n#endif"),
            "s");
  EXPECT_EQ(unknown("", "#ifdef BIG\nclEnqueueTask(q, k, 0, 0, 0);\n#endif"),
            "l");
  // Function pointers, functors, and what is no setArg's.
  EXPECT_EQ(unknown("", "auto set = clSetKernelArg; set(k, 1, 64, NULL);"),
            "sl");
  EXPECT_EQ(unknown("", "run(clEnqueueNDRangeKernel, k);"), "sl");
  EXPECT_EQ(unknown("", "auto m = cl::Local(64);"), "s");
  EXPECT_EQ(unknown("", "cl::KernelFunctor<int> g(p, n);"), "sl");
  EXPECT_EQ(unknown("", "h(cl::make_kernel<int>(p, \"k\"));"), "sl");
  EXPECT_EQ(unknown("", "table.clSetKernelArg(k, 1, 64, NULL);"), "s");
  EXPECT_EQ(unknown("", "void *s = dlsym(h, name);"), "sl");
  EXPECT_EQ(unknown("#define NULL other", ""), "sl");
  // Nothing of these.
  EXPECT_EQ(unknown("#define SET(i, x) clSetKernelArg(k, i, sizeof(x), &x)",
                    "SET(0, m);"),
            "v");
  EXPECT_EQ(unknown("#define CHECK(x) if ((x) != 0) exit(1)",
                    "CHECK(clFinish(q)); check(e, \"clSetKernelArg\");"),
            "");
  EXPECT_EQ(unknown("", "#if 0\nclSetKernelArg(k, 1, n, NULL);\n#endif"), "");
}

TEST(OpenCLHost, RawStringsAreNoCode) {
  EXPECT_EQ(unknown("", "s = R\"(clSetKernelArg(k, 1, n, 0); \" )\";"), "");
  EXPECT_EQ(unknown("", "int n = 1'000; clSetKernelArg(k, i, 1, p); x('a');"),
            "s");
}

/// What argument 1 of kernel "k" gets: as localBytes, in C.
std::string bytesInC(const std::string &Body, const std::string &Before = "") {
  OpenCLHost H = readOpenCLHost(Before + "void f(cl_program p) {\n" + Body +
                                    "\nclSetKernelArg(k, 1, 256, NULL);\n}\n",
                                "host.c");
  const bool IsLost = isLost(H);
  auto It = H.Kernels["k"].LocalBytes.find(1);
  return IsLost || It == H.Kernels["k"].LocalBytes.end() || !It->second
             ? "?"
             : std::to_string(*It->second);
}

TEST(OpenCLHost, NamesOfKernels) {
  // The name as far as it is followed, for a variable of the file, too.
  const std::string K = "static cl_kernel k;";
  EXPECT_EQ(bytesInC("const char *n = \"k\"; k = clCreateKernel(p, n, 0);", K),
            "256");
  EXPECT_EQ(bytesInC("char n[8]; sprintf(n, \"%s\", \"k\");"
                     "k = clCreateKernel(p, n, 0);",
                     K),
            "256");
  EXPECT_EQ(bytesInC("const char *n = \"k\"; change(&n);"
                     "k = clCreateKernel(p, n, 0);",
                     K),
            "?");
  EXPECT_EQ(bytesInC("k = clCreateKernel(p, name(), 0);", K), "?");
  // A table of names, one for each element.
  auto Table = [](const std::string &Names, const std::string &Create) {
    OpenCLHost H = readOpenCLHost(
        Names + " static cl_kernel ks[2]; void make(cl_program p) { " + Create +
            " } void f() { clSetKernelArg(ks[1], 1, 256, NULL); }",
        "host.c");
    const bool IsLost = isLost(H);
    return !IsLost && H.Kernels["k"].LocalBytes.count(1) != 0;
  };
  const std::string Names = "static const char *names[] = {\"a\", \"k\"};",
                    Loop = "for (int i = 0; i < 2; ++i) ",
                    Create = "ks[i] = clCreateKernel(p, names[i], 0); ";
  EXPECT_TRUE(Table(Names, Loop + Create));
  EXPECT_TRUE(Table("const char *const names[2] = {\"a\", \"k\",};",
                    "for (int i = n(); i--;) " + Create));
  EXPECT_TRUE(Table(Names, "ks[1] = clCreateKernel(p, names[1], 0);"));
  EXPECT_TRUE(
      Table(Names, Loop + "{ " + Create + "printf(\"%s\", names[i]); }"));
  EXPECT_FALSE(Table(Names, Loop + Create + "ks[1] = other();"));
  EXPECT_FALSE(Table(Names, Loop + Create + "set(ks);"));
  EXPECT_FALSE(Table(Names, Loop + Create + "names[1] = \"b\";"));
  EXPECT_FALSE(Table(Names, Loop + Create + "change(names);"));
  EXPECT_FALSE(Table(Names, Loop + Create + "change(names[0]);"));
  EXPECT_FALSE(Table(Names, Loop + Create + "const char **n = &names[0];"));
  EXPECT_FALSE(Table("const char *names[] = {\"a\", \"k\"};",
                     "for (int i = n(); i--;) " + Create));
  EXPECT_FALSE(
      Table("static const char *names[] = {\"a\", k};", Loop + Create));
  EXPECT_FALSE(Table("#ifdef A\nstatic const char *names[] = {\"a\", \"k\"};\n"
                     "#else\n" +
                         Names + "\n#endif\n",
                     "for (int i = n(); i--;) " + Create));
  EXPECT_FALSE(Table("#define i ii++\n" + Names,
                     "for (int ii = 0; ii < n();) " + Create));
  EXPECT_FALSE(Table("static const char *names[] = {\n#include \"n\"\n"
                     "\"a\", \"k\"};",
                     "for (int i = n(); i--;) " + Create));
  EXPECT_FALSE(Table(Names, "for (int i = n(); i--;) "
                            "ks[j] = clCreateKernel(p, names[i], 0);"));
  EXPECT_FALSE(Table(Names, "for (int i = n(); i--;) "
                            "ks[i] = clCreateKernel(p, names[i + 1], 0);"));
  EXPECT_FALSE(Table(Names, "for (int i = n(); i;) "
                            "ks[i] = clCreateKernel(p, names[i++], 0);"));
}

TEST(OpenCLHost, VariablesOfKernels) {
  const std::string Make = "cl_kernel k = clCreateKernel(p, \"k\", 0);";
  EXPECT_EQ(bytesInC(Make), "256");
  EXPECT_EQ(bytesInC("cl_kernel k; k = clCreateKernel(p, \"k\", 0);"
                     "if (!k) return; clReleaseKernel(k);"),
            "256");
  EXPECT_EQ(bytesInC("k = clCreateKernel(p, \"k\", 0);", "static cl_kernel k;"),
            "256");
  for (const std::string &Body : std::vector<std::string>{
           Make + "k = other;", Make + "cl_kernel *q = &k; *q = other;",
           Make + "swap(&k);", Make + "lib(k);", Make + "{ cl_kernel k = o; }",
           Make + "memcpy(&k, &o, 8);",
           "typedef cl_kernel K;" + Make + "{ K k = other; }",
           "cl_kernel all[2]; all[i] = clCreateKernel(p, \"k\", 0);"
           "cl_kernel k = all[0];"})
    EXPECT_EQ(bytesInC(Body), "?") << Body;
  EXPECT_EQ(bytesInC(Make + "RESET;", "#define RESET k = other\n"), "?");
  EXPECT_EQ(localBytes("void f() { cl_kernel k = clCreateKernel(p, \"k\", 0);"
                       "cl_kernel &r = k; r = o;"
                       "clSetKernelArg(k, 1, 64, NULL); }"),
            "?");
  EXPECT_EQ(localBytes("void f() { cl_kernel k = clCreateKernel(p, \"k\", 0);"
                       "for (auto k : all) clSetKernelArg(k, 1, 64, NULL); }"),
            "?");
  EXPECT_EQ(localBytes("void f() { cl_kernel k = clCreateKernel(p, \"k\", 0);"
                       "auto g = [](auto k) {"
                       "clSetKernelArg(k, 1, 64, NULL); }; }"),
            "?");
}

/// The bytes that kernels "a" and "b" get, of which members hold one each.
std::string copiedBytes(const std::string &Body,
                        const std::string &Before = "") {
  OpenCLHost H = readOpenCLHost(
      "struct S { cl_kernel a, b; };\n" + Before +
          "\nvoid make(S *s) { s->a = clCreateKernel(p, \"a\", 0); "
          "s->b = clCreateKernel(p, \"b\", 0); }\n"
          "void f(S *s, bool big) { " +
          Body + " }",
      "host.cpp");
  std::string Out;
  for (const char *Name : {"a", "b"}) {
    bool IsLost = llvm::any_of(H.Unread, [&](const HostUnread &U) {
      return U.MayBeLocal && U.concerns(Name, 1);
    });
    auto &Known = H.Kernels[Name].LocalBytes;
    auto It = Known.find(1);
    Out += IsLost              ? "? "
           : It == Known.end() ? "none "
           : It->second        ? std::to_string(*It->second) + " "
                               : "several ";
  }
  return Out;
}

TEST(OpenCLHost, CopiesOfKernels) {
  const std::string Set = " clSetKernelArg(k, 1, 64, NULL);";
  EXPECT_EQ(copiedBytes("cl_kernel k = s->a;" + Set), "64 none ");
  EXPECT_EQ(copiedBytes("cl_kernel k; k = s->a;" + Set), "64 none ");
  EXPECT_EQ(copiedBytes("cl_kernel l = s->b, k = s->a;" + Set +
                        " clSetKernelArg(l, 1, 32, NULL);"),
            "64 32 ");
  EXPECT_EQ(copiedBytes("cl_kernel l = s->a; cl_kernel k = l;" + Set),
            "64 none ");
  EXPECT_EQ(copiedBytes("cl_kernel k = s->b; if (big) k = s->a;" + Set),
            "64 64 ");
  EXPECT_EQ(copiedBytes("cl_kernel k = s->b; if (big) k = s->a;" + Set +
                        " clSetKernelArg(s->a, 1, 32, NULL);"),
            "several 64 ");
  EXPECT_EQ(
      copiedBytes("cl_kernel k = big && n[1] == (2) ? s->a : s->b;" + Set),
      "64 64 ");
  EXPECT_EQ(copiedBytes("cl_kernel k; k = n ? s->b : big ? s->a : s->a;" + Set),
            "64 64 ");
  EXPECT_EQ(copiedBytes("cl_kernel k = n ? s->a : s->a, l = s->b;" + Set),
            "64 none ");
  for (const std::string &Body : std::vector<std::string>{
           "cl_kernel k = big ? s->a : other;",
           "cl_kernel k = big ? s->a : g();",
           "cl_kernel k = s->a ?: s->b;",
           "cl_kernel k = (s->a = other) ? s->a : s->b;",
           "cl_kernel k = big ? s->a : s->b = other;",
           "cl_kernel k = *(big ? &s->a : &s->b);",
           "cl_kernel &k = big ? s->a : s->b; k = other;",
           "cl_kernel k = big ? s->a : SECOND;",
           "cl_kernel k = big ?\n#ifdef B\ns->b\n#else\ns->a\n#endif\n: s->a;",
           "cl_kernel &k = s->a; k = s->b;",
           "cl_kernel *k = &s->a;",
           "cl_kernel k = s->a; g(&k);",
           "cl_kernel k = s->a; k = other;",
           "cl_kernel k = s->a; { cl_kernel k = s->b; }",
           "cl_kernel k = s->a; auto g = [&] { k = other; };",
           "cl_kernel k = s->a, *l = &k; *l = other;",
           "extern cl_kernel k; k = s->a;",
           "cl_kernel k = other->c;",
           "cl_kernel k = s->a; s->a = other;",
           "cl_kernel k = s->a; g(&s->a);",
           "cl_kernel k =\n#ifdef B\ns->b;\n#else\ns->a;\n#endif\n",
           "cl_kernel k = s->a;\n#ifdef B\nk = s->b;\n#endif\n",
           "cl_kernel k = s->a; RESET;",
           "cl_kernel k; k = k;"})
    EXPECT_EQ(copiedBytes(Body + Set, "#define RESET k = other\n"
                                      "#define SECOND s->b\n")
                  .substr(0, 2),
              "? ")
        << Body;
}

TEST(OpenCLHost, MembersThatGetKernelsUnnamed) {
  auto Bytes = [](const std::string &Body, const std::string &Before = "") {
    return localBytes(Before +
                      "struct S { cl_kernel m; };\nvoid f() { S a, b; "
                      "a.m = clCreateKernel(p, \"k\", 0);" +
                      Body + "clSetKernelArg(b.m, 1, 64, NULL); }");
  };
  EXPECT_EQ(Bytes("b.m = clCreateKernel(p, \"k\", 0);"), "64");
  for (const std::string &Body : std::vector<std::string>{
           "v.push_back(clCreateKernel(p, \"l\", 0)); b = S{v[0]};",
           "void *v = clCreateKernel(p, \"l\", 0); memcpy(&b, &v, 8);",
           "auto *v = new cl_kernel(clCreateKernel(p, \"l\", 0)); b = make(v);",
           "clCreateKernelsInProgram(p, 1, all, NULL); b = of(all);"})
    EXPECT_EQ(Bytes(Body), "?") << Body;
  EXPECT_EQ(Bytes("b = MADE;", "#define MADE {clCreateKernel(p, \"l\", 0)}\n"),
            "?");
}

TEST(OpenCLHost, VariablesOfSeveralSources) {
  ExprPool Pool;
  HostSource Here{"a.c",
                  "cl_kernel k;\nvoid f() { k = clCreateKernel(p, \"k\", 0);\n"
                  "clSetKernelArg(k, 1, 64, NULL); }\n",
                  ""},
      There{"b.c", "extern cl_kernel k;\nvoid g() { k = other; }\n", ""};
  EXPECT_TRUE(readOpenCLHosts({Here}, Pool).front().Unread.empty());
  EXPECT_FALSE(readOpenCLHosts({Here, There}, Pool).front().Unread.empty());
}

TEST(OpenCLHost, ShapesThatMayChange) {
  EXPECT_EQ(block("size_t l[2] = {16, 16};", "2", "l"), of(16, 16));
  EXPECT_EQ(
      block("size_t l[2]; size_t n = 8; l[0] = n; l[1] = n * 2;", "2", "l"),
      of(8, 16));
  const std::string L = "size_t l[2] = {16, 16};";
  for (const std::string &Body : std::vector<std::string>{
           L + "l[i] = 8;",
           L + "l[0] *= 2;",
           L + "fill(l);",
           L + "std::fill(l, l + 2, 8);",
           L + "size_t *p = l; *p = 8;",
           L + "size_t *p = &l[0]; p[1] = 8;",
           L + "memset(l, 0, 8);",
           L + "if (x) l[0] = 8;",
           L + "HALVE;",
           L + "*l = 8;",
           "size_t l[2]; if (x) { l[0] = 16; l[1] = 16; }",
           "size_t l[2] = {[1] = 16, 16};",
           "size_t l[2] = {PAIR, 16};",
           L + "{ size_t l[2] = {8, 8}; }",
           L + "(l)[0] = 8;",
           "size_t n = 16; n = n * 2; size_t l[2] = {n, n};",
           "size_t n; g(&n); size_t l[2] = {n, n};",
           "size_t l[2] = {(float)33 / 2 * 2, 1};",
           "size_t l[2] = {sizeof(long), 1};",
           "size_t l[2] = {SUM * 2, 1};",
           "size_t l[2] = {TWICE(2 + 2), 1};"})
    EXPECT_EQ(block(Body, "2", "l",
                    "#define HALVE l[0] /= 2\n#define PAIR 16, 8\n"
                    "#define SUM 4 + 4\n#define TWICE(n) (n * 2)\n"),
              std::nullopt)
        << Body;
  EXPECT_EQ(block("size_t l[1] = {sizeof(cl_bool)};", "1", "l"), of(4));
  EXPECT_EQ(block("clEnqueueNDRangeKernel(q, k, 2, NULL, g, l, 0, 0, 0);"
                  "size_t l[2] = {16, 16};",
                  "2", "l"),
            std::nullopt);
  EXPECT_EQ(block("for (;;) { size_t l[1] = {4}; } ", "1", "l"), std::nullopt);
  EXPECT_EQ(block("", "1", "&n", "struct S { const size_t n = 4; S(); };"),
            std::nullopt);
}

TEST(OpenCLHost, ManyStoresTakeNoTime) {
  std::string Body = "size_t c = 1;";
  for (unsigned I = 0; I < 2000; ++I)
    Body += "c = c + 1;\n";
  EXPECT_EQ(block(Body + "size_t l[1] = {c};", "1", "l"), std::nullopt);
  std::string Chain = "size_t v0 = 1;";
  for (unsigned I = 0; I < 200; ++I)
    Chain += "size_t v" + std::to_string(I + 1) + " = v" + std::to_string(I) +
             " + v" + std::to_string(I) + " - v" + std::to_string(I) + ";\n";
  EXPECT_EQ(block(Chain, "1", "&v200"), of(1));
}

TEST(OpenCLHost, SizesThatAreEditedInPlace) {
  using Sizes = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(sizes("int m = n; clSetKernelArg(k, 1, 4 * m, NULL);"),
            (Sizes{{"4 * m", "(4 * <host m>)"}}));
  EXPECT_EQ(sizes("int m = n, l = n; f(m * l); clSetKernelArg(k, 1, (m * l) * "
                  "4, NULL);"),
            (Sizes{{"(m * l) * 4", "((<host m> * <host l>) * 4)"}}));
  EXPECT_EQ(sizes("size_t l[2] = {1, 1}; if (n) l[0] = 8; else l[0] = n;"
                  "do l[0] = 4; while (n);"
                  "clSetKernelArg(k, 1, l[0] * 4, NULL);")
                .size(),
            1u);
  for (const char *Call :
       {"double d = n; clSetKernelArg(k, 1, d * 4, NULL);",
        "{ typedef float m; g(m *n); } clSetKernelArg(k, 1, n[0] * 4, NULL);",
        "{ enum m { A }; g(m *n); } clSetKernelArg(k, 1, n * 4, NULL);",
        "clSetKernelArg(k, 1, 1.5 * n, NULL);",
        "volatile int v = n; clSetKernelArg(k, 1, v * 4, NULL);",
        "clSetKernelArg(k, 1, NEXT(n), NULL);",
        "clSetKernelArg(k, 1, n += 4, NULL);",
        "clSetKernelArg(k, 1, sizeof(cl_float[2048]), p);"}) {
    std::vector<HostUnread> Unread;
    EXPECT_TRUE(
        sizes(std::string("\n#define NEXT(b) (b++ * 4)\n") + Call, &Unread)
            .empty())
        << Call;
    EXPECT_FALSE(Unread.empty()) << Call;
  }
}

TEST(OpenCLHost, LaunchesOfSomeKernel) {
  const std::string K = "cl_kernel a = clCreateKernel(p, \"a\", 0);\n";
  EXPECT_FALSE(readOpenCLHost(K).AnyLaunched);
  EXPECT_EQ(block("clEnqueueTask(q, k, 0, 0, 0);", "0", "NULL"), std::nullopt);
  EXPECT_EQ(kernel("clEnqueueTask(q, k, 0, 0, 0);").Blocks,
            std::vector<Block>{of(1)});
  EXPECT_TRUE(readOpenCLHost(K + "clEnqueueNDRangeKernel(q, b, 1, 0, g, l, 0, "
                                 "0, 0);")
                  .AnyLaunched);
}

} // namespace
