//===- FollowHostTest.cpp - What Clang makes of an OpenCL host ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/FollowHost.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

template <class T> std::string text(const std::optional<T> &V) {
  return V ? std::to_string(*V) : "?";
}

std::string text(const HostOutcome &O, llvm::StringRef Function) {
  std::string Kernel = O.Kernel.value_or("?");
  if (Function == "clBuildProgram")
    return O.Options.value_or("?");
  if (Function == "clSetKernelArg") {
    std::string To = O.Pointer == HostPointer::Null      ? "local"
                     : O.Pointer == HostPointer::Address ? "value"
                                                         : "?";
    if (O.Value)
      To += "=" + std::to_string(O.Value->Value);
    return Kernel + " " + text(O.Index) + " " + text(O.Bytes) + " " + To;
  }
  return Kernel + (O.Block ? " " + llvm::join(llvm::map_range(
                                       *O.Block,
                                       [](unsigned N) {
                                         return std::to_string(N);
                                       }),
                                   "x")
                           : " ?");
}

using Texts = std::vector<std::string>;

/// What the calls of \p Function in \p Source are for; "none" for one that is
/// not followed.
Texts calls(const std::string &Source, llvm::StringRef Function,
            bool IsCpp = false) {
  HostTokens T(Source);
  FollowedHost Host = followHost(Source, 0, IsCpp, T);
  Texts Out;
  for (size_t I = 0; I < T.size(); ++I) {
    if (T.word(I) != Function)
      continue;
    for (const HostOutcome &O : Host.call(T[I].Begin))
      Out.push_back(text(O, Function));
    if (Host.call(T[I].Begin).empty())
      Out.push_back("none");
  }
  return Out;
}

Texts arguments(const std::string &Source, bool IsCpp = false) {
  return calls(Source, "clSetKernelArg", IsCpp);
}

/// Of a function that has a kernel, and launches it with \p Local.
Texts launches(const std::string &Body, const std::string &Local,
               const std::string &Before = "") {
  return calls(Before + "void run(cl_program p, cl_command_queue q, size_t n, "
                        "size_t *g) {\n"
                        "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n" +
                   Body + "clEnqueueNDRangeKernel(q, k, 2, NULL, g, " + Local +
                   ", 0, NULL, NULL); }",
               "clEnqueueNDRangeKernel");
}

const std::string Begin = "void run(cl_program p, cl_mem m, int n) {\n";

TEST(FollowHost, Arguments) {
  const std::string K = Begin + "cl_kernel k = clCreateKernel(p, \"k\", 0);\n";
  EXPECT_EQ(arguments(K + "clSetKernelArg(k, 1, 4 * sizeof(cl_float4), 0); }"),
            Texts{"k 1 64 local"});
  EXPECT_EQ(arguments(K + "int i = 0, v = 7; clSetKernelArg(k, i, "
                          "sizeof(cl_mem), &m); i++;\n"
                          "clSetKernelArg(k, i, sizeof(v), &v); }"),
            (Texts{"k 0 ? value", "k 1 4 value=7"}));
  EXPECT_EQ(arguments(K + "int i = 0; if (n) i++; "
                          "clSetKernelArg(k, i, 64, NULL); }"),
            (Texts{"k 1 64 local", "k 0 64 local"}));
  // Not the same on every machine.
  EXPECT_EQ(arguments(K + "clSetKernelArg(k, 1, sizeof(long), NULL); }"),
            Texts{"k 1 ? local"});
  for (const std::string &Type :
       {"time_t", "std::string", "std::string::size_type", "ssize_t"})
    EXPECT_EQ(arguments("#include <string>\n#include <time.h>\n" + K +
                            "clSetKernelArg(k, 1, sizeof(" + Type + "), 0); }",
                        /*IsCpp=*/true),
              Texts{"k 1 ? local"})
        << Type;
}

