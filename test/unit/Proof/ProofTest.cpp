//===- ProofTest.cpp - Broken rewrites are caught -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewriter is broken on purpose: the right result is made by hand, then one
// thing in it is changed that no layout may change.
//
//===----------------------------------------------------------------------===//

#include "bankfix/Proof/Proof.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

struct Source {
  ParsedFile Parsed;
  std::vector<AnalyzedKernel> Kernels;
};

class ProofTest : public testing::Test {
protected:
  Source analyze(llvm::StringRef Text) {
    Source S;
    ParseOptions O;
    O.Model = &T;
    O.Headers = HeaderMode::BuiltIn;
    O.AddedMembers = {"pad"};
    S.Parsed = parse("kernel.cu", Text, O, Pool);
    const Program &P = S.Parsed.Prog;
    for (unsigned I = 0; S.Parsed.Ok && I < P.Kernels.size(); ++I)
      for (const LaunchShape &Shape : S.Parsed.Launches[I].Shapes) {
        AnalyzedKernel A;
        A.Kernel = I;
        A.Shape = Shape;
        A.Requests = collectRequests(P.Kernels[I], P, Shape, T.WaveSize);
        for (unsigned N = 0; N < P.Kernels[I].Sites.size(); ++N) {
          const Site &Where = P.Kernels[I].Sites[N];
          A.Verdicts.push_back(
              judge(A.Requests.Sites[N], Where, P.Arrays[Where.Array], T));
        }
        S.Kernels.push_back(std::move(A));
      }
    return S;
  }

  /// What the proof says of \p New as the planned rewrite of \p Old; empty
  /// where it holds.
  std::string prove(llvm::StringRef Old, llvm::StringRef New) {
    Source Before = analyze(Old), After = analyze(New);
    EXPECT_TRUE(Before.Parsed.Ok) << Old.str();
    PlanOptions Options;
    Options.Allowed = Allowed;
    std::vector<ArrayPlan> Plans = plan(
        {Before.Parsed.Prog, Before.Parsed.Rights}, Before.Kernels, T, Options);
    EXPECT_FALSE(Plans.empty());
    return bankfix::prove({Before.Parsed, Before.Kernels},
                          {After.Parsed, After.Kernels}, Plans, T, Pool)
        .value_or("");
  }

  const Target &T = *findTarget("sm_80");
  ExprPool Pool;
  std::vector<StrategyKind> Allowed = {StrategyKind::PadRow,
                                       StrategyKind::IndexMacro};
};

/// \p Text with the only occurrence of \p Old replaced.
std::string with(std::string Text, const std::string &Old,
                 const std::string &New) {
  size_t At = Text.find(Old);
  EXPECT_NE(At, std::string::npos) << Old;
  EXPECT_EQ(Text.find(Old, At + 1), std::string::npos) << Old;
  return Text.replace(At, Old.size(), New);
}

const std::string Transpose = R"cuda(
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  __shared__ float other[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[y + j][x] = in[(y + j) * n + x];
  other[y][x] = sizeof(float) * 2;
  __syncthreads();
  for (int i = 0; i < 24; i += 8)
    out[(y + i) * n + x] = tile[x][y + i] + other[y][x];
}
void launch(float *out, const float *in) {
  transpose<<<16, dim3(32, 8), 0>>>(out, in, 512);
}
)cuda";
const std::string Padded = with(Transpose, "tile[32][32]", "tile[32][33]");

const std::string Flat = R"cuda(
__global__ void transpose(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[x + y * 32] = s[x * 32 + y];
}
void launch(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
}
)cuda";
const std::string Macro = "#define BANKFIX_PAD32(i) ((i) + ((i) >> 5))\n" +
                          with(with(with(Flat, "s[1024]", "s[BANKFIX_PAD32(1024)]"),
                                    "s[y * 32 + x] =", "s[BANKFIX_PAD32(y * 32 + x)] ="),
                               "s[x * 32 + y]", "s[BANKFIX_PAD32(x * 32 + y)]");

TEST_F(ProofTest, RightRewritesHold) {
  EXPECT_EQ(prove(Transpose, Padded), "");
  EXPECT_EQ(prove(Flat, Macro), "");
}

struct Break {
  const char *What, *Old, *New;
};

