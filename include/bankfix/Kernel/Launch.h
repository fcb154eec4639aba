//===- Launch.h - How a kernel is launched ----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_LAUNCH_H
#define BANKFIX_KERNEL_LAUNCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// Where a block shape was found; the names are those of the JSON report.
enum class ShapeOrigin : uint8_t { Launch, Attribute, Option, Config, Assumed };
llvm::StringRef name(ShapeOrigin O);

/// "64", "32x8": trailing ones are left out.
std::string blockText(const std::array<unsigned, 3> &Block);

/// How a kernel is launched, as far as it is known.
struct LaunchShape {
  std::array<unsigned, 3> Block = {1, 1, 1}; ///< Threads along x, y, z.
  ShapeOrigin Origin = ShapeOrigin::Assumed;
  /// One per kernel parameter: its value, where the launch tells.
  std::vector<std::optional<int64_t>> Params;
  /// Dynamic shared memory; nothing where the launch does not tell.
  std::optional<uint64_t> DynamicBytes = 0;
  /// OpenCL: bytes of each `__local` pointer that the kernel gets, by the index
  /// of the parameter; nothing where the host does not tell. May be shorter
  /// than the parameters are many.
  std::vector<std::optional<uint64_t>> ArgumentBytes;
  /// The kernel may also be launched with a block that nobody knows.
  bool OthersPossible = false;
  /// What the user assumes, by the name in the source: a parameter, a variable
  /// in constant memory, or "blockIdx.x" and the like.
  std::vector<std::pair<std::string, int64_t>> Assumed;

  /// The value assumed for \p Name; of several, the last.
  std::optional<int64_t> assumed(llvm::StringRef Name) const;
  /// No launch has a block that is only assumed, or that nobody knows.
  bool isCertain() const {
    return Origin != ShapeOrigin::Assumed && !OthersPossible;
  }
  unsigned threads() const { return Block[0] * Block[1] * Block[2]; }
  bool operator==(const LaunchShape &) const = default;
};

/// Each once.
void addShapes(llvm::ArrayRef<LaunchShape> More,
               std::vector<LaunchShape> &Into);

} // namespace bankfix

#endif // BANKFIX_KERNEL_LAUNCH_H
