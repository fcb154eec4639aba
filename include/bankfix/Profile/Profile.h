//===- Profile.h - What a profiler measured ---------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ncu --csv (raw page, source page, details), rocprof's CSV
//       ──readProfile──▶ Profile: kernels with their launches, and what the
//                        instructions of each line did
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROFILE_PROFILE_H
#define BANKFIX_PROFILE_PROFILE_H

#include "bankfix/Target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// Launches of one kernel with one shape.
struct MeasuredShape {
  std::array<unsigned, 3> Block = {1, 1, 1}; ///< Threads along x, y, z.
  bool HasBlock = false;                     ///< Else the profile has no shape.
  uint64_t Launches = 0;
  uint64_t Blocks = 0;    ///< Of all launches; 0: not known.
  double Nanoseconds = 0; ///< Of all launches; 0: not measured.
};

struct MeasuredKernel {
  std::string Name; ///< Without namespaces, arguments and those of templates.
  std::vector<MeasuredShape> Shapes;
  /// How many times the source page has it: once for each launch, or none.
  unsigned Pages = 0;

  double nanoseconds() const;
  uint64_t launches() const;
  uint64_t blocks() const;
  /// That which took the most time; null where no shape is known.
  const MeasuredShape *main() const;
};

/// What the instructions of one line and kind did, over all launches of the
/// source pages.
struct MeasuredLine {
  std::string File; ///< As the program was compiled.
  std::string Kernel;
  unsigned Line = 0;
  /// Load, Store, Atomic, LoadMatrix or AsyncCopy.
  AccessOp Op = AccessOp::Load;
  std::vector<unsigned> Bytes; ///< Of a lane, of its instructions, each once.
  std::string Text;            ///< Of the line when it was profiled; may be empty.
  uint64_t Executed = 0;       ///< Times that a wave executed one of them.
  uint64_t Wavefronts = 0, Ideal = 0;

  double degree() const { return Ideal ? double(Wavefronts) / Ideal : 1; }
};

struct Profile {
  std::vector<MeasuredKernel> Kernels; ///< In the order of the profile.
  std::vector<MeasuredLine> Lines;

  const MeasuredKernel *find(llvm::StringRef Name) const;
  double nanoseconds() const; ///< Of all kernels.
  /// The files that the source pages name, each once.
  std::vector<std::string> files() const;
};

/// Reads \p Text, which may hold several pages after one another, between lines
/// of other programs. The error is one of the user's: nothing of a profile is
/// in it, or a page lacks a column.
llvm::Expected<Profile> readProfile(llvm::StringRef Text);

/// "transpose", of "void ns::transpose<(int)32>(float *, const float *, int)".
std::string plainKernelName(llvm::StringRef Function);

/// What an instruction of NVIDIA's assembly does with shared memory.
struct SassAccess {
  AccessOp Op = AccessOp::Load;
  unsigned Bytes = 4; ///< Of a lane.
};
/// Of "@!P1 LDS.64 R4, [R2]"; nothing of those that do nothing with it.
std::optional<SassAccess> sassAccess(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_PROFILE_PROFILE_H
