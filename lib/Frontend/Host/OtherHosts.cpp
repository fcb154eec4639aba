//===- OtherHosts.cpp - Host sources that nobody named --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/OtherHosts.h"
#include "Host/OpenCLHost.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// Some string of \p Host is a word of \p Source, as a kernel's name is.
static bool quotesName(llvm::StringRef Host, llvm::StringRef Source) {
  llvm::SmallVector<llvm::StringRef, 64> Parts;
  Host.split(Parts, '"');
  return llvm::any_of(Parts, [&](llvm::StringRef Part) {
    return clang::isValidAsciiIdentifier(Part) && Source.contains(Part);
  });
}

bool bankfix::isHostOf(const HostSource &Host, llvm::StringRef Source) {
  ExprPool Pool;
  OpenCLHost Read = readOpenCLHosts(Host, Pool).front();
  const bool SetsUnread = llvm::any_of(Read.Unread, [](const HostUnread &U) {
    return U.MayBeLocal && !U.InHeader;
  });
  return llvm::any_of(Read.Kernels,
                      [&](auto &K) { return Source.contains(K.first); }) ||
         (SetsUnread && quotesName(Host.Text, Source));
}

/// Where \p Host, of which \p Text is the source, gives argument \p Index of \p
/// Kernel its bytes, or may do so.
static std::optional<SourcePlace> sizeAt(const OpenCLHost &Host,
                                         llvm::StringRef Text,
                                         const std::string &Kernel,
                                         unsigned Index) {
  for (const HostArgument &A : Host.Arguments)
    if (A.Kernel == Kernel && A.Index == Index)
      return A.Place;
  if (!Host.Kernels.count(Kernel) && !Text.contains('"' + Kernel + '"'))
    return std::nullopt; // It is no host of this kernel.
  for (const HostUnread &U : Host.Unread)
    if (U.MayBeLocal && U.concerns(Kernel, Index))
      return U.Place;
  return std::nullopt;
}

/// The same of array number \p Array of \p P, whichever kernel has it.
static std::optional<SourcePlace> sizeAt(const OpenCLHost &Host,
                                         llvm::StringRef Text, const Program &P,
                                         unsigned Array) {
  for (const Kernel &K : P.Kernels)
    if (llvm::any_of(K.Sites, [&](const Site &S) { return S.Array == Array; }))
      if (auto At = sizeAt(Host, Text, K.Name, P.Arrays[Array].Parameter))
        return At;
  return std::nullopt;
}

void bankfix::leaveHostSizes(ParsedFile &F, llvm::StringRef Path,
                             llvm::ArrayRef<HostSource> Others) {
  ExprPool Pool;
  std::vector<OpenCLHost> Hosts;
  for (const HostSource &Host : Others)
    Hosts.push_back(readOpenCLHosts(Host, Pool).front());
  auto Command = [&](llvm::StringRef Host) {
    return ("bankfix -i " + Path + " " + Host).str();
  };
  for (auto [I, A] : llvm::enumerate(F.Prog.Arrays)) {
    if (A.Space != MemorySpace::Argument)
      continue;
    bool IsFound = false;
    for (auto [Host, Source] : llvm::zip_equal(Hosts, Others)) {
      std::optional<SourcePlace> At = sizeAt(Host, Source.Text, F.Prog, I);
      if (!At || IsFound)
        continue;
      At->File = Source.Path;
      A.Obstacles.push_back(
          {ObstacleKind::HostUnnamed, *At, Command(Source.Path)});
      IsFound = true;
    }
    if (!IsFound && !F.Prog.HasHosts)
      A.Obstacles.push_back(
          {ObstacleKind::HostNotNamed, A.Place, Command("HOST.c")});
  }
}
