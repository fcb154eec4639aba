//===- KernelMemory.cpp - Dynamic memory, for each kernel -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/KernelMemory.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// All arrays that get one layout.
static std::vector<std::set<unsigned>>
groupsOf(llvm::ArrayRef<SharedArray> Arrays) {
  std::map<unsigned, std::set<unsigned>> ByGroup;
  std::vector<std::set<unsigned>> Out;
  for (auto [I, A] : llvm::enumerate(Arrays)) {
    if (A.Group)
      ByGroup[*A.Group].insert(I);
    else
      Out.push_back({unsigned(I)});
  }
  for (auto &[Group, All] : ByGroup)
    Out.push_back(std::move(All));
  return Out;
}

KernelMemory::KernelMemory(LoweredUnit &U, std::vector<Kernel> &Kernels) {
  for (const std::set<unsigned> &Arrays : groupsOf(U.SharedArrays)) {
    if (!isSeparable(U, Arrays))
      continue;
    Users All = usersOf(Arrays, Kernels);
    std::set<std::string> Names;
    for (const std::vector<unsigned> &Each : All)
      Names.insert(Kernels[Each.front()].Name);
    // A name says whose an array is.
    if (All.size() > 1 && Names.size() == All.size())
      separate(U, Arrays, All, Kernels);
  }
}

/// A layout changes what indexes \p Arrays and what launches give them, and no
/// other text.
bool KernelMemory::isSeparable(const LoweredUnit &U,
                               const std::set<unsigned> &Arrays) const {
  auto IsFlat = [&](unsigned I) {
    const SharedArray &A = U.SharedArrays[I];
    return A.Space == MemorySpace::Dynamic && A.IsArray && A.Dims.size() == 1 &&
           !U.Padded.count(I);
  };
  auto Has = [&](unsigned I) { return Arrays.count(I) != 0; };
  return llvm::all_of(Arrays, IsFlat) &&
         llvm::none_of(U.PointerSources,
                       [&](const PointerSource &P) { return Has(P.Array); }) &&
         llvm::none_of(U.PitchSources,
                       [&](const PitchSource &P) { return Has(P.Array); }) &&
         llvm::none_of(U.Bases.Sources, [&](const BaseSource &B) {
           return llvm::any_of(B.Arrays, Has);
         });
}

KernelMemory::Users
KernelMemory::usersOf(const std::set<unsigned> &Arrays,
                      llvm::ArrayRef<Kernel> Kernels) const {
  llvm::EquivalenceClasses<unsigned> Joined;
  std::map<std::tuple<std::string, unsigned, unsigned>, unsigned> ByPlace;
  std::map<unsigned, unsigned> ByNumber;
  for (auto [I, K] : llvm::enumerate(Kernels))
    for (const Site &S : K.Sites) {
      if (!Arrays.count(S.Array))
        continue;
      const std::tuple Place(K.Place.File, K.Place.Line, K.Place.Column);
      Joined.unionSets(ByPlace.try_emplace(Place, I).first->second, I);
      if (S.Number)
        Joined.unionSets(ByNumber.try_emplace(*S.Number, I).first->second, I);
    }
  Users Out;
  for (const auto *Class : Joined) {
    if (!Class->isLeader())
      continue;
    Out.emplace_back(Joined.member_begin(*Class), Joined.member_end());
    llvm::sort(Out.back());
  }
  llvm::sort(Out);
  return Out;
}

/// Each of \p All gets arrays of its own; those that the text declares are
/// nobody's then.
void KernelMemory::separate(LoweredUnit &U, const std::set<unsigned> &Arrays,
                            const Users &All, std::vector<Kernel> &Kernels) {
  unsigned Group = 0;
  for (const SharedArray &A : U.SharedArrays)
    Group = std::max(Group, A.Group ? *A.Group + 1 : 0);
  const unsigned First = Group;
  for (const std::vector<unsigned> &Each : All) {
    std::map<unsigned, unsigned> Own;
    for (unsigned K : Each)
      for (Site &S : Kernels[K].Sites) {
        if (!Arrays.count(S.Array))
          continue;
        auto [It, IsNew] =
            Own.try_emplace(S.Array, unsigned(U.SharedArrays.size()));
        if (IsNew) {
          Copies.push_back({It->second, S.Array, Group, First,
                            Kernels[Each.front()].Name});
          SharedArray A = U.SharedArrays[S.Array];
          A.Obstacles.clear(); // finish() adds them.
          U.SharedArrays.push_back(std::move(A));
          U.SharedArrays.back().OfKernel = Copies.back().Kernel;
          U.SharedArrays.back().Group = Group;
        }
        if (S.Number)
          ByNumber[{*S.Number, S.Array}] = It->second;
        S.Array = It->second;
      }
    ++Group;
  }
  U.ArraySources.resize(U.SharedArrays.size());
}

/// The array that an access to \p Array is to, by its number.
unsigned KernelMemory::copyOf(unsigned Array,
                              std::optional<unsigned> Number) const {
  if (!Number)
    return Array;
  auto It = ByNumber.find({*Number, Array});
  return It == ByNumber.end() ? Array : It->second;
}

void KernelMemory::finish(ParsedFile &Out) const {
  if (Copies.empty())
    return;
  for (const Copy &C : Copies) {
    SharedArray &A = Out.Prog.Arrays[C.Array];
    const SharedArray &Declared = Out.Prog.Arrays[C.Of];
    std::vector<Obstacle> Own = std::move(A.Obstacles);
    A = Declared;
    llvm::append_range(A.Obstacles, Own);
    A.OfKernel = C.Kernel;
    // A macro of the author's that they go through is one for all.
    if (!A.Offsets && !A.OffsetsStay)
      A.Group = C.Group;
    else if (!A.Group)
      A.Group = C.Together;
    Out.Map.Arrays[C.Array] = Out.Map.Arrays[C.Of];
    Out.Rights[C.Array] = Out.Rights[C.Of];
    for (OutsideName &N : Out.Map.Outside)
      if (N.Arrays.count(C.Of))
        N.Arrays.insert(C.Array);
  }
  for (AccessSource &A : Out.Map.Accesses)
    A.Array = copyOf(A.Array, A.Number);
  for (DeclFingerprint &D : Out.Fingerprint)
    for (FingerprintAccess &A : D.Accesses)
      if (!A.IsHostSize)
        A.Array = copyOf(A.Array, A.Number);
}
