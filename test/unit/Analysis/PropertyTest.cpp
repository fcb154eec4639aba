//===- PropertyTest.cpp - Random kernels against the naive runner ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include "NaiveRun.h"
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

/// Makes random kernels, none with an unknown in it.
class RandomKernel : public KernelBuilder {
public:
  explicit RandomKernel(unsigned Seed) : Random(Seed) {
    Elements = 256u << pick(3);
    Flat = array("s", {Elements}, 1u << pick(4));
    Tile = array("tile", {32, 32 + pick(4)});
    // One base only: the analysis counts the worst.
    for (SharedArray &A : P.Arrays)
      A.Alignment = 256;
    Known = {tx, ty, ty * 16 + tx};
  }

  unsigned pick(unsigned N) { return Random() % N; }

  /// `s[a*tx + b*ty + c]`, as straight lines only.
  void affine() {
    Value I = tx * pick(40) + ty * pick(40) + pick(9);
    if (pick(2))
      load(Flat, {I & (Elements - 1)});
    else
      store(Tile, {ty * pick(3) & 31, tx * pick(5) + pick(30) & 31});
  }

  void statements(unsigned Depth) {
    for (unsigned I = 0, N = 1 + pick(4); I < N; ++I)
      statement(Depth);
  }

  /// A counted loop of \p Trips iterations around random statements.
  void longLoop(unsigned Trips) {
    count("n", constant(pick(9)), constant(Trips), 1, [&](Value I) {
      Known.push_back(I);
      statements(1);
      Known.pop_back();
    });
  }

private:
  Value value() {
    switch (pick(8)) {
    case 0:
      return known() * pick(9);
    case 1:
      return known() + value();
    case 2:
      return known() / int64_t(1 + pick(8));
    case 3:
      return value() % int64_t(1 + pick(40));
    case 4:
      return value() & pick(64);
    case 5:
      return known() ^ known();
    case 6:
      return known() << pick(5);
    default:
      return known();
    }
  }
  Value known() { return Known[pick(Known.size())]; }
  Value condition() {
    Value C = pick(2) ? value() < int64_t(pick(48)) : (value() & 3) == 1;
    return pick(4) ? C : C && known() != int64_t(pick(16));
  }

  void statement(unsigned Depth) {
    switch (Depth ? pick(9) : pick(3)) {
    case 0:
      load(Flat, {value() & (Elements - 1)});
      return;
    case 1:
      store(Tile, {value() & 31, value() & 31});
      return;
    case 2:
      local();
      return;
    case 3:
    case 4:
      when(condition(), [&] { block(Depth - 1); });
      return;
    case 5:
      when(condition(), [&] { block(Depth - 1); }, [&] { block(Depth - 1); });
      return;
    case 6:
      counted(Depth - 1);
      return;
    case 7:
      geometric(Depth - 1);
      return;
    default:
      leave();
      return;
    }
  }

  /// Variables made inside are not seen outside, where they may be unset.
  void block(unsigned Depth) {
    size_t Outside = Known.size();
    statements(Depth);
    Known.erase(Known.begin() + Outside, Known.end());
  }
  void local() {
    if (Locals.size() > 3 || pick(2)) {
      Known.push_back(var("v", value()));
      return;
    }
    Locals.push_back(Known.size());
    Known.push_back(var("w", value()));
    set(Known.back(), value() + 1);
  }
  void counted(unsigned Depth) {
    ++InLoop;
    count("i", value() & 3, constant(1 + pick(6)), 1 + pick(2), [&](Value I) {
      Known.push_back(I);
      block(Depth);
      Known.pop_back();
    });
    --InLoop;
  }
  void geometric(unsigned Depth) {
    ++InLoop;
    Value S = var("stride", constant(1 + pick(3)));
    loop(
        S < 64, [&] { set(S, S * 2); },
        [&] {
          Known.push_back(S);
          block(Depth);
          Known.pop_back();
        });
    --InLoop;
  }
  void leave() {
    JumpKind K = !InLoop || pick(4) == 0 ? JumpKind::Return
                 : pick(2)               ? JumpKind::Break
                                         : JumpKind::Continue;
    when(condition(), [&] { jump(K); });
  }

  std::mt19937 Random;
  unsigned Elements, Flat, Tile;
  std::vector<Value> Known;
  std::vector<size_t> Locals;
  unsigned InLoop = 0;
};

constexpr std::array<unsigned, 3> Blocks[] = {
    {32, 1, 1}, {64, 2, 1}, {16, 16, 1}, {8, 4, 2}, {24, 3, 1}, {50, 1, 1}};

/// The analysis and the naive runner agree on every site.
void expectEqual(RandomKernel &B, unsigned Seed) {
  const Target &T = *findTarget(Seed % 3 ? "sm_80" : "gfx942");
  AnalysisResult R = B.analyze(Blocks[Seed % std::size(Blocks)], T.Name);
  std::vector<NaiveCount> Naive = naiveRun(B.kernel(), B.P, R.Shape, T);
  for (unsigned I = 0; I < Naive.size(); ++I) {
    const Verdict &V = R.Verdicts[I];
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    if (NaiveCount{V.Requests, V.Wavefronts, V.Ideal} !=
        NaiveCount{Naive[I].Requests, Naive[I].Wavefronts, Naive[I].Ideal})
      print(OS, B.kernel(), B.P);
    ASSERT_EQ(V.Reason, "") << "seed " << Seed;
    ASSERT_EQ(V.Requests, Naive[I].Requests)
        << "seed " << Seed << ", site " << I << "\n"
        << Text;
    ASSERT_EQ(V.Wavefronts, Naive[I].Wavefronts)
        << "seed " << Seed << ", site " << I << "\n"
        << Text;
    ASSERT_EQ(V.Ideal, Naive[I].Ideal);
  }
}

TEST(Properties, AffineKernels) {
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    RandomKernel B(Seed);
    for (unsigned I = 0; I < 4; ++I)
      B.affine();
    expectEqual(B, Seed);
  }
}

TEST(Properties, StructuredKernels) {
  for (unsigned Seed = 100; Seed < 160; ++Seed) {
    RandomKernel B(Seed);
    B.statements(3);
    ASSERT_NO_FATAL_FAILURE(expectEqual(B, Seed));
  }
}

TEST(Properties, LongLoops) {
  for (unsigned Seed = 400; Seed < 405; ++Seed) {
    RandomKernel B(Seed);
    B.longLoop(250 + B.pick(80));
    ASSERT_NO_FATAL_FAILURE(expectEqual(B, Seed));
  }
}

} // namespace
