//===- Broadcast.cpp - Steps of a CC 1.x half-warp ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include <algorithm>
#include <cassert>
#include <functional>

using namespace bankfix;

void WordsOfPhase::add(uint64_t Word) {
  ++Lanes;
  for (unsigned I = 0; I != Distinct; ++I)
    if (Words[I].Word == Word) {
      ++Words[I].Lanes;
      return;
    }
  assert(Distinct != Words.size() && "a half-warp has 16 lanes");
  Words[Distinct++] = {Word, 1};
}

/// A bank with L lanes is done in S steps if it gets the broadcast for enough
/// of its words, the largest first: a broadcast of a word of n lanes takes one
/// step where n would be, and saves n - 1. There is one broadcast a step for
/// all the banks together, and the order does not matter.
bool WordsOfPhase::suffice(unsigned Steps, unsigned Banks) const {
  unsigned Broadcasts = 0;
  for (unsigned Bank = 0; Bank != Banks; ++Bank) {
    std::array<unsigned, 16> Sizes;
    unsigned Count = 0;
    unsigned Needed = 0;
    for (unsigned I = 0; I != Distinct; ++I)
      if (Words[I].Word % Banks == Bank)
        Needed += Sizes[Count++] = Words[I].Lanes;
    if (Count > Steps)
      return false;
    std::sort(Sizes.begin(), Sizes.begin() + Count, std::greater<>());
    for (unsigned I = 0; Needed > Steps; ++I, ++Broadcasts)
      Needed -= Sizes[I] - 1;
  }
  return Broadcasts <= Steps;
}

BroadcastSteps WordsOfPhase::steps(unsigned Banks) const {
  if (Distinct == 1)
    return {1, 1};
  // At worst no broadcast ever saves a step.
  std::array<unsigned, 16> PerBank{};
  unsigned Most = 0;
  for (unsigned I = 0; I != Distinct; ++I)
    Most = std::max(Most, PerBank[Words[I].Word % Banks] += Words[I].Lanes);
  if (Distinct == Lanes)
    return {Most, Most};
  unsigned Fewest = 1;
  while (Fewest != Most && !suffice(Fewest, Banks))
    ++Fewest;
  return {Fewest, Most};
}
