//===- TargetList.cpp - The list that `bankfix targets` prints ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/BankRule.h"
#include "bankfix/Target/Costs.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::left_justify;
using llvm::right_justify;

static std::string banks(const Target &T, const BankRule &Words) {
  if (Words.Shares == Sharing::Unbanked)
    return "no banks";
  return std::to_string(T.Banks) + " x " + std::to_string(T.BankWidth) + " B";
}

static std::string blockMemory(const Limits &M) {
  return M.SharedPerBlock == 0
             ? "-"
             : std::to_string(M.SharedPerBlock / 1024) + " KB";
}

void bankfix::printTargets(llvm::raw_ostream &OS) {
  for (const Target &T : allTargets()) {
    const BankRule Words = ruleFor(T, AccessOp::Load, 4);
    OS << left_justify(T.Name, 13)
       << right_justify(std::to_string(T.WaveSize), 2) << " lanes  "
       << left_justify(banks(T, Words), 10) << left_justify(name(Words.Conf), 9)
       << right_justify(blockMemory(T.Memory), 6) << "  " << T.Description
       << (costsOf(T) ? "; time\n" : "\n");
  }
}
