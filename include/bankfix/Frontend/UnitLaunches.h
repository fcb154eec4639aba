//===- UnitLaunches.h - What one unit says of launches ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may be defined in one translation unit and launched in others. What
// each of them says is plain data, by the name that linkers know the kernel by,
// so that it can be joined, and given to whoever reads the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_UNITLAUNCHES_H
#define BANKFIX_FRONTEND_UNITLAUNCHES_H

#include "bankfix/Frontend/Builds.h"
#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include <map>
#include <set>

namespace bankfix {

/// What the source says of one kernel's launches.
struct KernelLaunches {
  std::vector<LaunchShape> Shapes; ///< From `<<<>>>` or an attribute.
  /// Where others are possible: examples of launches whose block depends on one
  /// number that only the run knows, the likeliest first.
  std::vector<LaunchShape> Likely;
  /// There are launches, or other uses, that do not tell the shape.
  bool OthersPossible = false;
  unsigned MaxThreads = 0; ///< `__launch_bounds__`; 0 if absent.
  /// A host program that launches it, of OpenCL, and may do so with blocks that
  /// are not known; empty: none does.
  std::string UnreadHost;
  /// As in LaunchShape, for launches of any other shape.
  std::vector<std::optional<uint64_t>> ArgumentBytes;
  std::vector<std::optional<int64_t>> Params;
  /// What linkers call the kernel; empty where no other unit can name it.
  std::string Symbol;
  /// A header declares it, so that other units may launch it.
  bool IsShared = false;
  /// It is named other than to launch it: whoever gets it may ask how much
  /// shared memory it has, without its name.
  bool IsGivenAway = false;
  /// Of what another unit says: why OthersPossible, the first reason. Its place
  /// has no file where that is the unit itself.
  std::optional<Obstacle> Doubt;
  /// Of what another unit says: it asks how much shared memory the kernel has.
  std::optional<Obstacle> Asked;

  /// It may be launched in any way, for the reason \p Why.
  void open(Obstacle Why) {
    OthersPossible = true;
    if (!Doubt)
      Doubt = std::move(Why);
  }
};

/// By symbol.
using LaunchesBySymbol = std::map<std::string, KernelLaunches>;

/// What a unit does with kernels that it declares, and others define.
struct UnitLaunches {
  LaunchesBySymbol Kernels;
  /// Some kernel is launched in a way that is not understood: any that the unit
  /// names may be. Why, as KernelLaunches::Doubt.
  std::optional<Obstacle> Open;
  /// The headers that it does not find, as it spells them, where these are all
  /// that Open is for.
  std::vector<std::string> Lacks;
  /// By name: where the unit spells it in code that the preprocessor left out.
  std::map<std::string, std::vector<SourcePlace>> Skipped;
  /// By name: a place where the unit spells it, and Clang's tree has nothing
  /// that it names there: a macro may have dropped it.
  std::map<std::string, SourcePlace> Dropped;
  /// Kernels that it defines, for others to launch, too.
  std::set<std::string> Defined;
  /// It asks how much shared memory a kernel has that it does not name: where.
  std::optional<Obstacle> AsksForAny;
  /// By symbol: the builds that decide how the unit launches what it declares.
  std::map<std::string, ArrayBuilds> Builds;
};

/// A kernel of another unit, for a unit that launches it.
struct OutsideKernel {
  /// The array that it gets as dynamic shared memory: its bytes are the
  /// launches'.
  SharedArray Array;
};

/// What other units say, for a unit that is read after them.
struct OtherUnits {
  /// All launches that others make. Where a kernel is missing, nobody knows.
  LaunchesBySymbol Launches;
  /// Kernels whose sizes are edited in the units that launch them.
  std::set<std::string> Sized;
};

} // namespace bankfix

#endif // BANKFIX_FRONTEND_UNITLAUNCHES_H
