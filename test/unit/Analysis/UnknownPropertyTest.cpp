//===- UnknownPropertyTest.cpp - Unknowns against runs that know them -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random kernels with parameters and values from memory. Whatever these are in
// a run, the run costs what an exact verdict says, and no more than a bounded
// one.
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include "NaiveRun.h"
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

class UnknownKernel : public KernelBuilder {
public:
  explicit UnknownKernel(unsigned Seed) : Random(Seed) {
    Flat = array("s", {1024u << pick(3)}, 1u << pick(4));
    Tile = array("tile", {32, 32 + pick(4)});
    for (SharedArray &A : P.Arrays)
      A.Alignment = 256; // One base only: the analysis counts the worst.
    N = param("n");
    M = param("m");
    Locals.push_back(var("d", data()));
  }

  unsigned pick(unsigned Below) { return Random() % Below; }

  void statements() {
    for (unsigned I = 0; I < 4; ++I)
      statement();
  }

private:
  Value data() {
    Value D{&Pool, Pool.opaque("data" + std::to_string(pick(3)), Int32, false,
                               -5, 300)};
    return pick(3) ? D & int64_t(pick(64)) : D;
  }
  Value known() {
    switch (pick(3)) {
    case 0:
      return tx;
    case 1:
      return ty;
    default:
      return tx + ty * 16;
    }
  }
  Value unknown() {
    switch (pick(5)) {
    case 0:
      return N;
    case 1:
      return M;
    case 2:
      return N & int64_t(pick(32));
    case 3:
      return N / 2;
    default:
      return Locals[pick(Locals.size())];
    }
  }
  Value value() {
    switch (pick(15)) {
    case 12: // A swizzle.
      return value() ^ (value() & 31);
    case 13:
      return (value() & 63) ^ value();
    case 14:
      return value() % int64_t(1 + pick(64)) & value();
    case 0:
      return known() * unknown();
    case 1:
      return known() / unknown();
    case 2:
      return known() % unknown();
    case 3:
      return unknown() + known() * int64_t(pick(9));
    case 4:
      return (unknown() + known()) & ~int64_t(pick(2) ? 3 : 7);
    case 5:
      return known() ^ (unknown() & 31);
    case 6:
      return cast(cast(value(), IntType{8, pick(2) != 0}), Int32);
    case 7:
      return Value{&Pool, Pool.binary(pick(2) ? Op::Shl : Op::Shr, known().E,
                                      (unknown() & 7).E)};
    case 8:
      return value() / int64_t(1 + pick(6));
    case 9:
      return value() % int64_t(1 + pick(64));
    case 10:
      return value() + value();
    default:
      return select(known() < unknown(), known(), value());
    }
  }
  /// What an unknown is compared with says something of it.
  Value guard() {
    Value A = unknown(), B = pick(2) ? known() : constant(pick(100));
    if (pick(4) == 0)
      A = A + Locals[pick(Locals.size())];
    if (pick(4) == 0) {
      A = cast(A, UInt32);
      B = cast(B, UInt32);
    }
    constexpr Op Comparisons[] = {Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq};
    Value C = A.apply(Comparisons[pick(std::size(Comparisons))], B);
    switch (pick(5)) {
    case 0:
      return !C;
    case 1:
      return C && unknown() >= int64_t(pick(3));
    case 2:
      return C || unknown() < int64_t(pick(3));
    default:
      return C;
    }
  }
  void statement() {
    switch (pick(9)) {
    case 6:
      when(
          guard(), [&] { load(Flat, {value()}); },
          [&] { load(Flat, {value()}); });
      return;
    case 7:
      when(guard(), [&] { jump(JumpKind::Return); });
      load(Flat, {unknown() + known() * int64_t(pick(9))});
      return;
    case 8:
      pick(4) ? set(Locals[0], unknown() + known()) : assume(guard());
      return;
    case 0:
      store(Tile, {value() & 31, known() & 31});
      return;
    case 1:
      access(Flat, AccessOp::Atomic, {value() & 255});
      return;
    case 2:
      when(pick(2) ? unknown() > int64_t(pick(9)) : known() < unknown(),
           [&] { set(Locals[0], known() * int64_t(pick(5))); });
      return;
    case 3:
      when(known() < unknown(), [&] { load(Flat, {value()}); });
      return;
    default:
      load(Flat, {value()});
      return;
    }
  }

  std::mt19937 Random;
  unsigned Flat, Tile;
  Value N, M;
  std::vector<Value> Locals;
};

constexpr int64_t Sizes[] = {0,  1,  2,  3,  4,  7,  8,   15,  16,
                             17, 31, 32, 33, 64, 96, 128, 255, 1000};

/// Compares one run with the verdicts.
void expectBounded(UnknownKernel &B, const AnalysisResult &A, const Target &T,
                   unsigned Seed) {
  std::mt19937 Random(Seed);
  int64_t Size[] = {Sizes[Random() % std::size(Sizes)],
                    Sizes[Random() % std::size(Sizes)]};
  bool Extreme = Random() % 2; // Few different values from memory.
  std::mt19937 Memory(Seed + 1);
  Oracle Values = [&](const Expr &E, unsigned) {
    if (E.kind() == ExprKind::Param)
      return Size[E.index()];
    uint64_t Count = uint64_t(E.high() - E.low()) + 1;
    return E.low() +
           int64_t(Extreme ? Memory() % 8 * 32 % Count : Memory() % Count);
  };
  auto Naive = naiveRun(B.kernel(), B.P, A.Shape, T, Values);
  if (!Naive)
    return;
  for (unsigned I = 0; I < Naive->size(); ++I) {
    const Verdict &V = A.Verdicts[I];
    const NaiveCount &C = (*Naive)[I];
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    OS << "seed " << Seed << ", site " << I << ", n " << Size[0] << ", m "
       << Size[1] << " on " << T.Name << "\n";
    print(OS, B.kernel(), B.P);
    ASSERT_NE(V.Sure, Certainty::Unknown) << V.Reason << Text;
    ASSERT_LE(C.Wavefronts, V.Wavefronts) << Text;
    ASSERT_LE(C.Serialization, V.Serialization) << Text;
    ASSERT_LE(C.Wavefronts - C.Serialization, V.payable()) << Text;
    if (V.Sure == Certainty::Exact)
      ASSERT_EQ(
          (NaiveCount{V.Requests, V.Wavefronts, V.Ideal, V.Serialization}), C)
          << Text;
    if (C.Ideal == 0)
      continue;
    double Mean = double(C.Wavefronts - C.Serialization) / C.Ideal;
    ASSERT_GE(Mean, V.MinDegree - 1e-9) << Text;
    ASSERT_LE(Mean, V.MaxDegree + 1e-9) << Text;
  }
}

TEST(UnknownProperties, RunsStayWithinTheirVerdicts) {
  constexpr const char *Targets[] = {"sm_80", "sm_80", "gfx942", "sm_35",
                                     "sm_20"};
  constexpr std::array<unsigned, 3> Blocks[] = {
      {32, 1, 1}, {8, 8, 1}, {16, 2, 1}, {24, 1, 1}};
  for (unsigned Seed = 0; Seed < 80; ++Seed) {
    UnknownKernel B(Seed);
    B.statements();
    const Target &T = *findTarget(Targets[Seed % std::size(Targets)]);
    AnalysisResult A = B.analyze(Blocks[Seed % std::size(Blocks)], T.Name);
    for (unsigned Run = 0; Run < 12; ++Run)
      ASSERT_NO_FATAL_FAILURE(expectBounded(B, A, T, Seed * 100 + Run));
  }
}

} // namespace
