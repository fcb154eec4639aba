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

/// The layouts that were weighed for one array, and why all others were not.
static void printLayouts(llvm::raw_ostream &OS, llvm::StringRef Path,
                         const ArrayReport &A) {
  if (A.Weighed.empty() && A.Refusals.empty())
    return;
  OS << Path << ':' << A.Array.Place.Line << ": layouts of '" << A.Array.Name
     << "':\n"
     << "  strategy     wavefronts    excess     bytes  operations\n";
  for (const WeighedLayout &W : A.Weighed)
    OS << llvm::format("  %-11s  %10llu  %8llu  %8llu  %10u  ",
                       name(W.Strategy).str().c_str(), W.Wavefronts, W.Excess,
                       W.Bytes, W.Operations)
       << W.Summary << ": " << (W.Lost.empty() ? "taken" : W.Lost) << '\n';
  for (const Refused &R : A.Refusals)
    if (llvm::none_of(A.Weighed, [&](const WeighedLayout &W) {
          return W.Strategy == R.Strategy;
        }))
      OS << "  " << llvm::format("%-11s", name(R.Strategy).str().c_str())
         << "  " << R.Reason << '\n';
}

static void printTime(llvm::raw_ostream &OS, llvm::StringRef Path,
                      const KernelReport &K) {
  const KernelTime &T = *K.Time;
  auto State = [&](llvm::StringRef When, const TimeEstimate &E) {
    OS << llvm::format("  %-7s %10.0f cycles, limited by ", When.data(),
                       E.Cycles)
       << describe(E.By) << '\n';
  };
  OS << Path << ':' << K.Place.Line << ": '" << K.Name << K.Instance
     << "' with " << describeShapes(K) << ", a block, as estimated:\n";
  State("before", T.Before);
  State("after", T.After);
  OS << llvm::format("  %.2f times as fast; from %.2f to %.2f, as caches and "
                     "compilers may have it\n",
                     T.Gain.Ratio, T.Gain.Least, T.Gain.Most);
}

void bankfix::printStatistics(llvm::raw_ostream &OS, llvm::StringRef Path,
                              const KernelReport &K) {
  for (const ArrayReport &A : K.Arrays)
    printLayouts(OS, Path, A);
  if (K.Time)
    printTime(OS, Path, K);
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
