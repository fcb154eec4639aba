//===- BankPicture.cpp - Lanes against banks ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankPicture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

std::vector<unsigned> bankfix::turnsOf(const RequestPicture &R) {
  std::map<std::pair<unsigned, unsigned>, std::map<uint64_t, unsigned>> Rows;
  std::vector<unsigned> Turns;
  for (const LanePicture &L : R.Lanes) {
    auto &Known = Rows[{L.Phase, L.Bank}];
    Turns.push_back(Known.try_emplace(L.Row, Known.size() + 1).first->second);
  }
  return Turns;
}

std::optional<BusyBank> bankfix::busiestBank(const RequestPicture &R) {
  std::vector<unsigned> Turns = turnsOf(R);
  auto Most = llvm::max_element(Turns);
  if (Most == Turns.end() || *Most < 2)
    return std::nullopt;
  const LanePicture &At = R.Lanes[Most - Turns.begin()];
  BusyBank B;
  B.Bank = At.Bank;
  B.Rows = *Most;
  for (auto [I, L] : llvm::enumerate(R.Lanes))
    if (L.Bank == At.Bank && L.Phase == At.Phase)
      B.Lanes.push_back(I);
  return B;
}

std::string bankfix::laneList(const RequestPicture &R,
                              llvm::ArrayRef<size_t> Lanes) {
  std::vector<std::string> Parts;
  for (size_t I = 0; I < Lanes.size();) {
    size_t Begin = I;
    auto Number = [&](size_t At) { return R.Lanes[Lanes[At]].Lane; };
    while (I + 1 < Lanes.size() && Number(I + 1) == Number(I) + 1)
      ++I;
    std::string Part = std::to_string(Number(Begin));
    if (I > Begin)
      Part += (I == Begin + 1 ? ", " : "-") + std::to_string(Number(I));
    Parts.push_back(Part);
    ++I;
  }
  return llvm::join(Parts, ", ");
}