TEST(FollowHost, ArraysOfKernels) {
  const std::string K = Begin + "cl_kernel k[2]; k[0] = clCreateKernel(p, \"a\", "
                              "0); k[1] = clCreateKernel(p, \"b\", 0);\n";
  EXPECT_EQ(arguments(K + "for (int i = 0; i < 2; ++i)\n"
                          "clSetKernelArg(k[i], 2, 64, NULL); }"),
            (Texts{"a 2 64 local", "b 2 64 local"}));
  EXPECT_EQ(arguments(K + "clSetKernelArg(k[n], 2, 64, NULL); }"),
            (Texts{"b 2 64 local", "a 2 64 local"}));
  // In a loop that goes round so many times: what is stored there is read, by
  // the same index and, behind it, by any.
  const std::string Loop =
      Begin + "cl_kernel k[8], other = clCreateKernel(p, \"b\", 0);\n"
              "for (unsigned i = 0; i < n; ++i) { k[i] = clCreateKernel(p, "
              "\"a\", 0);\n";
  const std::string Set = "clSetKernelArg(k[j], 2, 64, NULL); }";
  EXPECT_EQ(arguments(Loop + "clSetKernelArg(k[i], 2, 64, NULL); } }"),
            Texts{"a 2 64 local"});
  EXPECT_EQ(arguments(Loop + "} for (unsigned j = 0; j < n; ++j) " + Set),
            Texts{"a 2 64 local"});
  EXPECT_EQ(arguments(Loop + "} k[n - 1] = other; " +
                      "clSetKernelArg(k[0], 2, 64, NULL); }"),
            (Texts{"b 2 64 local", "a 2 64 local"}));
  // Another index may be the same one, or of an iteration before.
  EXPECT_EQ(arguments(Loop + "k[n - i] = other; "
                             "clSetKernelArg(k[i], 2, 64, NULL); } }"),
            Texts{"? 2 64 local"});
  EXPECT_EQ(arguments(Loop + "if (i) clSetKernelArg(k[n - i], 2, 64, NULL);"
                             " } }"),
            (Texts{"a 2 64 local", "? 2 64 local"}));
  EXPECT_EQ(arguments(Begin + "cl_kernel k[8]; unsigned i = 0;\n"
                              "k[i++] = get(); k[n] = clCreateKernel(p, "
                              "\"a\", 0);\n"
                              "clSetKernelArg(k[n / 2], 2, 64, NULL); }"),
            (Texts{"a 2 64 local", "? 2 64 local"}));
  EXPECT_EQ(arguments(Loop + "k[n--] = get(); } "
                             "clSetKernelArg(k[0], 2, 64, NULL); }"),
            (Texts{"? 2 64 local", "a 2 64 local"}));
  // One that is initialized may hold that.
  EXPECT_EQ(arguments(Begin + "cl_kernel k[2] = {get(), get()}; k[n] = "
                              "clCreateKernel(p, \"a\", 0);\n"
                              "clSetKernelArg(k[1], 2, 64, NULL); }"),
            Texts{"? 2 64 local"});
  EXPECT_EQ(arguments(K + "k[n] = 0; clSetKernelArg(k[1], 2, 64, NULL); }"),
            Texts{"? 2 64 local"});
  EXPECT_EQ(arguments(K + "fill(k); clSetKernelArg(k[1], 2, 64, NULL); }"),
            Texts{"? 2 64 local"});
  EXPECT_EQ(arguments(K + "cl_kernel *q = k; *q = other(); "
                          "clSetKernelArg(k[0], 2, 64, NULL); }"),
            Texts{"? 2 64 local"});
}

TEST(FollowHost, Helpers) {
  const std::string Set = "static void set(cl_kernel k, int i, size_t n) { "
                          "clSetKernelArg(k, i, n, NULL); }\n";
  EXPECT_EQ(arguments(Set + Begin + "set(clCreateKernel(p, \"a\", 0), 1, 64);\n"
                                  "set(clCreateKernel(p, \"b\", 0), 2, n); }"),
            (Texts{"a 1 64 local", "b 2 ? local"}));
  // Others may call it.
  EXPECT_EQ(arguments(Set.substr(7) + Begin +
                      "set(clCreateKernel(p, \"a\", 0), 1, 64); }"),
            (Texts{"? ? ? local", "a 1 64 local"}));
}

