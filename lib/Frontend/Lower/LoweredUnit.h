//===- LoweredUnit.h - A file and its kernels, lowered ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_LOWEREDUNIT_H
#define BANKFIX_LIB_FRONTEND_LOWER_LOWEREDUNIT_H

#include "Lower/AccessUses.h"
#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// A fragment that a site reaches, all but where it begins.
struct ToldFragment {
  unsigned Site;
  const Expr *First; ///< See FragmentRows.
  const Expr *FirstRow; ///< Likewise; may be null.
  FragmentRows Rows;
};

/// The calls of a kernel that are told how far apart the rows of a matrix are.
struct ToldPitches {
  /// The array whose rows they always are; nothing where they may be others.
  std::map<const clang::CallExpr *, std::optional<ToldPitch>> Arrays;
  std::vector<ToldFragment> Fragments;

  void note(const clang::CallExpr *E, std::optional<ToldPitch> Of) {
    auto [It, New] = Arrays.try_emplace(E, Of);
    if (It->second != Of)
      It->second.reset();
  }
};

struct LoweredUnit : PointerUnit {
  using PointerUnit::PointerUnit;

  /// See SourceMap.
  std::vector<AccessSource> AccessSources;
  std::vector<PitchSource> PitchSources;
  AccessUses Uses{Names};
  /// What accesses in bodies of macros lead to, by where the text is.
  std::map<unsigned, std::set<unsigned>> BodyAccesses;
  /// Arrays of which some access ends inside a macro.
  std::set<unsigned> EndInMacros;
  /// Functions whose accesses are counted in the kernels that call them.
  llvm::DenseSet<const clang::FunctionDecl *> Inlined;
  ToldPitches Told;        ///< Of all kernels; without Fragments.
  unsigned Statements = 0; ///< Of all kernels lowered so far.
  /// Of each kernel, what reaches shared memory by an address that the source
  /// computes, and whether that is an array's each time.
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::map<const clang::Stmt *, bool>>
      Reaches;
  /// The number of each kernel that uses shared memory, among what lowerKernels
  /// returns and in the program.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Kernels;
};

/// Where an access in the body of a macro stands; nothing for other text.
std::optional<unsigned> bodyOf(const LoweredUnit &U,
                               clang::SourceLocation Bracket);

/// Says of the sites of \p K which rows they begin in, and keeps in \p U what its
/// calls are told.
void noteFragments(LoweredUnit &U, Kernel &K, const ToldPitches &Told);

/// Says where the numbers in PointerUnit::NumberSums stand.
void locateNumbers(LoweredUnit &U);

/// Fills PointerUnit::Pitches and PitchSources, once all kernels are known.
void locatePitches(LoweredUnit &U);

/// That of every declaration of the main file.
std::vector<DeclFingerprint> fingerprint(LoweredUnit &U);

/// Refuses to edit the body of a macro where some expansion must not change.
void checkMacroBodies(LoweredUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_LOWEREDUNIT_H
