//===- PlaceNames.h - What decides where elements lie -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float t[TILE][TILE];        TILE, and whatever its body names
//   int x = at(threadIdx.x);               at
//   if (x >= WIDTH) return;                WIDTH
//   t[threadIdx.y][x] = SCALE * in[n];     not SCALE
//   k<<<grid, dim3(BX, BY)>>>(out);        BX, BY
//
// A slice of the syntax tree over the array's sizes, subscripts and launches,
// which does not care what runs when: more names than needed, never fewer.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BUILDS_PLACENAMES_H
#define BANKFIX_LIB_FRONTEND_BUILDS_PLACENAMES_H

#include "PointsTo/PointerUnit.h"
#include "Text/Conditionals.h"

namespace bankfix {

/// What decides where the elements of an array are, and which are accessed.
using FunctionSet = llvm::DenseSet<const clang::FunctionDecl *>;

struct PlaceSlice {
  /// Names of macros, functions, variables and types, as the text spells them.
  NameSet Names;
  NameSet ElementNames; ///< The same of the elements' type.
  /// What decides which of several functions of one name gets the array: a part
  /// of Names.
  NameSet CalleeNames;
  /// The functions that access it, that these call to find a subscript, and
  /// that call them.
  FunctionSet Functions;
  /// All that runs where these do, and what its text spells: looked at for what
  /// reaches memory that nobody names, if some branch may.
  FunctionSet Reached;
  NameSet ReachedNames;
  /// The statements that name the array, or have a number that is an address in
  /// it: a branch in one may hold any part of it.
  std::set<std::pair<clang::SourceLocation, clang::SourceLocation>> Statements;
  /// Of launches: the kernel's name, which matters wherever it is spelled.
  std::string Kernel;
};

class PlaceNames {
public:
  /// Keeps references to both. \p Texts are the user's files.
  PlaceNames(const PointerUnit &U, llvm::ArrayRef<ConditionalText> Texts);
  /// Of arrays that one declaration declares, in several instances of a
  /// template: what they have in common is looked at once.
  PlaceSlice of(llvm::ArrayRef<unsigned> Arrays) const;
  /// What decides whether and how \p Kernel is launched.
  PlaceSlice ofLaunches(const clang::FunctionDecl *Kernel) const;
  /// Macros, types and constants that files other than the main file define.
  const NameSet &fromHeaders() const { return FromHeaders; }
  /// Adds what those of \p Names stand for.
  void close(NameSet &Names) const;

private:
  friend class FunctionIndex;
  friend class Slicer;

  /// An expression, in a function, behind these conditions.
  struct Use {
    const clang::Stmt *What;
    const clang::FunctionDecl *In;
    llvm::SmallVector<const clang::Stmt *, 4> Under;
    const clang::Stmt *Statement = nullptr; ///< All of it, of a mention.
    const clang::CallExpr *Call = nullptr;  ///< It gets the address.
    bool IsMade = false;                    ///< A constructor does.
  };
  using Uses = std::vector<Use>;

  void readDeclarations(const clang::DeclContext *DC);
  NameSet spelledIn(clang::SourceRange R) const;
  void addReached(PlaceSlice &S) const;
  void addCalled(PlaceSlice &S) const;

  const PointerUnit &U;
  llvm::ArrayRef<ConditionalText> Texts;
  std::map<unsigned, Uses> Mentions;                 ///< By array.
  llvm::DenseMap<const clang::Decl *, Uses> Changes; ///< By variable.
  llvm::DenseMap<const clang::Decl *, Uses> Calls;   ///< By function.
  /// Calls that get a kernel by its name.
  llvm::DenseMap<const clang::Decl *, Uses> Launches;
  /// Conditions upon which a function, or a loop in it, is left.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<const clang::Stmt *>>
      Leaving;
  /// What macros, types and constants say by their names.
  std::map<std::string, NameSet> Said;
  /// Those of the texts, taken or not, and what they spell.
  std::map<std::string, NameSet> Macros;
  NameSet FromHeaders;
  /// Names of functions, and how many the user has of each.
  std::map<std::string, unsigned> Functions;
  NameSet Usings; ///< What `using` and aliases of namespaces spell.
  /// Some branch of the texts, or some function, may reach memory without a
  /// name.
  bool HasHidden = false;
};

/// Every kernel spells it, and no text can declare it anew; a macro could.
bool isBuiltIn(const std::string &Name);

/// The identifiers that \p R spells in a file of the user's.
NameSet namesIn(const PointerUnit &U, clang::SourceRange R);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BUILDS_PLACENAMES_H