TEST_F(ProofTest, BrokenPadIsCaught) {
  const Break Breaks[] = {
      {"loop bound", "j < 32", "j < 33"},
      {"loop start", "int j = 0", "int j = 1"},
      {"loop step", "i += 8", "i += 4"},
      {"global store index", "out[(y + i) * n + x]", "out[(y + i) * n + y]"},
      {"global load index", "in[(y + j) * n + x]", "in[(y + j) * 33 + x]"},
      {"pad in the wrong dimension", "tile[32][33]", "tile[33][32]"},
      {"too large a pad", "tile[32][33]", "tile[32][34]"},
      {"no pad", "tile[32][33]", "tile[32][32]"},
      {"another array padded", "other[32][32]", "other[32][33]"},
      {"element type", "float tile[", "int tile["},
      {"subscripts swapped", "tile[x][y + i]", "tile[y + i][x]"},
      {"a subscript moved", "tile[x][y + i]", "tile[x][y + i + 1]"},
      {"another array read", "+ other[y][x]", "+ tile[y][x]"},
      {"barrier lost", "__syncthreads();", ";"},
      {"operator", "] + other", "] - other"},
      {"literal", "* 2;", "* 3;"},
      {"sizeof", "sizeof(float)", "sizeof(double)"},
      {"variable", "y = threadIdx.y", "y = threadIdx.z"},
      {"host block", "dim3(32, 8)", "dim3(32, 4)"},
      {"host argument", "in, 512)", "in, 528)"},
      {"host grid", "<<<16,", "<<<17,"},
      {"parameter", "int n)", "long n)"},
      {"does not compile", "int x = threadIdx.x,", "int x = threadIdx.x"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Transpose, with(Padded, B.Old, B.New)), "") << B.What;
}

TEST_F(ProofTest, BrokenMacroIsCaught) {
  const Break Breaks[] = {
      {"one access missed", "s[BANKFIX_PAD32(x * 32 + y)]", "s[x * 32 + y]"},
      {"one access twice", "s[BANKFIX_PAD32(x * 32 + y)]", "s[BANKFIX_PAD32(BANKFIX_PAD32(x * 32 + y))]"},
      {"macro on a global index", "out[x + y * 32]", "out[BANKFIX_PAD32(x + y * 32)]"},
      {"precedence", "((i) + ((i) >> 5))", "((i) + (i) >> 5)"},
      {"other shift", ">> 5", ">> 4"},
      {"array not grown", "s[BANKFIX_PAD32(1024)]", "s[1024]"},
      {"array grown otherwise", "s[BANKFIX_PAD32(1024)]", "s[BANKFIX_PAD32(1024) + 1]"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Flat, with(Macro, B.Old, B.New)), "") << B.What;
}

const std::string Stepping = R"cuda(
__global__ void k(float *out) {
  __shared__ float s[1024];
  int i = threadIdx.x * 32;
  s[i++] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
}
void launch(float *out) { k<<<1, 32>>>(out); }
)cuda";
const std::string Once =
    R"cuda(#define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
static __device__ int bankfix_pad32(int i) { return BANKFIX_PAD32(i); }
)cuda" +
    with(with(with(Stepping, "s[1024]", "s[BANKFIX_PAD32(1024)]"), "s[i++]",
              "s[bankfix_pad32(i++)]"),
         "s[threadIdx.x * 32]", "s[BANKFIX_PAD32(threadIdx.x * 32)]");

TEST_F(ProofTest, AnIndexWithASideEffectIsEvaluatedOnce) {
  EXPECT_EQ(prove(Stepping, Once), "");
  const Break Breaks[] = {
      {"twice", "bankfix_pad32(i++)", "BANKFIX_PAD32(i++)"},
      {"not at all", "bankfix_pad32(i++)", "bankfix_pad32(i)"},
      {"another way", "bankfix_pad32(i++)", "bankfix_pad32(++i)"},
      {"as well", "s[bankfix_pad32(i++)]", "s[i++, bankfix_pad32(i++)]"},
      {"another map", "return BANKFIX_PAD32(i)", "return BANKFIX_PAD32(i) + 1"},
      {"no map", "return BANKFIX_PAD32(i)", "return i"},
      {"a narrow type", "pad32(int i)", "pad32(short i)"},
      {"another effect", "{ return", "{ ++i; return"},
      {"a name that means nothing", "int bankfix_pad32(int", "int pad32(int"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Stepping, with(Once, B.Old, B.New)), "") << B.What;
}

const std::string Groups = R"cuda(
__global__ void k(float *out) {
  __shared__ __align__(16) float s[2048];
  for (int i = threadIdx.x; i < 512; i += 32)
    ((float4 *)s)[i] = make_float4(1, 2, 3, 4);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 64];
}
void launch(float *out) { k<<<1, 32>>>(out); }
)cuda";

