//===- ProfileScope.h - What a profile says of a report ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profile ──addShapes──▶ launch shapes that the source does not tell
//           ──silence────▶ kernels without weight are left alone, and so are
//                          accesses that were measured to be free of conflicts
//           ──tell───────▶ notes: times, measured degrees, counts that differ
//                          from the model's, files that changed since
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_PROFILESCOPE_H
#define BANKFIX_LIB_DRIVER_PROFILESCOPE_H

#include "bankfix/Profile/Profile.h"
#include "bankfix/Settings/Options.h"

namespace bankfix {

class ProfileScope {
public:
  /// Reads the profile that \p O names. The error is one of the user's.
  static llvm::Expected<ProfileScope> of(const RunOptions &O);

  /// Kernels are taken to be launched with the block that took the most time,
  /// where \p O does not say which.
  void addShapes(RunOptions &O) const;

  /// Marks what is not to be told of \p R, nor fixed.
  void silence(FileReport &R) const;

  /// Adds notes to \p R, and sorts its kernels by their time unless the user
  /// wants the order of the source.
  void tell(FileReport &R) const;

  /// For people: \p R with its kernels by their time, each as a file of its own,
  /// as text has the findings of a file together.
  Report ranked(const Report &R) const;

private:
  double timeOf(const KernelReport &K) const;
  bool isLight(const KernelReport &K) const;
  /// The lines of the profile that are in the main file of \p R, and are as
  /// they were; \p Changed gets the number of the first that is not, else 0.
  std::vector<const MeasuredLine *> linesOf(const FileReport &R,
                                            unsigned &Changed) const;
  void tellTime(FileReport &R, const KernelReport &K) const;
  void tellCounts(FileReport &R, const KernelReport &K,
                  llvm::ArrayRef<const MeasuredLine *> Lines) const;

  Profile Measured;
  bool SortsByTime = true;
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_PROFILESCOPE_H
