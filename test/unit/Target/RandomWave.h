//===- RandomWave.h - Random requests ---------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_TARGET_RANDOMWAVE_H
#define BANKFIX_TEST_UNIT_TARGET_RANDOMWAVE_H

#include "Wave.h"
#include <cstdlib>
#include <random>

namespace bankfix::test {

/// Random waves in the patterns that kernels have. BANKFIX_SEED repeats a run.
class RandomWaves {
public:
  RandomWaves() : Seed(seed()), Engine(Seed) {
    ::testing::Test::RecordProperty("seed", static_cast<int>(Seed));
  }

  std::string describe() const {
    return "BANKFIX_SEED=" + std::to_string(Seed);
  }

  unsigned below(unsigned Limit) {
    return std::uniform_int_distribution<unsigned>(0, Limit - 1)(Engine);
  }

  /// At least one active lane of \p Lanes; addresses fit \p Bytes.
  Wave wave(unsigned Lanes, unsigned Bytes) {
    const unsigned Align = Bytes == 12 ? 4 : Bytes;
    const Pattern Elements = pattern();
    return subset(
        test::wave(Lanes, [&](uint64_t L) { return Align * Elements(L); }));
  }

  /// At least one lane of \p Whole.
  Wave subset(const Wave &Whole) {
    const unsigned Eighths = 1 + below(8);
    Wave Some;
    for (const LaneAccess &L : Whole)
      if (below(8) < Eighths)
        Some.push_back(L);
    if (Some.empty())
      Some.push_back(Whole[below(Whole.size())]);
    return Some;
  }

private:
  static unsigned seed() {
    const char *Given = std::getenv("BANKFIX_SEED");
    return Given ? std::strtoul(Given, nullptr, 10) : std::random_device()();
  }

  /// Element index by lane.
  Pattern pattern() {
    const uint64_t Base = below(2) ? 0 : below(300);
    const uint64_t Stride = below(2) ? below(70) : 1ULL << below(9);
    const uint64_t Block = 1ULL << below(6), Repeat = 1ULL << below(4);
    const unsigned Span = 1U << below(12), Salt = below(1U << 20);
    switch (below(6)) {
    case 0: // Linear.
      return [=](uint64_t L) { return Base + Stride * L; };
    case 1: // Each address for several neighbours.
      return [=](uint64_t L) { return Base + Stride * (L / Repeat); };
    case 2: // Each address again later.
      return [=](uint64_t L) { return Base + Stride * (L % Block); };
    case 3: // A tile.
      return
          [=](uint64_t L) { return Base + Stride * (L % Block) + L / Block; };
    case 4: // A swizzle.
      return [=](uint64_t L) { return Base + 32 * L + (L ^ (Salt % 32)); };
    default: // Scattered.
      return [=](uint64_t L) {
        return (L * 2654435761U + Salt * 40503U) / 64 % Span;
      };
    }
  }

  unsigned Seed;
  std::mt19937 Engine;
};

/// `{0:128 3:4}`, lane and address, for messages.
inline std::string describe(const Wave &Lanes) {
  std::string Text = "{";
  for (const LaneAccess &L : Lanes)
    Text += std::to_string(L.Lane) + ":" + std::to_string(L.Address) + " ";
  return Text + "}";
}

} // namespace bankfix::test

#endif // BANKFIX_TEST_UNIT_TARGET_RANDOMWAVE_H
