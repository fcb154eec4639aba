//===- Rules.cpp - What a finding's rule means ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "bankfix/Kernel/SimilarNames.h"
#include "bankfix/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

namespace {
constexpr Rule Rules[] = {
#define RULE(Id, Title, What) {Id, Title, What},
#include "Rules.def"
#undef RULE
};

constexpr StringRef Advice =
    " Wavefronts are the turns that the memory takes; ideal is how few would "
    "do if no two lanes met. 'bankfix -i FILE' changes the layout of the array "
    "where it can prove that nothing else changes; 'bankfix explain FILE:LINE' "
    "shows which lanes meet, and why there is no fix if there is none. "
    "'// NOLINT(bankfix-*)' behind the access says that it stays as it is.";
} // namespace

llvm::ArrayRef<Rule> bankfix::allRules() { return Rules; }

std::string Rule::help() const {
  return What.str() + (Id == "bankfix-unknown" ? "" : Advice.str());
}

/// Breaks lines between words, at most 79 columns long.
static void printWrapped(llvm::raw_ostream &OS, StringRef Text) {
  constexpr size_t Width = 79;
  size_t Column = 0;
  for (StringRef Word : llvm::split(Text, ' ')) {
    bool Fits = Column + 1 + Word.size() <= Width;
    if (Column)
      OS << (Fits ? " " : "\n");
    Column = Column && Fits ? Column + 1 + Word.size() : Word.size();
    OS << Word;
  }
  OS << '\n';
}

bool bankfix::printRule(llvm::raw_ostream &OS, StringRef Id,
                        std::string &Hint) {
  constexpr StringRef Prefix = "bankfix-";
  std::string Whole = Id.starts_with(Prefix) ? Id.str() : (Prefix + Id).str();
  std::vector<StringRef> Ids;
  for (const Rule &R : Rules) {
    if (R.Id == Whole) {
      OS << R.Id << ": " << R.Title << "\n\n";
      printWrapped(OS, R.help());
      return true;
    }
    Ids.push_back(R.Id);
  }
  Hint = didYouMean(Whole, Ids, /*Most=*/1);
  return false;
}

void bankfix::printRules(llvm::raw_ostream &OS) {
  for (const Rule &R : Rules)
    OS << llvm::left_justify(R.Id, 22) << "  " << R.Title << '\n';
}
