//===- RandomKernel.h - Kernels without unknowns ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_ANALYSIS_RANDOMKERNEL_H
#define BANKFIX_TEST_UNIT_ANALYSIS_RANDOMKERNEL_H

#include "../KernelBuilder.h"
#include <random>

namespace bankfix {

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

  bool Inside = true; ///< Accesses stay in their arrays.

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
    switch (Depth ? pick(12) : pick(3)) {
    case 0:
      load(Flat, {Inside ? value() & (Elements - 1) : value()});
      return;
    case 1:
      store(Tile, {Inside ? value() & 31 : value(),
                   Inside ? value() & 31 : value()});
      return;
    case 2:
      local();
      return;
    case 9:
      if (Assignable.empty())
        return local();
      set(Assignable[pick(Assignable.size())], value());
      return;
    case 10:
      call(Depth - 1);
      return;
    case 11:
      untilTested(Depth - 1);
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
    size_t Outside = Known.size(), Set = Assignable.size();
    statements(Depth);
    Known.erase(Known.begin() + Outside, Known.end());
    Assignable.erase(Assignable.begin() + Set, Assignable.end());
  }
  void local() {
    if (pick(2)) {
      Known.push_back(var("v", value()));
      return;
    }
    Known.push_back(var("w", value()));
    Assignable.push_back(Known.back());
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
  /// A loop that tests last.
  void untilTested(unsigned Depth) {
    ++InLoop;
    Value I = var("d", constant(pick(3)));
    doWhile(I < int64_t(2 + pick(4)), [&] {
      set(I, I + 1); // First, as `continue` comes to the test.
      Known.push_back(I);
      block(Depth);
      Known.pop_back();
    });
    --InLoop;
  }
  /// A function with a result, which it may return early.
  void call(unsigned Depth) {
    unsigned OuterLoops = std::exchange(InLoop, 0);
    Value Result = var("result", constant(0));
    scope(ScopeKind::Call, [&] {
      block(Depth);
      when(condition(), [&] {
        set(Result, value());
        jump(JumpKind::Return);
      });
      block(Depth);
      set(Result, value());
    });
    InLoop = OuterLoops;
    Known.push_back(Result);
  }
  void leave() {
    JumpKind K = !InLoop || pick(4) == 0 ? JumpKind::Return
                 : pick(2)               ? JumpKind::Break
                                         : JumpKind::Continue;
    when(condition(), [&] { jump(K); });
  }

  std::mt19937 Random;
  unsigned Elements, Flat, Tile;
  std::vector<Value> Known, Assignable;
  unsigned InLoop = 0;
};

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_ANALYSIS_RANDOMKERNEL_H