TEST_F(ProofTest, GroupsOfElementsStayTogether) {
  const std::string Padded =
      "#define BANKFIX_PAD(i) ((i) + ((i) >> 6) * 4)\n" +
      with(with(with(Groups, "s[2048]", "s[BANKFIX_PAD(2048)]"),
                "[i] =", "[BANKFIX_PAD(4 * i) / 4] ="),
           "s[threadIdx.x * 64]", "s[BANKFIX_PAD(threadIdx.x * 64)]");
  Allowed = {StrategyKind::IndexMacro};
  const Break Breaks[] = {
      {"elements", "BANKFIX_PAD(4 * i) / 4", "BANKFIX_PAD(i)"},
      {"no map", "BANKFIX_PAD(4 * i) / 4", "i"},
      {"other groups", "BANKFIX_PAD(4 * i) / 4", "BANKFIX_PAD(2 * (i)) / 2"},
      {"a narrower type", "((float4 *)s)", "((float2 *)s)"},
      {"another type", "((float4 *)s)", "((int4 *)s)"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Groups, with(Padded, B.Old, B.New)), "") << B.What;
}

const std::string Launched = R"cuda(
#define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
__global__ void transpose(float *out, const float *in) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[x + y * 32] = s[x * 32 + y];
}
void launch(float *out, const float *in) {
  int n = 1024;
  transpose<<<1, dim3(32, 32), n * sizeof(float)>>>(out, in);
  transpose<<<1, dim3(32, 32), 4096>>>(out, in);
}
)cuda";
const std::string Relaunched =
    with(with(with(with(Launched, "s[y * 32 + x] =", "s[BANKFIX_PAD32(y * 32 + x)] ="),
                   "s[x * 32 + y]", "s[BANKFIX_PAD32(x * 32 + y)]"),
              "n * sizeof(float)", "BANKFIX_PAD32(n) * sizeof(float)"),
         "4096", "BANKFIX_PAD32(4096)");

TEST_F(ProofTest, BrokenHostSizeIsCaught) {
  Allowed = {StrategyKind::IndexMacro};
  EXPECT_EQ(prove(Launched, Relaunched), "");
  // The same, of the bytes.
  EXPECT_EQ(prove(Launched, with(Relaunched, "BANKFIX_PAD32(n) * sizeof(float)",
                                 "BANKFIX_PAD32(n * sizeof(float))")),
            "");
  const Break Breaks[] = {
      {"size not grown", "BANKFIX_PAD32(n) * sizeof", "n * sizeof"},
      {"another size", "BANKFIX_PAD32(n) *", "BANKFIX_PAD32(n + 1) *"},
      {"size of another type", "sizeof(float)", "sizeof(double)"},
      {"one launch missed", "BANKFIX_PAD32(4096)", "4096"},
      {"too little", "BANKFIX_PAD32(4096)", "4100"},
      {"size grown twice", "BANKFIX_PAD32(n) *", "BANKFIX_PAD32(BANKFIX_PAD32(n)) *"},
      {"the variable", "int n = 1024", "int n = 1056"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Launched, with(Relaunched, B.Old, B.New)), "") << B.What;
}

const std::string Longer =
    with(with(with(Flat, "s[1024]", "s[1056]"), "s[y * 32 + x] =",
              "s[y * 33 + x] ="),
         "s[x * 32 + y]", "s[x * 33 + y]");

TEST_F(ProofTest, BrokenRowsAreCaught) {
  Allowed = {StrategyKind::PadStride};
  EXPECT_EQ(prove(Flat, Longer), "");
  const Break Breaks[] = {
      {"one access missed", "s[x * 33 + y]", "s[x * 32 + y]"},
      {"too long", "s[x * 33 + y]", "s[x * 34 + y]"},
      {"another row", "s[x * 33 + y]", "s[y * 33 + y]"},
      {"another column", "s[x * 33 + y]", "s[x * 33 + x]"},
      {"the wrong factor", "s[x * 33 + y]", "s[(x + 1) * 32 + y]"},
      {"array not grown", "s[1056]", "s[1024]"},
      {"a global index", "out[x + y * 32]", "out[x + y * 33]"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Flat, with(Longer, B.Old, B.New)), "") << B.What;
}

// The template is edited; one unit has an instance, the other none.
constexpr llvm::StringLiteral Pattern = R"(
template <int N> __global__ void turn(float *out, const float *in, int k = 7) {
  __shared__ float t[N][N];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = t[threadIdx.x][threadIdx.y] + k;
}
)";