TEST(FollowHost, LocalSizes) {
  EXPECT_EQ(launches("size_t l[2]; l[0] = l[1] = 16; l[1] *= 2;", "l"),
            Texts{"k 16x32x1"});
  EXPECT_EQ(launches("const size_t w = 8; size_t l[] = {w, w * 2};", "l"),
            Texts{"k 8x16x1"});
  EXPECT_EQ(launches("size_t l[2] = {16, 16}; if (n > 4) l[0] = 32;", "l"),
            (Texts{"k 32x16x1", "k 16x16x1"}));
  EXPECT_EQ(launches("size_t l[2] = {16, 16}; fill(l);", "l"), Texts{"k ?"});
  EXPECT_EQ(launches("size_t l[2] = {16, n};", "l"), Texts{"k ?"});
  EXPECT_EQ(launches("size_t l[2] = {16, 16}; size_t *r = l; *r = 4;", "l"),
            Texts{"k ?"});
  EXPECT_EQ(launches("size_t l[2] = {16, 16}; while (n--) l[n] = 4;", "l"),
            Texts{"k ?"});
  EXPECT_EQ(launches("", "NULL"), Texts{"k ?"});
  // A host's own function is what it says, whatever its name.
  EXPECT_EQ(launches("size_t l[2] = {max(8, 9), 16};", "l",
                     "size_t max(size_t a, size_t) { return a / 2; }\n"),
            Texts{"k 4x16x1"});
  EXPECT_EQ(launches("size_t l[2] = {max(8, 9), 16};", "l",
                     "size_t max(size_t, size_t);\n"),
            Texts{"k ?"});
}

TEST(FollowHost, WhatFlagsMayChange) {
  const std::string N = "#ifndef N\n#define N 16\n#endif\n";
  EXPECT_EQ(launches("size_t l[2] = {16, N};", "l", N), Texts{"none"});
  EXPECT_EQ(launches("size_t l[2] = {16, C};", "l", N + "enum { C = N };\n"),
            Texts{"none"});
  // With and without a macro that the text only asks about.
  EXPECT_EQ(
      launches("size_t l[2] = {16, 16};\n#ifdef A\nl[1] = 8;\n#endif\n", "l"),
      (Texts{"k 16x16x1", "k 16x8x1"}));
  EXPECT_EQ(launches("size_t l[2] = {16, 16};\n#if !defined(A) // b\n"
                     "l[1] = 8;\n# else\nl[1] = 4;\n#endif\n",
                     "l"),
            (Texts{"k 16x8x1", "k 16x4x1"}));
  EXPECT_EQ(launches("size_t l[2] = {16, pick()};", "l",
                     "static size_t pick(void) {\n#ifdef A\nreturn 8;\n"
                     "#endif\nreturn 16; }\n"),
            (Texts{"k 16x16x1", "k 16x8x1"}));
  EXPECT_EQ(launches("size_t l[2] = {16, 16};\n#ifdef A\nl[1] = 8;\n#endif\n"
                     "#ifdef B\n#ifdef A\nl[0] = 4;\n#endif\n#endif\n",
                     "l"),
            (Texts{"k 16x16x1", "k 16x8x1", "k 4x8x1"}));
  // Not where it may be more, nor where there are many.
  for (const std::string More :
       {"#ifdef A\nl[1] = A;\n#endif\n", "#if A > 3\nl[1] = 8;\n#endif\n",
        "#ifdef A\nl[1] = 8;\n#elif defined(B)\nl[1] = 4;\n#endif\n",
        "#ifdef A\n#define B 3\nl[1] = 8;\n#endif\n#ifdef B\nl[1] = 4;\n"
        "#endif\n",
        "#ifdef A\nl[1] = 1;\n#endif\n#ifdef B\nl[1] = 2;\n#endif\n"
        "#ifdef C\nl[1] = 3;\n#endif\n#ifdef D\nl[1] = 4;\n#endif\n"})
    EXPECT_EQ(launches("size_t l[2] = {16, 16};\n" + More, "l"), Texts{"none"})
        << More;
  EXPECT_EQ(launches("size_t l[2] = {16, 16};", "l",
                     "void other(void) {\n#ifdef A\nf();\n#endif\n}\n"),
            Texts{"k 16x16x1"});
}

