//===- OtherTargets.h - One layout for several GPUs -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans for each GPU ──planForAll──▶ for each array the one that all together
//                                      take the least time with, where that is
//                                      the objective of each and estimated;
//                                      else the fewest wavefronts
//                  ──reportOn───▶ what is said of one of them
//
// That none of them takes more is for the proof to see (OtherBuilds): each GPU
// is one more build.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_OTHERTARGETS_H
#define BANKFIX_LIB_DRIVER_OTHERTARGETS_H

#include "Configurations.h"
#include "FileResult.h"
#include "SourceFile.h"

namespace bankfix {

/// A source as it is on one GPU; or a header, in one unit for one.
struct OnTarget {
  const Target *Model = nullptr;
  Configuration In; ///< The build.
  FileAnalysis Analysis;
  std::vector<ArrayPlan> Plans; ///< For it alone; of planForAll.
  /// Number of an earlier GPU on which all of it costs the same, in whatever
  /// layout; none for the first of its kind.
  std::optional<unsigned> Like;
};

/// Wavefronts of all accesses to array number \p Array, laid out by \p Map if
/// it is not null; those without counts apart.
uint64_t wavefrontsOf(const FileAnalysis &A, unsigned Array, const Target &T,
                      const LayoutMap *Map);

/// Plans for banks as wide as the source makes them; of both widths, if it may
/// choose and is \p ForItAlone. Sets \p Model to the one that they are for.
std::vector<ArrayPlan> planFor(FileAnalysis &A, const PlanOptions &Options,
                               const Target *&Model, bool ForItAlone);

/// The plans of the first of \p All, or those of the others where these cost
/// less in all.
std::vector<ArrayPlan> planForAll(llvm::MutableArrayRef<OnTarget> All,
                                  const PlanOptions &Options);

/// \p Here, the source of \p R as it is on its own, and as it is on the other
/// GPUs that it is for, a header in the other units that include it. Where it
/// does not compile in one, \p R has failed, and a report of its says why.
std::vector<OnTarget> onAllOf(FileResult &R, FileAnalysis Here,
                              const RunOptions &Own, ExprPool &Pool,
                              llvm::ArrayRef<HostSource> Hosts);

/// What \p Plans, made for \p Here, do on another GPU.
FileReport reportOn(const OnTarget &Other, const FileResult &R,
                    const FileAnalysis &Here, llvm::ArrayRef<ArrayPlan> Plans,
                    const RunOptions &Own);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_OTHERTARGETS_H
