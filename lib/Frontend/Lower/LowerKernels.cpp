//===- LowerKernels.cpp - Every kernel that uses shared memory ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/InvalidDecls.h"
#include "Lower/Lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <iterator>

using namespace bankfix;

namespace {
/// Lowering is repeated while it learns more of where pointers lead; each time
/// some set grows, and they are small.
constexpr unsigned MaxPasses = 16;

/// What lowering says of the file, besides the kernel. A pass that learns
/// something new did not know it from the start, so what it said is forgotten.
struct Notes {
  /// Of one array: as in SharedArray.
  struct OfArray {
    std::vector<Obstacle> Obstacles;
    unsigned ViewBytes = 0;
  };

  /// Takes them out of \p U, which then says nothing yet.
  static Notes takeFrom(LoweredUnit &U);
  /// \p More goes behind what is there; takes the time of those alone.
  void add(Notes More);
  /// Adds them to what \p U says.
  void giveTo(LoweredUnit &U) &&;

  AccessUses::List Uses;
  std::map<unsigned, std::set<unsigned>> BodyAccesses;
  llvm::DenseSet<const clang::FunctionDecl *> Inlined;
  std::set<unsigned> EndInMacros;
  std::vector<AccessSource> Accesses;
  std::map<unsigned, OfArray> Arrays; ///< Of which something is said.
};

Notes Notes::takeFrom(LoweredUnit &U) {
  Notes N;
  N.Uses = U.Uses.take();
  N.BodyAccesses = std::exchange(U.BodyAccesses, {});
  N.Inlined = std::exchange(U.Inlined, {});
  N.EndInMacros = std::exchange(U.EndInMacros, {});
  N.Accesses = std::exchange(U.AccessSources, {});
  for (unsigned Array : std::exchange(U.Noted, {})) {
    SharedArray &A = U.SharedArrays[Array];
    N.Arrays[Array] = {std::exchange(A.Obstacles, {}),
                       std::exchange(A.ViewBytes, 0)};
  }
  return N;
}

/// \p More goes behind what is there; all of it, where nothing is.
template <typename T> void append(std::vector<T> &To, std::vector<T> More) {
  if (To.empty())
    To = std::move(More);
  else
    std::move(More.begin(), More.end(), std::back_inserter(To));
}

void Notes::add(Notes More) {
  for (const auto &[Number, Use] : More.Uses)
    Uses[Number] |= Use;
  Inlined.insert(More.Inlined.begin(), More.Inlined.end());
  EndInMacros.merge(More.EndInMacros);
  for (auto &[Body, To] : More.BodyAccesses)
    BodyAccesses[Body].merge(To);
  append(Accesses, std::move(More.Accesses));
  for (auto &[Array, N] : More.Arrays) {
    OfArray &Of = Arrays[Array];
    append(Of.Obstacles, std::move(N.Obstacles));
    Of.ViewBytes = std::max(Of.ViewBytes, N.ViewBytes);
  }
}

void Notes::giveTo(LoweredUnit &U) && {
  U.Uses.add(Uses);
  U.Inlined = std::move(Inlined);
  U.EndInMacros = std::move(EndInMacros);
  U.BodyAccesses = std::move(BodyAccesses);
  U.AccessSources = std::move(Accesses);
  for (auto &[Array, N] : Arrays) {
    SharedArray &A = U.SharedArrays[Array];
    append(A.Obstacles, std::move(N.Obstacles));
    A.ViewBytes = std::max(A.ViewBytes, N.ViewBytes);
    U.Noted.insert(Array);
  }
}
} // namespace

using Functions = llvm::SetVector<const clang::FunctionDecl *>;

/// \p F and the functions that are inlined into it.
static void collectFunctions(LoweredUnit &U, const clang::FunctionDecl *F,
                             Functions &Into) {
  if (!Into.insert(F))
    return;
  forEachCallee(F, [&](const clang::FunctionDecl *To) {
    if (U.Calls.isInlinable(To))
      collectFunctions(U, To, Into);
  });
}

/// Adds the arrays that \p F declares or uses; returns whether there are any.
static bool addArraysOf(LoweredUnit &U, const clang::FunctionDecl *F) {
  bool Any = false;
  auto Add = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!V || !isSharedArray(V) || V->getType()->isDependentType())
      return;
    addSharedArray(U, V);
    Any = true;
  };
  for (const clang::ParmVarDecl *P : F->parameters())
    Add(P);
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Add(Each);
    if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S))
      Add(R->getDecl());
    return true;
  });
  return Any;
}