TEST_F(ProofTest, TemplatesWithoutInstanceFollowThoseWithOne) {
  const std::string Launch =
      "void run(float *a, float *b) { turn<32><<<1, dim3(32, 32)>>>(a, b); }\n";
  const std::string Around = "constexpr int Rows = 32;\n"
                             "int size() { return Rows * sizeof(float); }\n";
  const std::string New = with(Pattern.str(), "t[N][N]", "t[N][N + 1]");
  EXPECT_EQ(prove(Pattern.str() + Launch, New + Launch), "");
  const Source Before = analyze(Pattern.str() + Launch),
               After = analyze(New + Launch),
               Old = analyze(Pattern.str() + Around);
  const ProvedUnit Here = {Before.Parsed, After.Parsed};
  auto There = [&](const std::string &Text, bool IsProved = true) {
    Source S = analyze(Text);
    return bankfix::prove({Old.Parsed, Old.Kernels}, {S.Parsed, S.Kernels}, {},
                          T, Pool, IsProved ? &Here : nullptr)
        .value_or("");
  };
  EXPECT_EQ(There(Pattern.str() + Around), "");
  EXPECT_EQ(There(New + Around), "");
  EXPECT_EQ(There(New + Around, /*IsProved=*/false),
            "'turn' changed in more than the planned accesses");
  EXPECT_EQ(There(with(New, "N + 1", "N + 2") + Around),
            "the template 'turn' reads otherwise there, and has no instance to "
            "prove it of; give its arguments with --assume");
  const Break Breaks[] = {
      {"a default argument", "k = 7", "k = 8"},
      {"a parameter of the template", "<int N>", "<short N>"},
      {"a default of it", "<int N>", "<int N = 3>"},
      {"a constant elsewhere", "Rows = 32", "Rows = 33"},
      {"a size elsewhere", "sizeof(float)", "sizeof(char)"},
      {"a specialization", "constexpr int Rows",
       "template <> __global__ void turn<8>(float *, const float *, int) {}\n"
       "constexpr int Rows"},
      {"a declared instance", "constexpr int Rows",
       "extern template __global__ void turn<8>(float *, const float *, int);\n"
       "constexpr int Rows"},
      {"a new function", "int size()", "int added();\nint size()"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(There(with(New + Around, B.Old, B.New)), "") << B.What;
}

TEST_F(ProofTest, SaysWhatDoesNotHold) {
  EXPECT_EQ(prove(Transpose, with(Padded, "j < 32", "j < 33")),
            "'transpose' changed in more than the planned accesses");
  EXPECT_EQ(prove(Transpose, with(Padded, "tile[32][33]", "tile[33][32]")),
            "'tile' is declared as float[33][32], planned was float[32][33]");
  EXPECT_EQ(prove(Flat, with(Macro, "s[BANKFIX_PAD32(x * 32 + y)]", "s[x * 32 + y]")),
            "an access to 's' in 'transpose' is not the planned one");
}

const std::string Skips =
    "#define LOG 4\n#define SKIP(n) ((n) >> LOG)\n" +
    with(with(with(Flat, "s[1024]", "s[1024 + SKIP(1024)]"),
              "s[y * 32 + x] =", "s[y * 32 + x + SKIP(y * 32 + x)] ="),
         "s[x * 32 + y]", "s[x * 32 + y + SKIP(x * 32 + y)]");
const std::string Retargeted = with(Skips, "LOG 4", "LOG 5");

TEST_F(ProofTest, AnotherDefinitionHolds) {
  EXPECT_EQ(prove(Skips, Retargeted), "");
  EXPECT_EQ(prove(Skips, with(Skips, "((n) >> LOG)", "((n) / 32)")), "");
}

TEST_F(ProofTest, BrokenDefinitionIsCaught) {
  const Break Breaks[] = {
      {"another definition", "LOG 5", "LOG 6"},
      {"more than the definition", "(n) >> LOG", "((n) >> LOG) + 1"},
      {"another parameter", "SKIP(n) ((n)", "SKIP(m) ((5)"},
      {"another index", "x + SKIP(y * 32 + x)", "x + SKIP(y * 33 + x)"},
      {"another index beside it", "s[x * 32 + y +", "s[x * 32 + y + 1 +"},
      {"no macro", "s[x * 32 + y + SKIP(x * 32 + y)]", "s[x * 32 + y]"},
      {"room for fewer", "SKIP(1024)", "SKIP(992)"},
      {"room for none that move", "s[1024 + SKIP(1024)]", "s[1024]"},
      {"used for more", "out[x +", "out[SKIP(x) + x +"},
      {"global store index", "out[x +", "out[1 + x +"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Skips, with(Retargeted, B.Old, B.New)), "") << B.What;
}

const std::string Structs = R"cuda(
struct Body {
  float x, y, z, mass;
};
struct Other {
  float x, y;
};
__device__ float sum(const Body &b) { return b.x + b.mass; }
__global__ void bodies(float *out, Other other) {
  __shared__ Body all[64];
  int t = threadIdx.x;
  all[t].x = t;
  all[t].mass = 2;
  __syncthreads();
  Body own = {1, 2, 3, 4};
  out[t] = sum(all[63 - t]) + all[t ^ 1].x + own.y + other.x;
}
void launch(float *out) { bodies<<<1, 64>>>(out, Other()); }
)cuda";
const std::string WithMember =
    with(Structs, "mass;\n", "mass;\n  unsigned pad;\n");

TEST_F(ProofTest, OneMoreMemberHolds) {
  Allowed = {StrategyKind::PadStruct};
  EXPECT_EQ(prove(Structs, WithMember), "");
}

TEST_F(ProofTest, BrokenMembersAreCaught) {
  Allowed = {StrategyKind::PadStruct};
  const Break Breaks[] = {
      {"no member", "  unsigned pad;\n", ""},
      {"another size", "unsigned pad", "unsigned pad[3]"},
      {"another type", "unsigned pad", "float pad"},
      {"a bit-field", "unsigned pad", "unsigned pad : 3"},
      {"another name", "unsigned pad", "unsigned more"},
      {"another place", "mass;\n  unsigned pad;", "pad;\n  unsigned mass;"},
      {"another struct", "float x, y;\n", "float x, y;\n  unsigned pad;\n"},
      {"another order", "x, y, z, mass", "y, x, z, mass"},
      {"a value", "2, 3, 4}", "2, 3, 4, 5}"},
      {"another value", "2, 3, 4}", "2, 3}"},
      {"a use", "own.y", "own.pad"},
      {"a size", "own.y", "sizeof(own)"},
      {"another subscript", "all[63 - t]", "all[62 - t]"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Structs, with(WithMember, B.Old, B.New)), "") << B.What;
}

/// A pointer that walks through rows, as it is and as it is rewritten.
const std::string Rows = R"(
__global__ void k(float *out) {
  __shared__ float a[32][32], b[32][32];
  float *p = &a[threadIdx.x][0];
  float *q = &a[0][threadIdx.x];
  for (int i = 0; i < 32; ++i)
    p[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = q[32] + b[0][0];
}
void run(float *out) { k<<<1, 32>>>(out); }
)";
const std::string FlatRows = R"(
#define M(i) ((i) ^ (((i) >> 5) & 31))
__global__ void k(float *out) {
  __shared__ float a[32][32], b[32][32];
  float *p = &a[threadIdx.x][0];
  float *q = &a[0][threadIdx.x];
  for (int i = 0; i < 32; ++i)
    (&a[0][0])[M((int)(p - a[0]) + (i))] = out[i];
  __syncthreads();
  out[threadIdx.x] = (&a[0][0])[M((int)(q - a[0]) + (32))] + b[0][0];
}
void run(float *out) { k<<<1, 32>>>(out); }
)";

TEST_F(ProofTest, AccessesThroughAllRows) {
  Allowed = {StrategyKind::Swizzle};
  EXPECT_EQ(prove(Rows, FlatRows), "");
  const Break Breaks[] = {
      {"another mask", "& 31", "& 15"},
      {"another pointer", "(p - a[0])", "(q - a[0])"},
      {"another index", "+ (32)", "+ (33)"},
      {"another row", "a[0][0])[M((int)(q", "a[1][0])[M((int)(q"},
      {"from another row", "(q - a[0])", "(q - a[1])"},
      {"from another array", "(q - a[0])", "(q - b[0])"},
      {"another place", "&a[0][threadIdx.x]", "&a[1][threadIdx.x]"},
      {"another column", "a[0][0])[M((int)(q", "a[0][1])[M((int)(q"},
      {"no macro", "(&a[0][0])[M((int)(q - a[0]) + (32))]", "q[32]"},
  };
  for (const Break &B : Breaks)
    EXPECT_NE(prove(Rows, with(FlatRows, B.Old, B.New)), "") << B.What;
}

} // namespace