/// The platform decides which of them `cl_long` and `int64_t` are.
TEST(FollowHost, OverloadsOfLong) {
  auto Launch = [](const std::string &Before, const std::string &N) {
    return calls(Before +
                     "void run(cl_program p, cl_command_queue q, size_t *g) {\n"
                     "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
                     "size_t l[2] = {" +
                     N +
                     ", 16};\n"
                     "clEnqueueNDRangeKernel(q, k, 2, NULL, g, l, 0, NULL, "
                     "NULL); }",
                 "clEnqueueNDRangeKernel", /*IsCpp=*/true);
  };
  const std::string F = "static size_t f(long) { return 16; }\n"
                        "static size_t f(long long) { return 32; }\n";
  EXPECT_EQ(Launch(F, "f((cl_long)1)"), Texts{"none"});
  EXPECT_EQ(Launch(F, "f(1L)"), Texts{"k 16x16x1"});
  EXPECT_EQ(
      Launch("template <class T> struct N { enum { v = 32 }; };\n"
             "template <> struct N<unsigned long> { enum { v = 16 }; };\n",
             "N<uint64_t>::v"),
      Texts{"none"});
}

TEST(FollowHost, ConstThatIsCastAway) {
  auto Launch = [](const std::string &Before) {
    return calls(Before +
                     "void run(cl_program p, cl_command_queue q, size_t *g) {\n"
                     "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
                     "size_t w = 32; f(w); size_t l[2] = {w, 16};\n"
                     "clEnqueueNDRangeKernel(q, k, 2, NULL, g, l, 0, NULL, "
                     "NULL); }",
                 "clEnqueueNDRangeKernel", /*IsCpp=*/true);
  };
  const Texts Stays = {"k 32x16x1"}, MayChange = {"k 32x16x1", "k ?"};
  EXPECT_EQ(Launch("void f(const size_t &);\n"), Stays);
  EXPECT_EQ(Launch("static void f(const size_t &w) { if (w) return; }\n"),
            Stays);
  EXPECT_EQ(Launch("static void f(const size_t &w) { (size_t &)w = 16; }\n"),
            Texts{"k ?"});
  EXPECT_EQ(Launch("static void g(const size_t *w) { *(size_t *)w = 16; }\n"
                   "static void f(const size_t &w) { g(&w); }\n"),
            MayChange);
}

/// No call says when they run.
TEST(FollowHost, Destructors) {
  const std::string Run =
      "void run(cl_program p, cl_command_queue q, size_t *g) {\n"
      "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
      "w = 32; { Guard x; } size_t l[2] = {w, 16};\n"
      "clEnqueueNDRangeKernel(q, k, 2, NULL, g, l, 0, NULL, NULL); }";
  auto Launch = [&](const std::string &Guard) {
    return calls("static size_t w;\n" + Guard + Run, "clEnqueueNDRangeKernel",
                 /*IsCpp=*/true);
  };
  EXPECT_EQ(Launch("struct Guard { ~Guard() { w = 16; } };\n"), Texts{"k ?"});
  EXPECT_EQ(Launch("static void f() { w = 16; }\n"
                   "struct Guard { ~Guard() { f(); } };\n"),
            Texts{"k ?"});
  EXPECT_EQ(Launch("struct Guard { ~Guard() {} };\n"), Texts{"k 32x16x1"});
}

