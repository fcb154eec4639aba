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

#include "HostTokens.h"
#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// What one host program does with one kernel.
struct HostKernel {
  /// The local sizes of its clEnqueueNDRangeKernel calls; nothing where one is
  /// not a constant.
  std::vector<std::optional<std::array<unsigned, 3>>> Blocks;
  /// Bytes that clSetKernelArg(kernel, index, bytes, NULL) gives a `__local`
  /// argument, by its index; nothing where calls differ or are no constants.
  std::map<unsigned, std::optional<uint64_t>> LocalBytes;
};

/// One clSetKernelArg(kernel, index, bytes, NULL).
struct HostArgument {
  std::string Kernel;
  unsigned Index = 0;
  TokenSpan Size;
  SourcePlace Place;                 ///< Its file is not set.
  const Expr *Bytes = nullptr;       ///< What is not constant is opaque.
  std::vector<FactorSource> Factors; ///< Where it is a product.
  /// Of Factors, the one that is a sizeof; -1: none.
  int SizeOf = -1;
};

struct OpenCLHost {
  std::map<std::string, HostKernel> Kernels; ///< By their names in OpenCL.
  /// Those that stand in the file itself.
  std::vector<HostArgument> Arguments;
  /// Some call gives a `__local` argument to a kernel, or at an index, that is
  /// not known.
  bool Incomplete = false;
  HostMap Map;
  /// "NAME=VALUE" of each -D in the options that the program builds with.
  std::vector<std::string> Defines;
};

/// Reads C or C++ source.
OpenCLHost readOpenCLHost(llvm::StringRef Text);
OpenCLHost readOpenCLHost(const HostSource &Source, ExprPool &Pool);

/// Adds to \p F what \p Hosts, read from \p Sources, say of its kernels.
void applyHosts(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
                llvm::ArrayRef<HostSource> Sources, ExprPool &Pool);

/// The whole source, with a mark for each size of \p Map that it sets. \p File
/// is its number in HostSizeSource.
DeclStructure hostStructure(const HostSource &Source, unsigned File,
                            const SourceMap &Map, ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_OPENCLHOST_H
