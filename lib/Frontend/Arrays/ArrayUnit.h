//===- ArrayUnit.h - A file and its shared arrays ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_ARRAYUNIT_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_ARRAYUNIT_H

#include "Arrays/SharedMemory.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "Read/Unit.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

/// One more reason why an array must stay as it is.
struct ArrayObstacle {
  unsigned Array = 0;
  Obstacle Why;
};

/// Which shared arrays there are, by all the ways in which the tree has them.
struct ArrayUnit : Unit {
  ArrayUnit(clang::ASTContext &Context, const PreprocessorRecord &Preprocessed,
            ExprPool &Pool, const ParsedFile &Read)
      : Unit(Context, Preprocessed, Pool, Read), Calls(*this) {}

  CallGraph Calls;
  /// All of them, with what forbids their edits, and their places in the text:
  /// see Program::Arrays and SourceMap::Arrays.
  std::vector<SharedArray> SharedArrays;
  std::vector<ArraySource> ArraySources;
  /// Shared arrays by their declaration: see sharedDeclaration.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Arrays;
  /// Arrays that are members of shared structs.
  std::map<std::pair<const clang::VarDecl *, const clang::FieldDecl *>,
           unsigned>
      Members;
  /// Expressions of host code that give an array its bytes, by the array.
  llvm::DenseMap<const clang::Expr *, unsigned> HostSizes;
  /// Members that a rewrite added to structs of one array's elements, and that
  /// nothing depends on: the array's size tells of them.
  llvm::DenseSet<const clang::FieldDecl *> Pads;
  std::set<unsigned> Padded; ///< Those arrays.
  /// Arrays of which Obstacles or ViewBytes may say something, for those who
  /// take that out of few of many.
  std::set<unsigned> Noted;
  /// OpenCL arguments that the kernel moves: they are pointers, not arrays.
  llvm::DenseSet<const clang::VarDecl *> Moved;

  /// sharedDeclaration of \p V, found once: one array may have as many
  /// declarations as a template has instances.
  const clang::VarDecl *declaration(const clang::VarDecl *V) const;
  /// The array that \p V declares, if any.
  std::optional<unsigned> arrayOf(const clang::VarDecl *V) const;
  /// The array that \p E names directly, if any.
  std::optional<unsigned> arrayOf(const clang::Expr *E) const;
  /// The arrays that \p E may be: `s.rows`, or `rows` in a method of a struct
  /// of which several are shared variables.
  std::set<unsigned> membersOf(const clang::Expr *E) const;
  const VariableFacts &facts(const clang::FunctionDecl *F) const;
  void obstruct(unsigned Array, ObstacleKind Kind, clang::SourceLocation Where,
                std::string Detail = "");

private:
  mutable llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *>
      Declarations;
  mutable llvm::DenseMap<const clang::FunctionDecl *,
                         std::unique_ptr<VariableFacts>>
      Facts; ///< As they are asked for.
};

/// Adds the array that \p V declares, with where its dimensions are written.
void addSharedArray(ArrayUnit &U, const clang::VarDecl *V);

/// Finds where the sizes of \p V are written, or says what prevents it.
void locateArray(ArrayUnit &U, unsigned Array, const clang::DeclaratorDecl *V);

/// Where the type of the elements stands, if it is there for \p V alone.
void locateElementType(const ArrayUnit &U, ArraySource &Source,
                       const clang::NamedDecl *V, clang::TypeLoc L);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_ARRAYUNIT_H