TEST(FollowHost, Options) {
  auto Options = [](const std::string &Body, const std::string &Before = "") {
    return calls(Before + Begin + Body + "clBuildProgram(p, 0, 0, o, 0, 0); }",
                 "clBuildProgram");
  };
  EXPECT_EQ(Options("char o[64]; sprintf(o, \" \");\n"
                    "sprintf(o + strlen(o), \"-DN=%d -DM=%d\", 16, n);"),
            Texts{" -DN=16 -DM=%"});
  EXPECT_EQ(Options("", "static const char *o = \"-D N=4\";\n"),
            Texts{"-D N=4"});
  EXPECT_EQ(Options("char o[64] = \"-DA\"; strcat(o, \" -DB\");"),
            Texts{"-DA -DB"});
  EXPECT_EQ(Options("const char *o = n ? \"-DA\" : NULL;"),
            (Texts{"-DA", ""}));
  EXPECT_EQ(Options("char o[64] = \"-DA\"; o[2] = 66;"), Texts{"?"});
  EXPECT_EQ(Options("char o[64] = \"\"; while (n--) strcat(o, \" -DB\");"),
            (Texts{"", "?"}));
  EXPECT_EQ(Options("char o[64] = \"-DA\"; change(o);"), Texts{"?"});
  EXPECT_EQ(Options("char o[64]; snprintf(o, sizeof(o), \"-DA=%d\", 5);"),
            Texts{"-DA=5"});
  EXPECT_EQ(Options("char o[64]; snprintf(o, 5, \"-DA=%d\", 5);"), Texts{"?"});
  EXPECT_EQ(Options("char o[64] = \"-DA\"; n && sprintf(o, \"-DB\");"),
            Texts{"?"});
  EXPECT_EQ(Options("const char *o = \"-DA\"; o++;"), Texts{"?"});
  EXPECT_EQ(Options("char o[64]; int m = sprintf(o, \"-DA\");"
                    "sprintf(o + m, \" -DB\");"),
            Texts{"?"});
  EXPECT_EQ(Options("char o[64]; strcpy(o, \"-DA\"); strcpy(o + 3, \" -DB\");"),
            Texts{"?"});
  EXPECT_EQ(Options("char o[64]; strcpy(o, \"-DA\"); printf(\"%s\", o + 2);"),
            Texts{"-DA"});
  EXPECT_EQ(Options("char o[64]; sprintf(o, F, \"-DA\", 8);",
                    "#define F \"%s -DB=%d\"\n"),
            Texts{"-DA -DB=8"});
  EXPECT_EQ(Options("char o[64]; sprintf(o, \"-DB=%d -DC=%u\", 4294967295u, "
                    "-1);"),
            Texts{"-DB=% -DC=%"});
  EXPECT_EQ(Options("const char *o = \"-DA\\0 -DB\";"), Texts{"-DA"});
}

TEST(FollowHost, TextWrittenOverNumbers) {
  EXPECT_EQ(calls("void run(cl_program p, cl_command_queue q, size_t *g) {\n"
                  "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
                  "size_t l[1] = {64}; sprintf((char *)l, \" \");\n"
                  "clEnqueueNDRangeKernel(q, k, 1, 0, g, l, 0, 0, 0); }",
                  "clEnqueueNDRangeKernel"),
            Texts{"k ?"});
}

TEST(FollowHost, WhatDoesNotResolveMayTakeReferences) {
  auto Launch = [](const std::string &Body, bool IsCpp = true) {
    return calls("void run(cl_program p, cl_command_queue q, size_t *g) {\n"
                 "cl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
                 "size_t l = 64; " +
                     Body +
                     "clEnqueueNDRangeKernel(q, k, 1, 0, g, &l, 0, 0, 0); }",
                 "clEnqueueNDRangeKernel", IsCpp);
  };
  EXPECT_EQ(Launch("input & l;"), Texts{"k ?"});
  EXPECT_EQ(Launch("input >> l;"), Texts{"k ?"});
  EXPECT_EQ(Launch("std::tune(l);"), Texts{"k ?"});
  EXPECT_EQ(Launch("std::tie(l) = 32;"), Texts{"k ?"});
  EXPECT_EQ(Launch("union { void *p; size_t *n; } u; u.p = (void *)&l; "
                   "*u.n = 32;",
                   /*IsCpp=*/false),
            Texts{"k ?"});
  EXPECT_EQ(Launch("g[0] = unknown + l;"), Texts{"k ?"}); // It may be gone.
  EXPECT_EQ(Launch("g[0] = 2 * l;"), Texts{"k 64x1x1"});
}

TEST(FollowHost, NamesThatReferToOthers) {
  auto Launch = [](const std::string &Body) {
    return calls("void run(cl_program p, cl_command_queue q, size_t *g, int n) "
                 "{\ncl_kernel k = clCreateKernel(p, \"k\", NULL);\n"
                 "size_t l = 64; if (n) l = 16;" +
                     Body +
                     "clEnqueueNDRangeKernel(q, k, 1, 0, g, &l, 0, 0, 0); }",
                 "clEnqueueNDRangeKernel", /*IsCpp=*/true);
  };
  EXPECT_EQ(Launch("const size_t &r = l; const_cast<size_t &>(r) = 32;"),
            Texts{"k ?"});
  EXPECT_EQ(Launch("auto f = [&r = l] { r = 32; }; f();"), Texts{"k ?"});
  EXPECT_EQ(Launch("auto f = [r = l] { return r; }; f();"),
            (Texts{"k 16x1x1", "k 64x1x1"}));
}

