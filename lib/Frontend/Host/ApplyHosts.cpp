//===- ApplyHosts.cpp - OpenCL kernels and their host program -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LikelyLaunches.h"
#include "Host/OpenCLHost.h"
#include "PointsTo/Derived.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

using Sizes = std::vector<std::optional<uint64_t>>;
using Values = std::vector<std::optional<int64_t>>;

/// Some call in \p Hosts that is not read may set argument \p Index of
/// \p Kernel, which gets bytes or any value.
bool isOpen(llvm::ArrayRef<OpenCLHost> Hosts, const std::string &Kernel,
            unsigned Index, bool IsLocal) {
  return llvm::any_of(Hosts, [&](const OpenCLHost &Host) {
    return llvm::any_of(Host.Unread, [&](const HostUnread &U) {
      return (U.MayBeLocal || !IsLocal) && !U.IsRead &&
             U.concerns(Kernel, Index);
    });
  });
}

/// What each `__local` argument is given, as far as every call is read.
Sizes argumentBytes(llvm::ArrayRef<OpenCLHost> Hosts,
                    const std::string &Kernel) {
  std::map<unsigned, std::optional<uint64_t>> All;
  for (const OpenCLHost &Host : Hosts)
    if (auto K = Host.Kernels.find(Kernel); K != Host.Kernels.end())
      for (auto [Index, Bytes] : K->second.LocalBytes) {
        auto [It, New] = All.try_emplace(Index, Bytes);
        if ((!New && It->second != Bytes) || isOpen(Hosts, Kernel, Index, true))
          It->second = std::nullopt;
      }
  Sizes Out;
  for (auto [Index, Bytes] : All) {
    Out.resize(std::max<size_t>(Out.size(), Index + 1));
    Out[Index] = Bytes;
  }
  return Out;
}

/// The values of \p K's integer parameters, as far as every call is read.
Values parameterValues(llvm::ArrayRef<OpenCLHost> Hosts, const Kernel &K) {
  Values Out(K.Params.size());
  for (auto [Value, P] : llvm::zip_equal(Out, K.Params)) {
    std::optional<std::optional<HostValue>> All;
    for (const OpenCLHost &Host : Hosts) {
      auto Of = Host.Kernels.find(K.Name);
      if (Of == Host.Kernels.end())
        continue;
      auto It = Of->second.Values.find(P.Number);
      if (It != Of->second.Values.end())
        All = !All || *All == It->second ? It->second : std::nullopt;
    }
    if (!All || !*All || isOpen(Hosts, K.Name, P.Number, false))
      continue;
    int64_t V = (*All)->Value;
    if ((*All)->Bytes * 8 == P.Type.Bits && V == P.Type.wrap(V))
      Value = V;
  }
  return Out;
}

/// Adds the launches of \p K by one host program, which gives it \p Shape.
void addLaunches(const OpenCLHost &Host, const Kernel &K, LaunchShape Shape,
                 KernelLaunches &L) {
  bool HasAttribute = llvm::any_of(L.Shapes, [](const LaunchShape &S) {
    return S.Origin == ShapeOrigin::Attribute;
  });
  for (const auto &Block : Host.Kernels.at(K.Name).Blocks) {
    L.OthersPossible |= !Block.has_value();
    if (!Block || HasAttribute)
      continue;
    Shape.Block = *Block;
    if (!llvm::is_contained(L.Shapes, Shape))
      L.Shapes.push_back(Shape);
  }
  Shape.Origin = ShapeOrigin::Assumed;
  for (const auto &Block : Host.Kernels.at(K.Name).Likely) {
    L.OthersPossible = true;
    Shape.Block = Block;
    if (isUsual(Block))
      addShapes({Shape}, L.Likely);
  }
}

