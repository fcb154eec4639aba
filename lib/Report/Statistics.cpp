//===- Statistics.cpp - Active lanes between barriers ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;

static std::string lines(const BarrierInterval &I) {
  std::string Text = std::to_string(I.FirstLine);
  if (I.LastLine != I.FirstLine)
    Text += "-" + std::to_string(I.LastLine);
  return I.PerIteration ? Text + "*" : Text;
}

static void printLevels(llvm::raw_ostream &OS, const BarrierInterval &I) {
  constexpr size_t Most = 16;
  if (llvm::all_equal(I.Levels) || I.Levels.size() > Most)
    return;
  OS << "    lanes in waves:";
  for (const ActiveLevel &L : I.Levels)
    OS << (&L == &I.Levels.front() ? " " : ", ") << L.Lanes << " in "
       << L.Waves;
  OS << '\n';
}

void bankfix::printStatistics(llvm::raw_ostream &OS, llvm::StringRef Path,
                              const KernelReport &K) {
  if (K.Intervals.empty())
    return;
  OS << Path << ':' << K.Place.Line << ": '" << K.Name << K.Instance
     << "' with " << describeShapes(K) << ", waves of " << K.WaveSize
     << " lanes, from barrier to barrier:\n"
     << "  lines         times  requests  active lanes     waves  "
        "efficiency\n";
  bool PerIteration = false;
  for (const BarrierInterval &I : K.Intervals) {
    OS << llvm::format("  %-10s %8llu  %8llu  %12llu  %8llu  %8.1f %%\n",
                       lines(I).c_str(), I.Sum.Times, I.Sum.Requests,
                       I.Sum.Lanes, I.Sum.Waves,
                       100 * I.efficiency(K.WaveSize));
    printLevels(OS, I);
    PerIteration |= I.PerIteration;
  }
  if (PerIteration)
    OS << "  * one iteration of a loop whose trip count is not known\n";
}
