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
sizes(const std::string &Body, std::vector<HostUnread> *Unread = nullptr) {
  ExprPool Pool;
  HostSource Source{
      "host.c",
      "#include <CL/cl.h>\n" +
          ("cl_kernel k = clCreateKernel(p, \"k\", &e);\n" + Body),
      "#define HEADER 3\n"};
  OpenCLHost H = readOpenCLHost(Source, Pool);
  EXPECT_EQ(H.Map.MacroOffset, 19u);
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
  for (const HostUnread &U : readOpenCLHost(Body).Unread) {
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
  const std::string K = "cl_kernel a = clCreateKernel(p, \"a\", 0);\n"
                        "cl_kernel b = clCreateKernel(p, \"b\", 0);\n";
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, 64, NULL);"), Texts{"a any in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, 2, 64, p);"), Texts{"a 2 in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(c, 2, 64, 0);"), Texts{"2 in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, sizeof(cl_mem), p);"),
            Texts{"value a any in 3"});
  EXPECT_EQ(unread(K + "clSetKernelArg(a, i, n, (void *)&m);"),
            Texts{"value a any in 3"});
  // A parameter is not the variable of another function.
  EXPECT_EQ(unread(K + "void f(cl_kernel a) { clSetKernelArg(a, 1, 64, 0); }"),
            Texts{"1 in 3"});
  // A variable for several.
  EXPECT_EQ(unread("k = clCreateKernel(p, \"a\", 0);\n"
                   "k = clCreateKernel(p, \"b\", 0);\n"
                   "clSetKernelArg(k, 1, 64, 0);"),
            Texts{"a b 1 in 3"});
  EXPECT_EQ(unread(K + "a = b; clSetKernelArg(a, 1, 64, 0);"), Texts{"1 in 3"});
  EXPECT_EQ(unread(K + "init(&a); clSetKernelArg(a, 1, 64, 0);"),
            Texts{"1 in 3"});
  // Of two functions, each has its own.
  EXPECT_EQ(unread("void f() { cl_kernel k = clCreateKernel(p, \"a\", 0);\n"
                   "clSetKernelArg(k, 1, 64, 0); }\n"
                   "void g() { cl_kernel k = clCreateKernel(p, \"b\", 0);\n"
                   "clSetKernelArg(k, i, 64, 0); }"),
            Texts{"b any in 4"});
  EXPECT_EQ(unread("#define NAME \"a\"\nk = clCreateKernel(p, NAME, 0);\n"
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

/// The bytes that argument 1 of kernel "k" gets in C++; "?" where not known.
std::string localBytes(const std::string &Code) {
  OpenCLHost H = readOpenCLHost(Code);
  auto &Known = H.Kernels["k"].LocalBytes;
  auto It = Known.find(1);
  bool IsLost = llvm::any_of(H.Unread, [](const HostUnread &U) {
    return U.MayBeLocal && U.concerns("k", 1);
  });
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
  OpenCLHost H = readOpenCLHost(Source, Pool);
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
  OpenCLHost H = readOpenCLHost(Source, Pool);
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
        "size_t w = 16;", "int w = 16; in >> w;", "int w = 16; int &r = w;",
        "int w = 16; clSetKernelArg(k, 3, 4, &n);"})
    EXPECT_EQ(value(Body), std::nullopt) << Body;
  EXPECT_EQ(value("int w = 16; g(w);", "4", "host.cpp"), std::nullopt);
}

TEST(OpenCLHost, LaunchesOfSomeKernel) {
  const std::string K = "cl_kernel a = clCreateKernel(p, \"a\", 0);\n";
  EXPECT_FALSE(readOpenCLHost(K).AnyLaunched);
  EXPECT_TRUE(readOpenCLHost(K + "clEnqueueNDRangeKernel(q, b, 1, 0, g, l, 0, "
                                 "0, 0);")
                  .AnyLaunched);
}

} // namespace
