//===- LocalVariables.h - What is in local variables ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each integer and pointer in a local variable is a variable of the kernel, or
// two: a pointer's offset, and which array it leads to.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_LOCALVARIABLES_H
#define BANKFIX_LIB_FRONTEND_LOWER_LOCALVARIABLES_H

#include "Lower/AddressNumbers.h"
#include <deque>

namespace bankfix {

using LeafVisitor =
    llvm::function_ref<void(const MemberPath &Path, clang::QualType T)>;
/// Visits every integer and pointer in an object of type \p T, which is \p Path
/// of another or the whole.
void forEachLeaf(const clang::ASTContext &C, clang::QualType T,
                 const MemberPath &Path, LeafVisitor F);

/// True if what is in a variable of type \p T can be followed.
bool isFollowable(const clang::ASTContext &C, clang::QualType T);

/// What is computed besides of a function: see CountWork.cpp.
struct WorkOfFrame {
  /// Where in memory that is not shared: so many units of so many bytes, where
  /// that is known, from a place of a number, or 0.
  struct OutsidePlace {
    const Expr *Index;
    unsigned Unit, Base;
  };
  llvm::DenseMap<const clang::Expr *, OutsidePlace> Outside;
  /// The numbers of pointers that kernels are given.
  llvm::DenseMap<const void *, unsigned> Bases;
  /// Variables of `for` statements that count iterations from a constant.
  llvm::DenseSet<const void *> Counters;
  /// Those of loops that compilers unroll, as they know all of their values,
  /// and parameters that such a value is passed for.
  llvm::DenseSet<const void *> Unrolled;
};

/// A function that is being inlined.
struct Frame {
  const clang::FunctionDecl *F = nullptr;
  std::optional<Place> This;
  /// What it returns a reference to, and where that leads.
  std::vector<std::pair<const clang::Expr *, Place>> Results;
  unsigned Returns = 0;        ///< Jumps to its end.
  bool InSwitch = false;       ///< Breaks leave a switch, not a loop.
  std::string Path;            ///< For Site::Path.
  WorkOfFrame Work;
};

class LocalVariables : public AddressNumbers {
public:
  using AddressNumbers::AddressNumbers;

  std::deque<Frame> Frames; ///< The kernel first. Calls move no caller's.

  bool isFollowed(const clang::VarDecl *V) const;
  /// What reports call it.
  std::string variableName(const Object &O) const;
  Object result(const clang::FunctionDecl *F) {
    Names.try_emplace(F, F->getNameAsString() + "()");
    return {F};
  }
  Object object(const clang::VarDecl *V) {
    V = V->getCanonicalDecl();
    Names.try_emplace(V, V->getNameAsString());
    return {V};
  }
  /// Its address goes where nobody follows it.
  void lose(const Object &O);

  const Expr *readInteger(const Object &O, clang::QualType T,
                          const clang::Expr *E);
  void writeInteger(const Object &O, clang::QualType T, const Expr *V);
  Pointer readPointer(const Object &O);
  void writePointer(const Object &O, const Pointer &P);
  void assign(const Object &To, const Object &From, clang::QualType T);
  void forget(const Object &O, clang::QualType T);
  void clear(const Object &O, clang::QualType T);
  /// A struct that the host passes: each integer in it is one for all lanes.
  void parameterRecord(const Object &O, clang::QualType T);
  bool launchTriple(const Object &O, clang::QualType T, LaunchValue V);
  bool areAlike(const std::set<int> &Arrays) const;

protected:
  /// What parameters are that nothing changes.
  llvm::DenseMap<const void *, const Expr *> BoundIntegers;
  llvm::DenseMap<const void *, Pointer> BoundPointers;

private:
  void writeElement(const Object &O, const Expr *Var, const Expr *V);
  void noteShape(const Object &O, const Pointer &P);

  struct PointerVariable {
    unsigned Offset, Which;
    llvm::SmallVector<unsigned, 2> Subscripts;
  };
  llvm::DenseMap<const void *, std::string>
      Names; ///< Of variables and results.
  std::map<Object, unsigned> Integers;
  std::map<Object, PointerVariable> Pointers;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_LOCALVARIABLES_H
