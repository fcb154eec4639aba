//===- FollowHost.h - What Clang makes of an OpenCL host --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An OpenCL host is parsed with declarations of OpenCL's own, whatever headers
// are missing, and followed as CUDA's hosts are. Clang drops what it cannot
// resolve, so what is not found here says nothing: HostReach.h knows each place
// that may be a call.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_FOLLOWHOST_H
#define BANKFIX_LIB_FRONTEND_HOST_FOLLOWHOST_H

#include "Host/HostReach.h"
#include "Host/SeenNames.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>

namespace bankfix {

/// An integer that a host gives to a kernel.
struct HostValue {
  int64_t Value = 0;
  unsigned Bytes = 0; ///< Of the variable that holds it.
  bool operator==(const HostValue &) const = default;
};

/// What one call of OpenCL may be for; what is not known is nothing.
struct HostOutcome {
  /// By its name in OpenCL; of clCreateKernel, too.
  std::optional<std::string> Kernel;
  // Of clSetKernelArg.
  std::optional<int64_t> Index, Bytes;
  HostPointer Pointer = HostPointer::Unknown;
  std::optional<HostValue> Value;
  // Of clEnqueueNDRangeKernel.
  std::optional<std::array<unsigned, 3>> Block;
  bool IsGuess = false; ///< Nobody knows whether it is ever Block.
  // Of clBuildProgram, with '%' for numbers that are not known.
  std::optional<std::string> Options;
  bool operator==(const HostOutcome &) const = default;
};

struct FollowedHost {
  /// By the byte of the text where the function's name is: everything that a
  /// call may be for. Of a call that was not followed, there is nothing.
  std::map<size_t, std::vector<HostOutcome>> Calls;
  /// Where a kernel is named that goes to a function of the text, which does
  /// nothing with it but to give it to OpenCL, or to such a function.
  std::set<size_t> Passed;
  /// Where a kernel is asked how much local memory it takes before any of its
  /// arguments takes some: see FreshQueries.h.
  std::set<size_t> FreshQueries;
  SeenNames Names;

  llvm::ArrayRef<HostOutcome> call(size_t At) const {
    auto It = Calls.find(At);
    return It == Calls.end() ? llvm::ArrayRef<HostOutcome>()
                             : llvm::ArrayRef<HostOutcome>(It->second);
  }
};

/// Follows \p Text, of which bytes below \p Start are of headers. Does nothing
/// for a text that does not call OpenCL, be it by a library.
FollowedHost followHost(llvm::StringRef Text, size_t Start, bool IsCpp,
                        const HostTokens &T);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_FOLLOWHOST_H