/// Shared memory of \p F, and of what it calls, that is not in arrays that
/// \p K accesses. Nothing where a callee cannot be seen.
static std::optional<uint64_t> otherSharedBytes(const LoweredUnit &U,
                                                const Kernel &K,
                                                const clang::FunctionDecl *F,
                                                Functions &Seen) {
  std::optional<uint64_t> Sum = 0;
  auto IsAccessed = [&](unsigned Array) {
    return llvm::any_of(K.Sites,
                        [&](const Site &S) { return S.Array == Array; });
  };
  // Of a struct, the arrays that are counted by themselves.
  auto MemberBytes = [&](const clang::VarDecl *V) {
    uint64_t Bytes = 0;
    for (const auto &[Key, Array] : U.Members)
      if (Key.first == V->getCanonicalDecl() && IsAccessed(Array))
        Bytes += U.SharedArrays[Array].bytes();
    return Bytes;
  };
  auto Counts = [&](const clang::VarDecl *V) {
    std::optional<unsigned> Array = U.arrayOf(V);
    return Array && IsAccessed(*Array);
  };
  // The host gives what is not accessed some size, too.
  if (isKernel(F))
    for (const clang::ParmVarDecl *P : F->parameters())
      if (isLocalPointer(P) && !Counts(P))
        Sum.reset();
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
            Sum && V && isInSharedMemory(V) && !V->hasExternalStorage() &&
            !Counts(V) && !V->getType()->isIncompleteType())
          *Sum += U.Context.getTypeSizeInChars(V->getType()).getQuantity() -
                  MemberBytes(V) + U.Context.getDeclAlign(V).getQuantity() - 1;
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
    if (!To || !U.Source.isUserCode(To->getLocation()))
      return true;
    const clang::FunctionDecl *Body = To->getDefinition();
    if (Body && Seen.insert(Body)) {
      std::optional<uint64_t> Inner = otherSharedBytes(U, K, Body, Seen);
      Sum = Sum && Inner ? std::optional(*Sum + *Inner) : std::nullopt;
    }
    if (!Body && !To->getBuiltinID() && !To->isImplicit())
      Sum.reset();
    return true;
  });
  return Sum;
}

/// Words of the arrays that a thread of \p F has for itself, and of what \p F
/// calls: those that registers can hold.
static unsigned tileWords(const LoweredUnit &U, const clang::FunctionDecl *F,
                          Functions &Seen) {
  constexpr int64_t WordBytes = 4, MostBytes = 255 * WordBytes;
  unsigned Sum = 0;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls()) {
        auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
        if (!V || !V->hasLocalStorage() || isInSharedMemory(V) ||
            !V->getType()->isConstantArrayType() ||
            V->getType()->isDependentType())
          continue;
        const int64_t Bytes =
            U.Context.getTypeSizeInChars(V->getType()).getQuantity();
        Sum += Bytes <= MostBytes ? (Bytes + WordBytes - 1) / WordBytes : 0;
      }
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
    const clang::FunctionDecl *Body = To ? To->getDefinition() : nullptr;
    if (Body && U.Source.isUserCode(Body->getLocation()) && Seen.insert(Body))
      Sum += tileWords(U, Body, Seen);
    return true;
  });
  return Sum;
}

/// Lowers \p F until nothing new is learned of its variables. What that says of
/// the file is added to \p Said: it is \p Said of \p U, which says nothing.
static Kernel lower(LoweredUnit &U, const clang::FunctionDecl *F, Notes &Said) {
  VariableFlow Flow;
  Kernel K;
  Notes Last;
  for (unsigned Pass = 0; Pass < MaxPasses; ++Pass) {
    K = Kernel();
    K.Name = F->getNameAsString();
    K.Instance = instanceOf(F);
    K.Place = U.Source.place(F->getLocation());
    Flow.Changed = false;
    Flow.Reaches.clear();
    Flow.Pitches = {};
    Lowering(U, K, Flow).function(F);
    Last = Notes::takeFrom(U);
    if (!Flow.Changed)
      break;
  }
  settleLengths(K, Last.Accesses, U.Pool);
  Said.add(std::move(Last));
  if (!Flow.Changed) {
    U.Reaches[F] = std::move(Flow.Reaches);
    noteFragments(U, K, Flow.Pitches);
  } else {
    K.Body.insert(K.Body.begin(),
                  Stmt{Unsupported{"the kernel's pointers lead to more places "
                                   "than bankfix is willing to follow"}});
  }
  return K;
}

LoweredKernels bankfix::lowerKernels(LoweredUnit &U) {
  LoweredKernels Out;
  std::vector<const clang::FunctionDecl *> Kernels;
  Functions Known;
  InvalidDecls Errors(U);
  if (!U.Preprocessed.MissingHeaders.empty())
    Errors.blameInstances();
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    const clang::Decl *Culprit = Errors.firstIn(F);
    if (isKernel(F))
      Out.Names.insert(F->getNameAsString());
    if (isKernel(F) && Culprit)
      Out.Skipped.push_back(Errors.unread(F, Culprit));
    if (Culprit)
      return;
    Functions Parts;
    if (isKernel(F))
      collectFunctions(U, F, Parts);
    else
      Parts.insert(F);
    bool Any = false;
    for (const clang::FunctionDecl *Part : Parts)
      Any |= addArraysOf(U, Part);
    if (Any && isKernel(F))
      Kernels.push_back(F);
  });
  findBuffers(U);
  findDerived(U);
  findIndexVariables(U);
  Notes Said = Notes::takeFrom(U);
  for (const clang::FunctionDecl *F : Kernels) {
    Kernel K = lower(U, F, Said);
    Functions Seen;
    Seen.insert(F);
    K.OtherSharedBytes = otherSharedBytes(U, K, F, Seen);
    Functions Tiled;
    Tiled.insert(F);
    K.TileWords = tileWords(U, F, Tiled);
    U.Kernels[F] = Out.Kernels.size();
    Out.Kernels.push_back(std::move(K));
  }
  std::move(Said).giveTo(U);
  locatePitches(U);
  locateNumbers(U);
  return Out;
}
