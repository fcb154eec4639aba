//===- Bases.h - Arrays that functions get beside places --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_BASES_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_BASES_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// A call, and the function that it stands in.
struct SeenCall {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *In;
};

/// By the function that is called: its definition.
using SeenCalls = std::map<const clang::FunctionDecl *, std::vector<SeenCall>>;

/// Fills PointerUnit::Placed from the pointers of a file.
void findPlaced(PointerUnit &U,
                llvm::ArrayRef<const clang::VarDecl *> Variables,
                const SeenCalls &Calls);

/// Finds which functions have, or may get, the arrays that parameters of theirs
/// lead into.
class BaseFinder {
public:
  BaseFinder(PointerUnit &U, const SeenCalls &Calls) : U(U), Calls(Calls) {}
  /// \p V, of PointerUnit::Leads, is a parameter of a function that has no
  /// other name for the arrays.
  void add(const clang::ParmVarDecl *V);
  /// Fills PointerUnit::Bases, but for the plain ones.
  void run();
  /// Finds those, once PointerUnit::Placed is filled.
  void findPlainBases();

private:
  /// Parameters of one function that lead into the same arrays: in each call,
  /// into one.
  struct Places {
    const clang::FunctionDecl *F;
    std::set<unsigned> Arrays;
    llvm::SmallVector<const clang::ParmVarDecl *, 2> Params;
    const clang::ParmVarDecl *Base = nullptr;      ///< Where F has it.
    std::string Name;                              ///< Of that.
    std::vector<BaseSource::Part> Declared, Given; ///< What gives F one.
    bool Fails = false;
  };
  /// What names the array that a call leads into.
  struct Origin {
    std::optional<unsigned> Array;
    const Places *Callers = nullptr; ///< The caller gets it itself.
    std::string Name;
  };

  const clang::ParmVarDecl *existing(const Places &P) const;
  bool isNamedAsKnown(const Places &P) const;
  bool holdsForAllInstances(const Places &P) const;
  void publish();
  bool declare(Places &P) const;
  std::optional<Origin> origin(const Places &P, const SeenCall &C) const;
  bool give(Places &P) const;
  const Places *around(const clang::FunctionDecl *F,
                       const std::set<unsigned> &Arrays) const;
  bool isPlain(const clang::ParmVarDecl *Base) const;

  PointerUnit &U;
  const SeenCalls &Calls;
  std::vector<Places> All;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_BASES_H