/// Adds what the host programs say of the launches.
void addLaunches(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
                 llvm::ArrayRef<HostSource> Sources) {
  for (auto [K, L] : llvm::zip(F.Prog.Kernels, F.Launches)) {
    LaunchShape Shape;
    Shape.Origin = ShapeOrigin::Launch;
    L.ArgumentBytes = Shape.ArgumentBytes = argumentBytes(Hosts, K.Name);
    L.Params = Shape.Params = parameterValues(Hosts, K);
    for (auto [Host, Source] : llvm::zip_equal(Hosts, Sources)) {
      const bool Before = std::exchange(L.OthersPossible, false);
      L.OthersPossible =
          Host.AnyLaunched || llvm::is_contained(Host.LaunchedSomehow, K.Name);
      if (Host.Kernels.count(K.Name))
        addLaunches(Host, K, Shape, L);
      if (L.OthersPossible && L.UnreadHost.empty())
        L.UnreadHost = Source.Path;
      L.OthersPossible |= Before;
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

/// Why the hosts, where some call gives \p Array a size or none does, do not
/// show all places that do.
std::optional<Obstacle> unreadSize(const Program &P, unsigned Array,
                                   llvm::ArrayRef<OpenCLHost> Hosts,
                                   llvm::ArrayRef<HostSource> Sources) {
  unsigned Index = P.Arrays[Array].Parameter;
  std::optional<SourcePlace> Without;
  bool HasSize = false;
  for (const Kernel *K : kernelsWith(P, Array))
    for (auto [Host, Source] : llvm::zip_equal(Hosts, Sources)) {
      for (const HostUnread &U : Host.Unread)
        if (U.MayBeLocal && U.concerns(K->Name, Index))
          return Obstacle{U.IsMissing  ? ObstacleKind::HostMissing
                          : U.InHeader ? ObstacleKind::HostHeader
                                       : ObstacleKind::HostCall,
                          {Source.Path, U.Place.Line, U.Place.Column},
                          folded(U.Text)};
      HasSize |= llvm::any_of(Host.Arguments, [&](const HostArgument &A) {
        return A.Kernel == K->Name && A.Index == Index;
      });
      auto Of = Host.Kernels.find(K->Name);
      if (Of != Host.Kernels.end() && !Without)
        Without = SourcePlace{Source.Path, Of->second.Place.Line,
                              Of->second.Place.Column};
    }
  if (HasSize)
    return std::nullopt;
  if (!Without)
    Without = SourcePlace{Sources.front().Path, 1, 1};
  return Obstacle{ObstacleKind::HostWithout, *Without, P.Arrays[Array].Name};
}

/// What a text of \p Host gives sizes to at once gets one layout. False where
/// nothing new is known; \p IsOpen: by array.
bool joinShared(Program &P, const OpenCLHost &Host, const HostSource &Source,
                std::vector<bool> &IsOpen) {
  std::map<size_t, std::vector<const HostArgument *>> ByText;
  for (const HostArgument &A : Host.Arguments)
    if (A.IsShared)
      ByText[A.Size.Begin].push_back(&A);
  bool IsNew = false;
  for (const auto &[Begin, All] : ByText) {
    std::set<unsigned> Arrays;
    bool CanChange = true;
    for (const HostArgument *A : All) {
      std::optional<unsigned> Array = argumentArray(P, A->Kernel, A->Index);
      CanChange &= Array && !IsOpen[*Array];
      if (Array)
        Arrays.insert(*Array);
    }
    CanChange &= llvm::all_of(Arrays, [&](unsigned I) {
      return mayShareLayout(P.Arrays[*Arrays.begin()], P.Arrays[I]);
    });
    if (CanChange)
      shareLayout(P.Arrays, Arrays);
    for (unsigned I : CanChange ? std::set<unsigned>() : Arrays) {
      if (IsOpen[I])
        continue;
      IsOpen[I] = IsNew = true;
      SourcePlace Place = All.front()->Place;
      Place.File = Source.Path;
      llvm::ArrayRef<FactorSource> Factors = All.front()->Factors;
      P.Arrays[I].Obstacles.push_back(
          {ObstacleKind::HostCall, Place,
           folded(llvm::StringRef(Source.Text)
                      .slice(Factors.front().Range.Begin,
                             Factors.back().Range.End))});
    }
  }
  return IsNew;
}

/// Where the hosts give sizes, if all such places are known.
void addSizes(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
              llvm::ArrayRef<HostSource> Sources) {
  std::vector<bool> IsOpen;
  for (unsigned I = 0; I < F.Prog.Arrays.size(); ++I) {
    SharedArray &A = F.Prog.Arrays[I];
    std::optional<Obstacle> Why = A.Space == MemorySpace::Argument
                                      ? unreadSize(F.Prog, I, Hosts, Sources)
                                      : std::nullopt;
    IsOpen.push_back(Why.has_value());
    if (Why)
      A.Obstacles.push_back(std::move(*Why));
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Host, Source] : llvm::zip_equal(Hosts, Sources))
      Changed |= joinShared(F.Prog, Host, Source, IsOpen);
  }
  for (auto [I, Host] : llvm::enumerate(Hosts)) {
    F.Map.Hosts.push_back(Host.Map);
    for (const HostArgument &A : Host.Arguments) {
      std::optional<unsigned> Array = argumentArray(F.Prog, A.Kernel, A.Index);
      if (!Array || IsOpen[*Array])
        continue;
      HostSizeSource S = sizeSource(A, F.Prog.Arrays[*Array], Sources[I]);
      S.Array = *Array;
      S.File = I + 1;
      if (A.IsOfDevice)
        F.Prog.Arrays[*Array].Obstacles.push_back(
            {ObstacleKind::SizeDevice, S.Place, S.Text});
      F.Map.HostSizes.push_back(std::move(S));
    }
  }
}

} // namespace

void bankfix::leaveQueried(Program &P, const OpenCLHost &Host,
                           const HostSource &Source) {
  for (SharedArray &A : P.Arrays) {
    const bool IsArgument = A.Space == MemorySpace::Argument;
    std::optional<SourcePlace> At =
        Host.Asks || IsArgument ? Host.Asks : Host.AsksFresh;
    if (!At)
      continue;
    At->File = Source.Path;
    A.Obstacles.push_back(
        {ObstacleKind::SizeQuery, *At, "CL_KERNEL_LOCAL_MEM_SIZE"});
  }
}

std::vector<const Kernel *> bankfix::kernelsWith(const Program &P,
                                                 unsigned Array) {
  std::vector<const Kernel *> Out;
  for (const Kernel &K : P.Kernels)
    if (llvm::any_of(K.Sites, [&](const Site &S) { return S.Array == Array; }))
      Out.push_back(&K);
  return Out;
}

void bankfix::applyHosts(ParsedFile &F, llvm::ArrayRef<OpenCLHost> Hosts,
                         llvm::ArrayRef<HostSource> Sources, ExprPool &Pool) {
  F.Prog.HasHosts = true;
  addLaunches(F, Hosts, Sources);
  if (!F.Ok)
    return;
  addSizes(F, Hosts, Sources);
  for (const auto &[Host, Source] : llvm::zip_equal(Hosts, Sources))
    leaveQueried(F.Prog, Host, Source);
  for (auto [I, Source] : llvm::enumerate(Sources))
    F.Fingerprint.push_back(hostFingerprint(Source, I + 1, F.Map, Pool));
}