TEST(FollowHost, FunctionsThatGetKernels) {
  auto Passed = [](const std::string &Source) {
    HostTokens T(Source);
    return followHost(Source, 0, /*IsCpp=*/true, T).Passed.size();
  };
  const std::string Tail = "struct App { cl_kernel k; void run(); };\n"
                           "void App::run() { f(k); clSetKernelArg(k, 0, 64, "
                           "nullptr); }\n";
  // Those that go to OpenCL count, too.
  EXPECT_EQ(Passed("void f(cl_kernel k) { clReleaseKernel(k); }\n" + Tail), 3u);
  EXPECT_EQ(Passed("cl_kernel kept; void f(cl_kernel k) { kept = k; }\n" +
                   Tail),
            1u);
  EXPECT_EQ(Passed("void f(cl_kernel k);\n" + Tail), 1u);
  // By reference, too, if no more than the value is read.
  EXPECT_EQ(Passed("void f(cl_kernel &k) { clReleaseKernel(k); }\n" + Tail),
            3u);
  EXPECT_EQ(Passed("void f(cl_kernel &k) { k = nullptr; }\n" + Tail), 1u);
  EXPECT_EQ(
      Passed("cl_kernel *kept; void f(cl_kernel &k) { kept = &k; }\n" + Tail),
      1u);
  // What flags may change elsewhere in the caller says nothing of the call.
  EXPECT_EQ(Passed("void f(cl_kernel k) { clReleaseKernel(k); }\n"
                   "void g(cl_kernel k) {\n#ifdef A\n  int a = 1;\n#endif\n"
                   "  f(k);\n}\n" +
                   Tail),
            4u);
  EXPECT_EQ(Passed("void f(cl_kernel k) {\n#ifdef A\n  h(k);\n#endif\n"
                   "  clReleaseKernel(k);\n}\n" +
                   Tail),
            2u);
  // One text that is several calls, of which one may do more.
  EXPECT_EQ(
      Passed("struct A { void take(cl_kernel k) { clReleaseKernel(k); } "
             "};\nstruct B { cl_kernel kept; void take(cl_kernel &k) { "
             "kept = k; k = nullptr; } };\ncl_kernel k;\n"
             "template <class T> void init(T t) { t.take(k); }\n"
             "void all() { init(A()); init(B()); clSetKernelArg(k, 0, 64, "
             "nullptr); }\n"),
      2u);
}

