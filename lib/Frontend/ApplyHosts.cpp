//===- ApplyHosts.cpp - OpenCL kernels and their host program ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenCLHost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

using Sizes = std::vector<std::optional<uint64_t>>;

Sizes argumentBytes(const HostKernel &K) {
  Sizes Out;
  for (auto [Index, Bytes] : K.LocalBytes) {
    Out.resize(std::max<size_t>(Out.size(), Index + 1));
    Out[Index] = Bytes;
  }
  return Out;
}

/// Adds what another host says: of sizes that differ, none is known.
void include(Sizes &All, const Sizes &More) {
  if (All.empty()) {
    All = More;
    return;
  }
  All.resize(std::min(All.size(), More.size()));
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I] != More[I])
      All[I] = std::nullopt;
}

/// Adds what the host programs say of the launches.
void addLaunches(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts) {
  for (auto [K, L] : llvm::zip(F.Prog.Kernels, F.Launches)) {
    bool HasAttribute = llvm::any_of(L.Shapes, [](const LaunchShape &S) {
      return S.Origin == ShapeOrigin::Attribute;
    });
    for (const OpenCLHost &Host : Hosts) {
      auto It = Host.Kernels.find(K.Name);
      if (It == Host.Kernels.end())
        continue;
      LaunchShape Shape;
      Shape.Origin = ShapeOrigin::Launch;
      Shape.ArgumentBytes = argumentBytes(It->second);
      include(L.ArgumentBytes, Shape.ArgumentBytes);
      for (const auto &Block : It->second.Blocks) {
        L.OthersPossible |= !Block.has_value();
        if (!Block || HasAttribute)
          continue;
        Shape.Block = *Block;
        if (!llvm::is_contained(L.Shapes, Shape))
          L.Shapes.push_back(Shape);
      }
    }
  }
}

/// The array that parameter \p Index of a kernel called \p Kernel is.
std::optional<unsigned>
argumentArray(const Program &P, const std::string &Kernel, unsigned Index) {
  for (const struct Kernel &K : P.Kernels)
    for (const Site &S : K.Sites)
      if (K.Name == Kernel &&
          P.Arrays[S.Array].Space == MemorySpace::Argument &&
          P.Arrays[S.Array].Parameter == Index)
        return S.Array;
  return std::nullopt;
}

std::string folded(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Out += C;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  return Out;
}

HostSizeSource sizeSource(const HostArgument &A, const SharedArray &Array,
                          const HostSource &Host) {
  HostSizeSource S;
  S.Factors = A.Factors;
  S.Place = A.Place;
  S.Place.File = Host.Path;
  S.Whole = {A.Factors.front().Range.Begin, A.Factors.back().Range.End};
  S.Range = S.Whole;
  S.Text = folded(llvm::StringRef(Host.Text).slice(S.Whole.Begin, S.Whole.End));
  int Last = int(A.Factors.size()) - 1;
  bool OfElement =
      A.SizeOf >= 0 && A.Factors[A.SizeOf].Value->isConst(Array.ElementBytes);
  if (Last > 0 && OfElement && (A.SizeOf == 0 || A.SizeOf == Last)) {
    S.Range.Begin = A.Factors[A.SizeOf == 0].Range.Begin;
    S.Range.End = A.Factors[A.SizeOf == 0 ? Last : Last - 1].Range.End;
    S.CountsElements = true;
  }
  return S;
}

/// Where the hosts give sizes, if all such places are known.
void addSizes(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
              llvm::ArrayRef<HostSource> Sources) {
  bool Incomplete =
      llvm::any_of(Hosts, [](const OpenCLHost &H) { return H.Incomplete; });
  for (auto [I, Host] : llvm::enumerate(Hosts)) {
    F.Map.Hosts.push_back(Host.Map);
    for (const HostArgument &A : Host.Arguments) {
      std::optional<unsigned> Array = argumentArray(F.Prog, A.Kernel, A.Index);
      if (!Array || Incomplete)
        continue;
      HostSizeSource S = sizeSource(A, F.Prog.Arrays[*Array], Sources[I]);
      S.Array = *Array;
      S.File = I + 1;
      F.Map.HostSizes.push_back(std::move(S));
    }
  }
}

} // namespace

void bankfix::applyHosts(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
                         llvm::ArrayRef<HostSource> Sources, ExprPool &Pool) {
  addLaunches(F, Hosts);
  if (!F.Ok)
    return;
  addSizes(F, Hosts, Sources);
  for (auto [I, Source] : llvm::enumerate(Sources))
    F.Structure.push_back(hostStructure(Source, I + 1, F.Map, Pool));
}
