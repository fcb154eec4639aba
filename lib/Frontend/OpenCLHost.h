//===- OpenCLHost.h - What a host program says of its kernels ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An OpenCL host program needs headers and flags to be compiled, and names its
// kernels by text. It is read token by token: what is written as a constant
// counts, all else is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_OPENCLHOST_H
#define BANKFIX_LIB_FRONTEND_OPENCLHOST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

struct ParsedFile;

/// What one host program does with one kernel.
struct HostKernel {
  /// The local sizes of its clEnqueueNDRangeKernel calls; nothing where one is
  /// not a constant.
  std::vector<std::optional<std::array<unsigned, 3>>> Blocks;
  /// Bytes that clSetKernelArg(kernel, index, bytes, NULL) gives a `__local`
  /// argument, by its index; nothing where calls differ or are no constants.
  std::map<unsigned, std::optional<uint64_t>> LocalBytes;
};

struct OpenCLHost {
  std::map<std::string, HostKernel> Kernels; ///< By their names in OpenCL.
  /// "NAME=VALUE" of each -D in the options that the program builds with.
  std::vector<std::string> Defines;
};

/// Reads C or C++ source.
OpenCLHost readOpenCLHost(llvm::StringRef Text);

/// Adds what the host programs say of the launches.
void applyHosts(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_OPENCLHOST_H