TEST(FollowHost, QuestionsBeforeArguments) {
  auto Fresh = [](const std::string &Body, const std::string &Ask = "") {
    const std::string Source =
        "#include <iostream>\n#include <string>\n"
        "struct Info { size_t used;\n" +
        Ask +
        "  int ask(cl_kernel &k, cl_device_id d) { return "
        "clGetKernelWorkGroupInfo(k, d, CL_KERNEL_LOCAL_MEM_SIZE, 8, &used, "
        "0); } };\n"
        "struct App { cl_kernel k, l; Info info; cl_program p; cl_device_id "
        "d;\n  void check(const std::string &what) { std::cout << what << "
        "std::endl; }\n"
        "  void set() { clSetKernelArg(k, 0, 64, nullptr); }\n"
        "  void run(); };\nvoid App::run() { cl_int e;\n" +
        Body + "}\n";
    HostTokens T(Source);
    return followHost(Source, 0, /*IsCpp=*/true, T).FreshQueries.size();
  };
  const std::string Create = "k = clCreateKernel(p, \"k\", &e);\n",
                    Ask = "e = info.ask(k, d);\n";
  EXPECT_EQ(Fresh(Create + Ask), 1u);
  EXPECT_EQ(Fresh(Create + "if (e != 0) { check(\"it failed\"); return; }\n" +
                  Ask + "set();\n"),
            1u);
  EXPECT_EQ(Fresh(Create + "l = clCreateKernel(p, \"l\", &e);\n" + Ask), 1u);
  EXPECT_EQ(Fresh("if (e) {" + Create + Ask + "}\n"), 1u);
  // An argument may have been set, ...
  EXPECT_EQ(Fresh(Ask), 0u);
  EXPECT_EQ(Fresh(Create + "set();\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + "clSetKernelArg(k, 0, 64, nullptr);\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + "unknown();\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + "again:\n" + Ask + "set(); goto again;\n"), 0u);
  EXPECT_EQ(Fresh("if (e) {" + Create + "}\n" + Ask), 0u);
  // ... by code that does not stand there, ...
  const std::string Guard =
      "struct App2; extern cl_kernel global; struct Guard { ~Guard() { "
      "clSetKernelArg(global, 0, 64, nullptr); } int a = 0; };\n";
  auto With = [&](const std::string &Before, const std::string &Body) {
    const std::string Source =
        "#include <algorithm>\n#include <vector>\n" + Before +
        "void run(cl_program p, cl_device_id d) { cl_int e; size_t used;\n"
        "cl_kernel k = nullptr;\nk = clCreateKernel(p, \"k\", &e);\n" +
        Body + "clSetKernelArg(k, 0, 64, nullptr); }\n";
    HostTokens T(Source);
    return followHost(Source, 0, /*IsCpp=*/true, T).FreshQueries.size();
  };
  const std::string Plain = "clGetKernelWorkGroupInfo(k, d, "
                            "CL_KERNEL_LOCAL_MEM_SIZE, 8, &used, 0);\n";
  EXPECT_EQ(With("", Plain), 1u);
  EXPECT_EQ(With(Guard, "{ Guard g; }\n" + Plain), 0u);
  EXPECT_EQ(With(Guard, "Guard();\n" + Plain), 0u);
  EXPECT_EQ(With(Guard, "std::vector<Guard> v(3);\n" + Plain), 0u);
  EXPECT_EQ(With("", "auto ask = [&] { " + Plain +
                         "};\n"
                         "clSetKernelArg(k, 0, 64, nullptr); ask();\n"),
            0u);
  EXPECT_EQ(With("cl_kernel global; int set() { return clSetKernelArg(global, "
                 "0, 64, nullptr); }\nvoid f(int n = set()) {}\n",
                 "f();\n" + Plain),
            0u);
  EXPECT_EQ(With("cl_kernel global; void g(int);\nvoid f(int n) { g(n); "
                 "clSetKernelArg(global, 0, 64, nullptr); }\n"
                 "void g(int n) { if (n) f(n - 1); }\n",
                 "g(1);\n" + Plain),
            0u);
  EXPECT_EQ(With("#define TWICE(x) x; clSetKernelArg(k, 0, 64, nullptr); x\n",
                 "TWICE(clGetKernelWorkGroupInfo(k, d, "
                 "CL_KERNEL_LOCAL_MEM_SIZE, 8, &used, 0));\n"),
            0u);
  // ... of another kernel, ...
  EXPECT_EQ(Fresh(Create + "k = l;\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + "e = info.ask(l, d);\n"), 0u);
  // ... some other time, or in another build.
  EXPECT_EQ(Fresh(Create + Ask + "set();\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + "#ifdef A\nset();\n#endif\n" + Ask), 0u);
  EXPECT_EQ(Fresh(Create + Ask, "#if A > 1\nint a;\n#endif\n"), 0u);
  EXPECT_EQ(Fresh(Create + Ask, "#ifdef A\nint a;\n#endif\n"), 1u);
}

/// A member of a struct of the file is what it starts as until something sets
/// the struct, or may.
TEST(FollowHost, StructsOfTheFile) {
  auto Block = [](const std::string &Change) {
    return launches(Change + "size_t l[2] = {opt.wg, 1};", "l",
                    "#include <string.h>\n"
                    "struct Opt { size_t wg; int n; };\n"
                    "static struct Opt opt = {64, 16}, other = {32, 2};\n"
                    "static void parse(struct Opt *o) { o->wg = 32; }\n"
                    "static void tune(size_t *w) { *w = 32; }\n");
  };
  EXPECT_EQ(Block("opt.n = 4;").front(), "k 64x1x1");
  for (const char *Change :
       {"parse(&opt);", "tune(&opt.wg);", "opt = other;",
        "opt = (struct Opt){32, 2};", "memcpy(&opt, &other, sizeof opt);"})
    for (const std::string &Each : Block(Change))
      EXPECT_EQ(Each.find("64"), std::string::npos) << Change << ": " << Each;
}

} // namespace
