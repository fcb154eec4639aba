//===- OtherHosts.cpp - Host sources that nobody named --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/OtherHosts.h"
#include "Host/OpenCLHost.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Kernel/Words.h"
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
  if (!Host.CreatesAny && !Host.Kernels.count(Kernel) &&
      !Text.contains('"' + Kernel + '"'))
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
  for (const Kernel *K : kernelsWith(P, Array))
    if (auto At = sizeAt(Host, Text, K->Name, P.Arrays[Array].Parameter))
      return At;
  return std::nullopt;
}

/// Line number \p Line of \p Text.
static llvm::StringRef lineOf(llvm::StringRef Text, unsigned Line) {
  for (; Line > 1; --Line)
    Text = Text.split('\n').second;
  return Text.split('\n').first.trim();
}

/// The line of \p Text that has \p Word, if one has.
static std::optional<SourcePlace> placeOfWord(llvm::StringRef Text,
                                              llvm::StringRef Word) {
  const size_t At = findWord(Text, Word);
  if (At == llvm::StringRef::npos)
    return std::nullopt;
  return SourcePlace{"", unsigned(1 + Text.take_front(At).count('\n')), 1};
}

/// What \p Source, which cannot be given, may do to the size of \p Array.
static std::optional<Obstacle> strangersSize(const HostSource &Source,
                                             const Program &P, unsigned Array) {
  std::optional<SourcePlace> At;
  const bool IsHeader = sourceKind(Source.Path).has_value();
  if (IsHeader) {
    ExprPool Pool;
    const OpenCLHost Read = readOpenCLHosts(Source, Pool).front();
    At = sizeAt(Read, Source.Text, P, Array);
  }
  for (const Kernel *K : kernelsWith(P, Array))
    if (std::optional<SourcePlace> Named =
            IsHeader ? std::nullopt : placeOfWord(Source.Text, K->Name))
      At = Named;
  if (!At)
    return std::nullopt;
  At->File = Source.Path;
  const bool IsIncluded = IsHeader && isIncludedAlone(Source.Path);
  return Obstacle{IsIncluded ? ObstacleKind::HostHeader
                             : ObstacleKind::HostCall,
                  *At, lineOf(Source.Text, At->Line).str()};
}

void bankfix::leaveHostSizes(ParsedFile &F, llvm::StringRef Path,
                             llvm::ArrayRef<HostSource> Given,
                             llvm::ArrayRef<HostSource> Others,
                             llvm::ArrayRef<HostSource> Strangers) {
  ExprPool Pool;
  std::vector<OpenCLHost> Hosts;
  for (const HostSource &Host : Others)
    Hosts.push_back(readOpenCLHosts(Host, Pool).front());
  std::string Command = ("bankfix -i " + Path).str();
  for (const HostSource &Host : Given)
    Command += " " + Host.Path;
  for (auto [I, A] : llvm::enumerate(F.Prog.Arrays)) {
    if (A.Space != MemorySpace::Argument)
      continue;
    std::optional<Obstacle> Why;
    for (const HostSource &Source : Strangers)
      if (!Why)
        Why = strangersSize(Source, F.Prog, I);
    std::string WithAll = Command;
    for (auto [Host, Source] : llvm::zip_equal(Hosts, Others))
      if (std::optional<SourcePlace> At =
              Why && Why->Kind != ObstacleKind::HostUnnamed
                  ? std::nullopt
                  : sizeAt(Host, Source.Text, F.Prog, I)) {
        At->File = Source.Path;
        WithAll += " " + Source.Path;
        Why = Obstacle{ObstacleKind::HostUnnamed, Why ? Why->Place : *At,
                       WithAll};
      }
    if (!Why && !F.Prog.HasHosts)
      Why = {ObstacleKind::HostNotNamed, A.Place, Command + " HOST.c"};
    if (Why)
      A.Obstacles.push_back(std::move(*Why));
  }
}

/// It has what OpenCL's questions about a kernel's memory are spelled with.
static bool mayAsk(const HostSource &Source) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"LOCAL_MEM_SIZE",
                                                      "KernelWorkGroupInfo",
                                                      "getWorkGroupInfo"},
                      [&](llvm::StringRef Word) {
                        return llvm::StringRef(Source.Text).contains(Word) ||
                               llvm::StringRef(Source.Headers).contains(Word);
                      });
}

/// Where \p Source, whose language is not read, asks for what a kernel of \p P
/// takes.
static std::optional<SourcePlace> strangerAsks(const HostSource &Source,
                                               const Program &P) {
  if (llvm::any_of(P.Kernels, [&](const Kernel &K) {
        return hasWord(Source.Text, K.Name);
      }))
    for (llvm::StringRef Word : {"CL_KERNEL_LOCAL_MEM_SIZE", "LOCAL_MEM_SIZE",
                                 "KernelWorkGroupInfo::LocalMemSize"})
      if (std::optional<SourcePlace> At = placeOfWord(Source.Text, Word))
        return At;
  return std::nullopt;
}

/// \p Host, of which \p Text is the source, may have a kernel of \p P: it
/// creates it, or gets its kernels from elsewhere.
static bool mayHaveKernel(const OpenCLHost &Host, llvm::StringRef Text,
                          const Program &P) {
  return Host.CreatesAny || Host.Kernels.empty() ||
         llvm::any_of(P.Kernels, [&](const Kernel &K) {
           return Host.Kernels.count(K.Name) ||
                  Text.contains('"' + K.Name + '"');
         });
}

void bankfix::leaveAskedSizes(ParsedFile &F, llvm::ArrayRef<HostSource> Others,
                              llvm::ArrayRef<HostSource> Strangers) {
  ExprPool Pool;
  auto Leave = [&](const HostSource &Source, bool IsRead) {
    OpenCLHost Host;
    if (!IsRead)
      Host.Asks = strangerAsks(Source, F.Prog);
    else if (mayAsk(Source))
      Host = readOpenCLHosts(Source, Pool).front();
    if (mayHaveKernel(Host, Source.Text, F.Prog))
      leaveQueried(F.Prog, Host, Source);
  };
  for (const HostSource &Source : Others)
    Leave(Source, /*IsRead=*/true);
  for (const HostSource &Source : Strangers)
    Leave(Source, sourceKind(Source.Path).has_value());
}
