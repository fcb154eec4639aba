//===- Broadcast.h - Steps of a CC 1.x half-warp ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// CUDA C programming guide, compute capability 1.x: each step of a half-warp
// serves all lanes of one word (the broadcast word) and one lane of each other
// bank. Which word, and which lanes, is unspecified.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_TARGET_BROADCAST_H
#define BANKFIX_LIB_TARGET_BROADCAST_H

#include <array>
#include <cstdint>

namespace bankfix {

/// Steps if the hardware chooses best, and if it chooses worst.
struct BroadcastSteps {
  unsigned Fewest;
  unsigned Most;
};

/// The words that the lanes of one half-warp want. Fewest is taken as the cost.
/// The choice being unspecified, any schedule would do; but one that picks step
/// by step (the word with most lanes, the lowest lane of each other bank) can
/// take fewer steps for more lanes, and `cost` must not.
class WordsOfPhase {
public:
  /// Another lane, of \p Word (the address in words).
  void add(uint64_t Word);

  bool empty() const { return Lanes == 0; }

  BroadcastSteps steps(unsigned Banks) const;

private:
  struct Wanted {
    uint64_t Word;
    unsigned Lanes;
  };

  /// Whether \p Steps steps can serve all lanes.
  bool suffice(unsigned Steps, unsigned Banks) const;

  std::array<Wanted, 16> Words; // Distinct; the first Distinct are set.
  unsigned Distinct = 0;
  unsigned Lanes = 0;
};

} // namespace bankfix

#endif // BANKFIX_LIB_TARGET_BROADCAST_H
