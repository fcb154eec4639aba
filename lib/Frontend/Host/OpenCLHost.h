//===- OpenCLHost.h - What a host program says of its kernels ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An OpenCL host program needs headers and flags to be compiled, and names its
// kernels by text. It is read token by token: a call counts as far as all that
// leads to it is understood, and what may be such a call and is not makes sizes
// and shapes unknown (HostReach.h).
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_OPENCLHOST_H
#define BANKFIX_LIB_FRONTEND_HOST_OPENCLHOST_H

#include "Host/HostBuilds.h"
#include "bankfix/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"

namespace bankfix {

/// What one host program does with one kernel.
struct HostKernel {
  /// The local sizes of its clEnqueueNDRangeKernel calls; nothing where one is
  /// not a constant.
  std::vector<std::optional<std::array<unsigned, 3>>> Blocks;
  /// Shapes of which nobody knows whether it is launched with them.
  std::vector<std::array<unsigned, 3>> Likely;
  SourcePlace Place; ///< Where it is created first; its file is not set.
  /// Bytes that clSetKernelArg(kernel, index, bytes, NULL) gives a `__local`
  /// argument, by its index; nothing where calls differ or are no constants.
  std::map<unsigned, std::optional<uint64_t>> LocalBytes;
  /// The values of integer arguments, by index; nothing where calls differ, or
  /// one is not a constant.
  std::map<unsigned, std::optional<HostValue>> Values;
};

/// What may be a clSetKernelArg of which something that matters is not known.
struct HostUnread {
  std::vector<std::string> Kernels; ///< That it may be for; empty: any.
  std::optional<unsigned> Index;    ///< Nothing: any argument.
  bool MayBeLocal = true; ///< It may give bytes to a `__local` argument.
  SourcePlace Place;      ///< Its file is not set.
  std::string Text;
  bool InHeader = false;  ///< In one of the file's; Place says nothing.
  bool IsMissing = false; ///< Text is a header that is not found.
  /// What it gives is known, and cannot be changed where it stands.
  bool IsRead = false;

  bool concerns(llvm::StringRef Kernel) const {
    return Kernels.empty() || llvm::is_contained(Kernels, Kernel.str());
  }
  bool concerns(llvm::StringRef Kernel, unsigned Argument) const {
    return concerns(Kernel) && Index.value_or(Argument) == Argument;
  }
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
  /// The text gives other arguments their sizes, too: none can change alone.
  bool IsShared = false;
  /// It may be all that the device has.
  bool IsOfDevice = false;
};

struct OpenCLHost {
  std::map<std::string, HostKernel> Kernels; ///< By their names in OpenCL.
  bool CreatesAny = false; ///< And others, whose names are not known.
  /// Those that stand in the file itself.
  std::vector<HostArgument> Arguments;
  std::vector<HostUnread> Unread;
  /// Kernels that some clEnqueueNDRangeKernel may launch in any way, and
  /// whether that may be any kernel.
  std::vector<std::string> LaunchedSomehow;
  bool AnyLaunched = false;
  HostMap Map;
  std::vector<HostBuild> Builds;
  /// Where it asks how much local memory a kernel takes, whose arguments take
  /// none yet, or may; their files are not set.
  std::optional<SourcePlace> AsksFresh, Asks;
};

/// Reads the sources of one program in C or C++.
std::vector<OpenCLHost> readOpenCLHosts(llvm::ArrayRef<HostSource> Sources,
                                        ExprPool &Pool);

/// The kernels that get \p Array as an argument.
std::vector<const Kernel *> kernelsWith(const Program &P, unsigned Array);

/// Leaves alone the sizes in \p P that \p Host asks for: it may do so of any
/// kernel. Before arguments take some, the answer is that of variables.
void leaveQueried(Program &P, const OpenCLHost &Host, const HostSource &Source);

/// Adds to \p F what \p Hosts, read from \p Sources, say of its kernels.
void applyHosts(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
                llvm::ArrayRef<HostSource> Sources, ExprPool &Pool);

/// The whole source, with a mark for each size of \p Map that it sets. \p File
/// is its number in HostSizeSource.
DeclFingerprint hostFingerprint(const HostSource &Source, unsigned File,
                                const SourceMap &Map, ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_OPENCLHOST_H
