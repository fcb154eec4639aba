//===- MapOperationsTest.cpp - What compilers leave of layout maps --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each map of lib/Layout/MapOperations.def is applied to the subscripts of one
// store, and of two that lie a constant apart; so are the subscripts as they
// are. The difference of the operations in the optimised code is the map's.
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Codegen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace bankfix;

namespace {

struct Row {
  const char *Text;
  std::array<unsigned, 4> Of;
};

constexpr Row Rows[] = {
#define MAP(Text, First, Inner, Outer, Whole)                                  \
  {Text, {First, Inner, Outer, Whole}},
#include "MapOperations.def"
};

bool isFlat(llvm::StringRef Text) { return Text.contains("(i)"); }

/// \p Count stores, each so many rows and columns further on.
std::string stores(bool Flat, bool IsMapped, int Rows, int Columns, int Count) {
  std::string Out;
  for (int I = 0; I < Count; ++I) {
    const int R = I * Rows, C = I * Columns;
    if (Flat)
      Out += llvm::formatv(IsMapped ? "  t[M(i + {0})] = {0};\n"
                                    : "  t[i + {0}] = {0};\n",
                           32 * R + C);
    else
      Out +=
          llvm::formatv(IsMapped ? "  t[r + {0}][M(c + {1}, r + {0})] = {2};\n"
                                 : "  t[r + {0}][c + {1}] = {2};\n",
                        R, C, 32 * R + C);
  }
  return Out;
}

/// One access by itself, and then, within a row, in another row, and farther
/// apart than any map of bits looks, one more beside others. Those have paid
/// for what all share; in other rows, nothing is shared.
struct Accesses {
  int Rows, Columns, Count;
};
constexpr Accesses Asked[] = {{0, 0, 1},      {0, 1, 2}, {0, 1, 3},
                              {0, 0, 1},      {1, 0, 2}, {1 << 16, 0, 2},
                              {1 << 16, 0, 3}};

/// A kernel for each of these: without \p Text as the map, and with it.
std::string source(llvm::StringRef Text) {
  const bool Flat = isFlat(Text);
  std::string Out = (Flat ? "#define M(i) " : "#define M(c, r) ") + Text.str();
  for (auto [N, A] : llvm::enumerate(Asked))
    for (bool IsMapped : {false, true})
      Out += llvm::formatv(
          "\nextern \"C\" __global__ void {0}{1}({2}) {{\n{3}}",
          IsMapped ? "mapped" : "plain", N,
          Flat ? "float *t, int i" : "float (*t)[32], int r, int c",
          stores(Flat, IsMapped, A.Rows, A.Columns, A.Count));
  return Out;
}

bool isLogic(const llvm::Value *V) {
  auto *B = llvm::dyn_cast<llvm::BinaryOperator>(V);
  return B && B->isBitwiseLogicOp();
}

/// It takes no instruction of its own: a shift or a product that is added to
/// something (LEA, IMAD), and logic of three operands (LOP3).
bool isPart(const llvm::Instruction &I) {
  if (!I.hasOneUse() || !llvm::isa<llvm::Constant>(I.getOperand(1)))
    return false;
  const llvm::User *By = *I.user_begin();
  auto *B = llvm::dyn_cast<llvm::BinaryOperator>(By);
  if (isLogic(&I))
    return isLogic(By);
  return B && B->getOpcode() == llvm::Instruction::Add &&
         (I.isShift() || I.getOpcode() == llvm::Instruction::Mul);
}

/// As instructions of a GPU, whose addresses of shared memory have 32 bits:
/// sums of an address and what is scaled by a constant are one.
unsigned operations(const llvm::Instruction &I) {
  if (auto *G = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
    return llvm::count_if(G->indices(), [](const llvm::Use &U) {
      return !llvm::isa<llvm::Constant>(U);
    });
  if (!llvm::isa<llvm::BinaryOperator>(I) || isPart(I))
    return 0;
  // The upper half of a product, its sign, and a shift that adds that.
  constexpr unsigned Division = 3;
  const bool Divides = I.getOpcode() == llvm::Instruction::SDiv ||
                       I.getOpcode() == llvm::Instruction::UDiv;
  return Divides ? Division : 1;
}

/// As for any machine; and what the back ends of GPUs do to addresses.
void optimize(llvm::Module &M) {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graphs;
  llvm::ModuleAnalysisManager Modules;
  llvm::PipelineTuningOptions Tuning; // GPUs have no vectors of integers.
  Tuning.SLPVectorization = Tuning.LoopVectorization = false;
  llvm::PassBuilder Builder(nullptr, Tuning);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graphs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graphs, Modules);
  llvm::ModulePassManager Passes;
  llvm::cantFail(Builder.parsePassPipeline(
      Passes, "default<O3>,"
              "function(separate-const-offset-from-gep,early-cse,dce)"));
  Passes.run(M, Modules);
}

/// What the table should say of the map; nothing where no code is made.
std::optional<std::array<unsigned, 4>> measured(const char *Text) {
  ParseOptions O;
  O.Model = findTarget("sm_90");
  O.Headers = HeaderMode::BuiltIn;
  llvm::LLVMContext Context;
  EmittedCode Code =
      emitCode("maps.cu", source(Text), O, CodeSide::Device, Context);
  if (!Code.Module)
    return std::nullopt;
  optimize(*Code.Module);
  auto Sum = [&](const char *Kind, unsigned N) {
    int All = 0;
    for (const llvm::Instruction &I :
         llvm::instructions(Code.Module->getFunction(Kind + std::to_string(N))))
      All += int(operations(I));
    return All;
  };
  auto Added = [&](unsigned N) { return Sum("mapped", N) - Sum("plain", N); };
  std::array<unsigned, 4> Out;
  Out[0] = Added(0);
  for (unsigned N = 1; N < Out.size(); ++N)
    Out[N] = Added(2 * N) - Added(2 * N - 1);
  return Out;
}

std::string row(const char *Text, const std::array<unsigned, 4> &Of) {
  return llvm::formatv("MAP(\"{0}\", {1}, {2}, {3}, {4})", Text, Of[0], Of[1],
                       Of[2], Of[3]);
}

/// With BANKFIX_MAP_ROWS set, says what the rows should be, and nothing else.
TEST(MapOperations, AreWhatCompilersLeave) {
  const bool IsAsked = std::getenv("BANKFIX_MAP_ROWS") != nullptr;
  for (const Row &R : Rows) {
    auto Now = measured(R.Text);
    ASSERT_TRUE(Now) << R.Text;
    if (IsAsked)
      llvm::outs() << row(R.Text, *Now) << "\n";
    else
      EXPECT_EQ(row(R.Text, R.Of), row(R.Text, *Now));
  }
}

} // namespace
